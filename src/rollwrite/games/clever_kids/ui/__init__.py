"""What players of Clever Kids see and read: notation, drawings, refusals and advice."""

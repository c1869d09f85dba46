"""What players of Donnant Donnant see and read: notation, drawings, refusals and advice."""

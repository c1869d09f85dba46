"""The bots of Clever Kids: how positions are evaluated, and the models they use."""

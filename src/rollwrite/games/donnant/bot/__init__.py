"""The bots of Donnant Donnant: how positions are evaluated, and the models they use."""

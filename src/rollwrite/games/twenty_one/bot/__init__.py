"""The bots of Twenty One: how positions are evaluated, and the models they use."""

"""The bots of One Card: how positions are evaluated, and the models they use."""

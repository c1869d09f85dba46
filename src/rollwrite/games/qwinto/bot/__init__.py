"""The bots of Qwinto: how positions are evaluated, and the models they use."""

"""The names under which Gymnasium knows our environments: one for every game."""

from __future__ import annotations

from rollwrite.play.registry import game, games


def register_envs() -> None:
    """Register ``rollwrite/Qwinto-v1`` and so on; a mended rule raises a game's version."""
    from gymnasium.envs.registration import register, registry

    for name in games():
        if env_name(name) in registry:
            continue
        register(
            id=env_name(name),
            entry_point="rollwrite.envs.gym:GameEnv",
            vector_entry_point="rollwrite.envs.gym:GameVectorEnv",
            kwargs={"game": name},
        )


def env_name(name: str) -> str:
    """``twenty_one`` as Gymnasium writes it: ``rollwrite/TwentyOne-v1``."""
    camel = "".join(word.capitalize() for word in name.split("_"))
    return f"rollwrite/{camel}-v{game(name).definition.version}"

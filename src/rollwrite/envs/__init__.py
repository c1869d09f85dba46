"""Reinforcement learning environments: native batches, Gymnasium, PettingZoo, and adapters.

Importing this package registers the games with Gymnasium if it is installed:
``import rollwrite.envs; gymnasium.make("rollwrite/Qwinto-v1")``.
"""

from importlib.util import find_spec

from rollwrite.envs.registration import register_envs
from rollwrite.errors import MissingExtra, has_extra

if not has_extra("fast"):  # all environments need compiled rules
    raise MissingExtra("envs")
if find_spec("gymnasium"):
    register_envs()

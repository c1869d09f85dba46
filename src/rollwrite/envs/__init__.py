"""Environments for learning: a native batch, Gymnasium (``gym``) and PettingZoo (``zoo``).

Importing this package registers the games with Gymnasium, where it is installed, as is the custom
there: ``import rollwrite.envs; gymnasium.make("rollwrite/Qwinto-v1")``.
"""

from importlib.util import find_spec

from rollwrite.envs.registration import register_envs
from rollwrite.errors import MissingExtra, has_extra

if not has_extra("fast"):  # nothing here works without compiled rules
    raise MissingExtra("envs")
if find_spec("gymnasium"):
    register_envs()

"""All faults, in the order in which they are tried."""

from __future__ import annotations

from importlib import import_module

from torture.campaign import FAULTS

for name in ("process_faults", "disk_faults", "postgresql_faults", "abuse"):
    import_module(f"torture.{name}")  # makes its faults known
ALL = dict(FAULTS)

"""A check of rules before any compiler: what the subset does not allow, with file and line.

Rules are plain functions over integers (see ``rule``). This check walks every rule that a game's
``rules.py`` and evaluator reach, in milliseconds, and says in one sentence each what is wrong and
what to write instead. It reports only what is certain, so it is silent about much that playing
finds, such as an index that is too large in a late state.
"""

from __future__ import annotations

from typing import Any

from rollwrite.kernel.subset.constants import check_constants, check_evaluator_constants
from rollwrite.kernel.subset.findings import Finding, Findings
from rollwrite.kernel.subset.functions import check_functions
from rollwrite.kernel.subset.sources import Sources

__all__ = ["Finding", "check_rules"]


def check_rules(rules: Any, evaluator: Any = None) -> list[Finding]:
    """What is wrong with the rules of a game, and of its evaluator if it has one.

    Both are modules, or what an edition makes of one. No finding means: nothing that is certain to
    be wrong. ``str(finding)`` reads ``rules.py:12: what is wrong, and what to write instead``.
    """
    findings, sources = Findings(), Sources()
    check_constants(rules, sources, findings)
    if evaluator is not None:
        check_evaluator_constants(evaluator, sources, findings)
    check_functions(rules, evaluator, sources, findings)
    return findings.sorted()

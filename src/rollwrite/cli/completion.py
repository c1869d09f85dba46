"""``rollwrite completion``: let the shell complete commands, options and games."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from rollwrite.cli import options
from rollwrite.errors import BadOption, did_you_mean, say

SHELLS = ("bash", "zsh", "fish")


@click.command()
@click.argument("shell")
@options.language
@click.pass_context
def completion(context: click.Context, shell: str, language: str) -> None:
    """Print what makes a shell complete the commands of rollwrite.

    SHELL is bash, zsh or fish. For bash, add this line to ~/.bashrc:
    eval "$(rollwrite completion bash)"
    """
    kind = get_completion_class(shell) if shell in SHELLS else None
    if kind is None:
        hint = did_you_mean(shell, SHELLS)
        raise BadOption(say("cli.shell", given=shell, hint=hint), language)
    print(kind(context.find_root().command, {}, "rollwrite", "_ROLLWRITE_COMPLETE").source())

"""``rollwrite docs``: the documentation in a browser, without a network."""

from __future__ import annotations

import webbrowser
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import click

import rollwrite
from rollwrite.cli import options
from rollwrite.errors import BadOption, say

PACKAGE = Path(rollwrite.__file__).parent


class _Quiet(SimpleHTTPRequestHandler):
    """Delivers the pages, and says nothing about it."""

    def log_message(self, *_: object) -> None:
        """A line for each request would be of no use."""


@click.command()
@click.option("--port", default=0, help="Port to listen on; 0 picks a free one.")
@click.option("--no-open", is_flag=True, help="Only print the address; open no browser.")
@options.language
def docs(*, port: int, no_open: bool, language: str) -> None:
    """Open the documentation in a browser, until Ctrl-C.

    The pages come with the package; nothing is fetched from elsewhere.
    """
    folder = pages(language)
    try:
        server = ThreadingHTTPServer(("127.0.0.1", port), partial(_Quiet, directory=str(folder)))
    except (OSError, OverflowError) as error:
        told = say("docs.port", port=port, reason=getattr(error, "strerror", None) or str(error))
        raise BadOption(told, language) from None
    address = f"http://127.0.0.1:{server.server_port}/"
    print(say("docs.at", address=address).text(language), flush=True)
    if not no_open:
        webbrowser.open(address)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        pass
    finally:
        server.server_close()


def pages(language: str) -> Path:
    """The folder of the built pages: beside the code of a wheel, or where make put them."""
    for folder in (PACKAGE / "documentation", PACKAGE.parents[1] / "build" / "docs"):
        if (folder / "index.html").is_file():
            return folder
    raise BadOption(say("docs.missing", command="make docs"), language)

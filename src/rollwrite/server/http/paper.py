"""On paper: PDFs to print, and sheets that were played on paper, typed in to be scored."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

import rollwrite as rw
from rollwrite import web
from rollwrite.errors import MissingExtra, RollwriteError
from rollwrite.play.paper_sheet import score_sheet
from rollwrite.server import schemas
from rollwrite.server.http.endpoint import post
from rollwrite.server.http.request_context import (
    Handler,
    RequestContext,
    language_of,
    look_up,
    request_context,
)
from rollwrite.server.http.request_schemas import PaperSheet
from rollwrite.server.metrics import METRICS
from rollwrite.server.problems import Cause, Problem, say
from rollwrite.server.tables.table import shown_name
from rollwrite.server.time_limit import within
from rollwrite.texts import Figure

SCORE_SECONDS = 5.0  # a thousand times what reading a sheet takes


@post(PaperSheet)
async def score(
    at: RequestContext, request: Request, who: str, message: PaperSheet
) -> schemas.PaperScore:
    language = language_of(request)
    game = rw.game(message.game, variant=message.variant, language=language)
    found = within(SCORE_SECONDS, lambda: score_sheet(game, message.lines))
    told = say("paper.score", points=Figure(found.points, "d")).text(language)
    if not found.problems:
        told = f"{told} {say('paper.fine').text(language)}"
    return schemas.PaperScore(
        found.points,
        told,
        web.sheet_picture(found),
        [schemas.TallyLine(*line) for line in found.tally() if line.points],
        [schemas.PaperLine(line.words, line.parts) for line in found.lines],
        found.words,
        found.problems,
    )


Write = Callable[[RequestContext, Request, str], Awaitable[bytes]]


def download(write: Write) -> Handler:
    """An address that gives a PDF; refusals are pages."""

    async def endpoint(request: Request) -> Response:
        METRICS.requests.inc()
        language = language_of(request)
        try:
            at = request_context(request)
            at.check_rate(request, at.posts)
            await look_up(request)
            pdf = await write(at, request, language)
        except RollwriteError as error:
            status = refused_status(error)
            return HTMLResponse(web.error_page(language, status, error.text(language)), status)
        name = "-".join(["rollwrite", *request.path_params.values()])
        headers = {
            "content-disposition": f'inline; filename="{name}.pdf"',
            "cache-control": "no-store",
        }
        return Response(pdf, 200, headers, "application/pdf")

    return endpoint


def refused_status(error: RollwriteError) -> int:
    """The status of a page that says why there is no PDF."""
    if isinstance(error, MissingExtra):
        return 501
    return error.status if isinstance(error, Problem) else 404


@download
async def sheets(at: RequestContext, request: Request, language: str) -> bytes:
    asked = request.query_params
    given = request.path_params["game"], asked.get("variant"), language, asked.get("paper", "a4")
    pdf: bytes = await at.asking(request)("print_sheets", *given)
    return pdf


@download
async def game_record(at: RequestContext, request: Request, language: str) -> bytes:
    table = (await at.registry.get(request.path_params["table"])).table
    if table.state is None or not table.state.over:
        raise Problem(Cause.WRONG_TIME, "not_over")
    names = [shown_name(seat, number, language) for number, seat in enumerate(table.seats)]
    paper = request.query_params.get("paper", "a4")
    end = table.state.in_language(language)
    pdf: bytes = await at.asking(request)("print_record", end, names, paper)
    return pdf

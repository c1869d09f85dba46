"""PDFs that a server makes, and sheets that are typed in."""

from __future__ import annotations

from io import BytesIO

from pypdf import PdfReader

import rollwrite as rw
from rollwrite.server.http import paper
from server.running import Browser


def text(content: bytes) -> str:
    return " ".join(page.extract_text() for page in PdfReader(BytesIO(content)).pages)


def test_blank_sheets_in_the_language_and_size_asked_for(anna: Browser) -> None:
    for language, name in (("en", "Name"), ("fr", "Nom")):
        found = anna.http.get("/print/qwinto?paper=letter", headers={"accept-language": language})
        assert (found.status_code, found.headers["content-type"]) == (200, "application/pdf")
        assert name in text(found.content)
    for path, told in (
        ("/print/qwinto?paper=a5", "Unknown paper size"),
        ("/print/chess", "Unknown game"),
        ("/print/qwinto?variant=x", "variant"),
    ):
        refused = anna.http.get(path, headers={"accept-language": "en"})
        assert refused.status_code == 404
        assert told in refused.text


def test_the_record_of_a_finished_game(anna: Browser) -> None:
    table = anna.begin("twenty_one", "solo", "me")
    early = anna.http.get(f"/print/table/{table}", headers={"accept-language": "en"})
    assert early.status_code == 409
    assert "only possible after the game" in early.text
    anna.play_out(table)
    found = anna.http.get(f"/print/table/{table}", headers={"accept-language": "en"})
    assert found.status_code == 200
    (page,) = PdfReader(BytesIO(found.content)).pages
    assert "Points turn by turn" in page.extract_text()


def test_a_sheet_is_scored(anna: Browser) -> None:
    found = anna.ok("/api/score", game="qwinto", lines=["3 9 5", "", "", "x"])
    assert found["points"] == -2
    assert found["problems"] == [
        "Numbers must increase from left to right, but 5 comes after 9 in the orange row (Q5)."
    ]
    assert found["words"][0][:4] == ["3", "9", "5", "-"]
    assert 'data-part="O1"' in found["sheet"]
    wrong = anna.http.post("/api/score", json={"game": "qwinto", "lines": ["19"]})
    assert wrong.status_code in (400, 404, 409)
    assert "only 1 to 18" in wrong.json()["text"]


def test_without_the_extra_a_page_says_so() -> None:
    told = rw.MissingExtra("pdf").text("en")
    assert "Run: pip install" in told
    assert paper.refused_status(rw.MissingExtra("pdf")) == 501

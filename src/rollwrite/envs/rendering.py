"""Render modes: the sheets as text, as pixels, or on the terminal."""

from __future__ import annotations

import struct
import sys
import zlib
from functools import cache
from importlib.resources import as_file, files
from typing import Any

from rollwrite.errors import BadOption, did_you_mean, require_extra, say
from rollwrite.play.state import State

RENDER_MODES = ("ansi", "human", "rgb_array")
VECTOR_MODES = ("ansi", "rgb_array")
PIXELS_PER_INCH = 96.0
HOME = "\033[H\033[2J"  # clears a terminal
PAGE = """#set page(width: auto, height: auto, margin: 0pt, fill: white)
#image(bytes(sys.inputs.svg), format: "svg")"""


def check_mode(mode: object, modes: tuple[str, ...]) -> None:
    """Refuse a render mode that there is not, or whose extra is not installed."""
    if mode is not None and mode not in modes:
        hint = did_you_mean(mode, modes)
        raise BadOption(say("envs.render_mode", value=mode, hint=hint))
    if mode == "rgb_array":
        require_extra("pdf")


def rendered(state: State, mode: str) -> Any:
    """What a render mode gives for a state; ``human`` writes it to the terminal."""
    if mode == "rgb_array":
        return pixels(png(state._repr_svg_()))
    if mode == "human":
        begin = HOME if sys.stdout.isatty() else ""
        print(f"{begin}{state}\n", flush=True)
        return None
    return str(state)


def png(svg: str) -> bytes:
    """A drawing as an image."""
    import typst

    with as_file(_fonts()) as fonts:
        own = typst.Fonts(include_system_fonts=False, font_paths=[str(fonts)])
        made: bytes = typst.compile(
            PAGE.encode(),
            font_paths=own,
            format="png",
            ppi=PIXELS_PER_INCH,
            sys_inputs={"svg": svg},
        )
    return made


@cache
def _fonts() -> Any:
    return files("rollwrite.paper").joinpath("fonts")


def pixels(image: bytes) -> Any:
    """An image of 8 bits a channel as an array of height, width and the three colours."""
    import numpy as np

    at, packed, width, height, channels = 8, b"", 0, 0, 4
    while at < len(image):
        length, kind = struct.unpack_from(">I4s", image, at)
        content = image[at + 8 : at + 8 + length]
        if kind == b"IHDR":
            width, height, _, colour = struct.unpack_from(">IIBB", content)
            channels = {0: 1, 2: 3, 4: 2, 6: 4}[colour]
        packed += content if kind == b"IDAT" else b""
        at += 12 + length
    lines = np.frombuffer(zlib.decompress(packed), np.uint8).reshape(height, -1)
    found = np.zeros((height + 1, width * channels + channels), np.uint8)
    for row in range(height):
        _unfilter(lines[row, 0], lines[row, 1:], found[row], found[row + 1], channels)
    colours = found[1:, channels:].reshape(height, width, channels)
    return colours[:, :, :3].copy() if channels >= 3 else colours[:, :, :1].repeat(3, axis=2)


def _unfilter(kind: int, line: Any, above: Any, found: Any, step: int) -> None:
    """A line of pixels as PNG filters it, from the line above; both begin with an empty pixel."""
    import numpy as np

    if kind == 0:
        found[step:] = line
    elif kind == 1:
        pixels = line.reshape(-1, step)
        found[step:] = np.cumsum(pixels, axis=0, dtype=np.uint8).reshape(-1)
    elif kind == 2:
        found[step:] = line + above[step:]
    else:
        for place in range(step, len(found)):
            left, over, corner = found[place - step], above[place], above[place - step]
            guess = (int(left) + int(over)) // 2 if kind == 3 else _paeth(left, over, corner)
            found[place] = (int(line[place - step]) + guess) & 255


def _paeth(left: Any, over: Any, corner: Any) -> int:
    """The neighbour that is nearest to what they let expect."""
    a, b, c = int(left), int(over), int(corner)
    guess = a + b - c
    return min((a, b, c), key=lambda one: abs(guess - one))

"""Who goes first when many ask at once."""

from __future__ import annotations

import asyncio
import time

from rollwrite.server.http.admission import BURST, SHARE, Admission


def order_of(requests: list[str], given_up: tuple[str, ...] = ()) -> list[str]:
    """In which order requests begin that arrive at once: each an address and a number."""
    begun: list[str] = []
    admission = Admission()

    async def ask(request: str) -> None:
        await admission.enter(request.split(maxsplit=1)[0])
        begun.append(request)

    async def ask_all() -> None:
        tasks = {request: asyncio.create_task(ask(request)) for request in requests}
        await asyncio.sleep(0)
        for request in given_up:
            tasks[request].cancel()
        await asyncio.gather(*tasks.values(), return_exceptions=True)

    asyncio.run(ask_all())
    return begun


def test_one_address_does_not_hold_up_another() -> None:
    found = order_of([*(f"a {number}" for number in range(50)), "b 0", "c 0", "b 1"])
    assert max(map(found.index, ("b 0", "c 0", "b 1"))) <= 8
    assert [one for one in found if one.startswith("a")] == [f"a {n}" for n in range(50)]


def test_whoever_asks_for_little_goes_before_many_who_ask_for_much() -> None:
    greedy = [f"{address} {number}" for address in range(40) for number in range(5)]
    found = order_of([*greedy, "modest 0"])
    assert found.index("modest 0") <= 2
    first = [int(one.split()[0]) for one in found[:120] if not one.startswith("modest")]
    assert set(range(40)) <= set(first), "nobody is kept from their turn"


def test_requests_that_were_given_up_hold_up_nobody() -> None:
    found = order_of([f"a {number}" for number in range(6)], given_up=("a 1", "a 2", "a 5"))
    assert found == ["a 0", "a 3", "a 4"]


def test_a_round_of_the_loop_begins_one_request() -> None:
    """Whatever else is ready, such as a move, comes after one of them and not after all."""
    admission = Admission()
    begun: list[int] = []

    async def ask(number: int) -> None:
        await admission.enter("a")
        begun.append(number)

    async def ask_all() -> list[int]:
        tasks = [asyncio.create_task(ask(number)) for number in range(20)]
        seen = []
        while not all(task.done() for task in tasks):
            before = len(begun)
            await asyncio.sleep(0)
            seen.append(len(begun) - before)
        return seen

    assert max(asyncio.run(ask_all())) == 1
    assert begun == list(range(20))
    asyncio.run(admission.enter("a"))  # idle again: at once


def test_work_that_never_ends_leaves_room_for_moves() -> None:
    """Half of the time, once the burst is used up."""
    admission = Admission()
    seconds = 0.004

    async def ask() -> None:
        await admission.enter("a")
        time.sleep(seconds)  # as drawing a view does

    async def ask_all() -> float:
        begun = time.perf_counter()
        await asyncio.gather(*(ask() for _ in range(50)))
        return time.perf_counter() - begun

    assert asyncio.run(ask_all()) > 50 * seconds / SHARE - 2 * BURST

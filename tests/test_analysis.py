"""An analysis as an iterator of news: in a thread, in an event loop, stopped, and failing."""

import asyncio
import gc
import inspect
import threading
import time
from collections.abc import AsyncGenerator, Callable, Coroutine, Generator
from typing import Any

import pytest

from furyhouse import (
    Board,
    Engine,
    EngineError,
    IllegalMoveError,
    Info,
    Limit,
    Move,
    Score,
    SearchControl,
    SearchResult,
    Skill,
)
from furyhouse.analysis import Analysis
from interruption import seconds_to_answer

MATED = "6rk/5Npp/8/8/8/8/8/6K1[] b - - 0 1"
RICH = "r4rk1/ppp2p1p/2n1p1p1/3pP3/1b1P4/2P2N2/PP3PPP/R2QKB1R[QBNbn] b KQ - 0 16"


def is_free(engine: Engine) -> bool:
    """Tell whether an engine searches nothing else, or is about to end that."""
    control = SearchControl()
    waiting = threading.Timer(3.0, control.stop)
    waiting.start()
    result = engine.search(Board(), Limit(depth=1), control=control)
    waiting.cancel()
    return result.depth == 1


def test_news_come_in_order_and_end_with_the_search() -> None:
    analysis = Engine(1).analyse(Board(), Limit(depth=5))
    depths = [info.depth for info in analysis]
    assert depths == sorted(depths)
    assert depths[-1] == 5
    assert analysis.wait().depth == 5
    assert analysis.info is not None
    assert analysis.info.pv[0] == analysis.wait().move
    assert list(analysis) == []


def test_each_of_the_best_lines_has_its_last_news() -> None:
    with Engine(1).analyse(Board(RICH), Limit(depth=4), multipv=3) as analysis:
        analysis.wait()
    assert [info.multipv for info in analysis.infos] == [1, 2, 3]
    assert len({info.pv[0] for info in analysis.infos}) == 3
    scores = [info.score for info in analysis.infos]
    assert scores == sorted(scores, reverse=True)


def test_an_endless_analysis_is_stopped_by_the_end_of_its_block() -> None:
    board = Board(RICH)
    with Engine(1) as engine:
        with engine.analyse(board) as analysis:
            assert next(analysis).depth >= 1
            board.push(next(iter(board.legal_moves)))
            began = time.monotonic()
        assert time.monotonic() - began < 1.0
        assert analysis.is_done()
        # It has searched the position as it was.
        assert analysis.wait().move in Board(RICH).legal_moves


def test_an_analysis_that_nobody_holds_any_more_is_stopped() -> None:
    engine = Engine(1)
    analysis = engine.analyse(Board())
    assert next(analysis).depth == 1
    del analysis
    gc.collect()
    # It would else wait for ever: one engine searches once at a time.
    assert engine.search(Board(), Limit(depth=1)).move is not None


def test_another_thread_can_stop_it_while_it_is_waited_for() -> None:
    analysis = Engine(1).analyse(Board())
    threading.Timer(0.1, analysis.stop).start()
    assert analysis.wait().move in Board().legal_moves


def test_the_engine_stops_an_analysis_that_has_hardly_begun() -> None:
    engine = Engine(1)
    for _ in range(50):
        analysis = engine.analyse(Board())
        engine.stop()
        assert analysis.wait().move in Board().legal_moves


@pytest.mark.parametrize("wait", ["analysis.wait()", "[info for info in analysis]"])
def test_ctrl_c_in_a_wait_ends_the_analysis(wait: str) -> None:
    before = """
from furyhouse import Board, Engine, Limit
engine = Engine(1)
analysis = engine.analyse(Board())
"""
    after = """
assert engine.search(Board(), Limit(depth=1)).depth == 1
assert analysis.wait().move in Board().legal_moves
"""
    # The best of three: a busy machine may take its time to run the process at all.
    assert any(seconds_to_answer(before, wait, after) < 0.2 for _ in range(3))


# In an event loop.


def test_an_event_loop_goes_on_meanwhile() -> None:
    async def main() -> tuple[int, int]:
        ticks = 0

        async def tick() -> None:
            nonlocal ticks
            while True:
                await asyncio.sleep(0.005)
                ticks += 1

        ticker = asyncio.create_task(tick())
        seen = 0
        async with Engine(1).analyse(Board(RICH)) as analysis:
            async for _ in analysis:
                seen += 1
                if seen == 6:
                    break
            await asyncio.sleep(0.1)
        result = await Engine(1).analyse(Board(), Limit(time=0.1))
        assert result.move in Board().legal_moves
        ticker.cancel()
        return ticks, seen

    ticks, seen = asyncio.run(main())
    assert ticks >= 5
    assert seen == 6


async def awaited(analysis: Analysis) -> SearchResult:
    """Wait for a result in an event loop."""
    return await analysis


async def read(analysis: Analysis) -> None:
    """Read all news."""
    async for _ in analysis:
        pass


@pytest.mark.parametrize("wait", [awaited, read])
def test_a_wait_that_takes_too_long_ends_the_analysis(
    wait: Callable[[Analysis], Coroutine[Any, Any, object]],
) -> None:
    async def main() -> None:
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(wait(analysis), 0.1)

    engine = Engine(1)
    analysis = engine.analyse(Board())
    asyncio.run(main())
    assert is_free(engine)
    assert analysis.wait().move in Board().legal_moves


def test_an_analysis_is_given_to_wait_for_as_it_is() -> None:
    async def main() -> None:
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(analysis, 0.1)

    engine = Engine(1)
    analysis = engine.analyse(Board())
    asyncio.run(main())
    assert is_free(engine)


@pytest.mark.parametrize("wait", [awaited, read])
def test_a_task_that_is_cancelled_ends_its_analysis(
    wait: Callable[[Analysis], Coroutine[Any, Any, object]],
) -> None:
    async def main() -> None:
        task = asyncio.create_task(wait(analysis))
        await asyncio.sleep(0.05)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    engine = Engine(1)
    analysis = engine.analyse(Board())
    asyncio.run(main())
    assert is_free(engine)


def test_the_failure_of_another_task_of_a_group_ends_the_analysis() -> None:
    async def fail() -> None:
        await asyncio.sleep(0.05)
        raise LookupError("no more")

    async def main() -> None:
        async with asyncio.TaskGroup() as group:
            group.create_task(awaited(analyses[0]))
            group.create_task(read(analyses[1]))
            group.create_task(fail())

    engines = [Engine(1), Engine(1)]
    analyses = [engine.analyse(Board()) for engine in engines]
    with pytest.raises(ExceptionGroup) as caught:
        asyncio.run(main())
    assert caught.group_contains(LookupError)
    assert all(is_free(engine) for engine in engines)


def test_two_analyses_on_one_engine_are_waited_for_one_after_the_other() -> None:
    async def main() -> None:
        endless, short = engine.analyse(Board(RICH)), engine.analyse(Board(), Limit(depth=3))
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(endless, 0.1)
        assert (await short).depth == 3
        assert (await endless).move in Board(RICH).legal_moves

    engine = Engine(1)
    asyncio.run(main())


def test_a_shield_keeps_the_analysis_going() -> None:
    async def main() -> None:
        analysis = engine.analyse(Board())
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(asyncio.shield(analysis), 0.1)
        assert not analysis.is_done()
        analysis.stop()
        assert (await analysis).move in Board().legal_moves

    engine = Engine(1)
    asyncio.run(main())


def test_ctrl_c_ends_the_event_loop_and_the_analysis() -> None:
    before = """
import asyncio
from furyhouse import Board, Engine, Limit
engine = Engine(1)
analysis = engine.analyse(Board())
async def main():
    async for info in analysis:
        pass
"""
    after = "assert engine.search(Board(), Limit(depth=1)).depth == 1"
    assert any(seconds_to_answer(before, "asyncio.run(main())", after) < 0.2 for _ in range(3))


def test_a_loop_that_is_left_early_ends_the_analysis_of_its_block() -> None:
    async def depths() -> AsyncGenerator[int]:
        async with engine.analyse(Board()) as analysis:
            held.append(analysis)
            async for info in analysis:
                yield info.depth

    def plain_depths() -> Generator[int]:
        with engine.analyse(Board()) as analysis:
            held.append(analysis)
            yield from (info.depth for info in analysis)

    async def main() -> None:
        async for depth in depths():
            if depth == 2:
                break

    engine, held = Engine(1), list[Analysis]()
    asyncio.run(main())
    assert is_free(engine)
    for depth in plain_depths():
        if depth == 2:
            break
    gc.collect()
    assert is_free(engine)
    assert [analysis.is_done() for analysis in held] == [True, True]


def test_an_event_loop_that_is_closed_over_its_tasks_ends_their_analyses() -> None:
    def search(on_info: Callable[[Info], object]) -> SearchResult:
        while not control.is_stopped():
            on_info(Info(1, 1, 1, Score(0), "exact", 1, 0.0, 0, 0, []))
            time.sleep(0.01)
        return result

    result, control = Engine(1).search(Board(), Limit(depth=1)), SearchControl()
    analysis, loop = Analysis(search, control), asyncio.new_event_loop()
    task = loop.create_task(awaited(analysis))
    loop.run_until_complete(asyncio.sleep(0.05))
    assert not analysis.is_done()
    loop.close()
    assert analysis.wait() is result
    assert not task.done()
    # What asyncio has to say of tasks that are left so is for the log.
    loop.set_exception_handler(lambda *_: None)


# Side by side, and failing.


def test_two_analyses_on_one_engine_do_not_mix() -> None:
    engine = Engine(1)
    boards = (Board(), Board("4k3/8/8/8/8/8/8/4K2R[Q] w K - 0 1"))
    analyses = [engine.analyse(board, Limit(depth=6)) for board in boards for _ in range(3)]
    results = [analysis.wait() for analysis in analyses]
    for index, (analysis, result) in enumerate(zip(analyses, results, strict=True)):
        board = boards[index // 3]
        assert result.move in board.legal_moves
        for info in analysis:
            line = board.copy()
            for move in info.pv:
                line.push(move)


def test_what_the_search_raises_is_raised_where_it_is_waited_for() -> None:
    def fail(_on_info: Callable[[Info], object]) -> SearchResult:
        raise EngineError("no thread can be started")

    analysis = Analysis(fail, SearchControl())
    for wait in (analysis.wait, lambda: next(analysis), lambda: asyncio.run(awaited(analysis))):
        with pytest.raises(EngineError, match="no thread"):
            wait()


@pytest.mark.parametrize(
    ("arguments", "error", "fault"),
    [
        ({"multipv": 0}, ValueError, "multipv is from 1 to 500, not 0"),
        ({"multipv": 501}, ValueError, "multipv is from 1 to 500, not 501"),
        ({"multipv": "3"}, TypeError, "multipv is an int from 1 to 500, not str"),
        ({"limit": Limit()}, ValueError, "ends the search"),
        ({"limit": Limit(black_clock=1.0)}, ValueError, "ends the search"),
        ({"limit": 3}, TypeError, "needs a Limit, not int"),
        ({"board": Board().fen()}, TypeError, "needs a Board, not str"),
        ({"root_moves": [Move.from_uci("e2e5")]}, IllegalMoveError, "e2e5"),
        ({"root_moves": []}, ValueError, "root_moves is empty"),
        ({"root_moves": ["e2e4"]}, TypeError, "Move"),
        ({"root_moves": 4}, TypeError, "iterable"),
    ],
)
def test_wrong_arguments_are_refused_at_the_call_as_a_search_refuses_them(
    arguments: dict[str, Any], error: type[Exception], fault: str
) -> None:
    engine = Engine(1)
    asked = {"board": Board(), "limit": Limit(depth=1), **arguments}
    for call in (engine.analyse, engine.search):
        with pytest.raises(error, match=fault):
            call(**asked)
    assert is_free(engine)


@pytest.mark.parametrize("limit", [None, Limit(infinite=True), Limit(depth=5), Limit(time=5.0)])
def test_the_analysis_of_a_finished_game_ends_by_itself(limit: Limit | None) -> None:
    analysis = Engine(1).analyse(Board(MATED), limit)
    assert [info.score for info in analysis] == [Score(mate=0)]
    assert analysis.wait().move is None


def test_news_that_nobody_reads_are_bounded_and_the_last_of_each_kind_are_kept() -> None:
    infos = [
        Info(depth, depth, line, Score(number), "lower", number, 0.0, 0, 0, [])
        for depth in (1, 2)
        for number in range(1000)
        for line in (1, 2, 3)
    ]
    result = Engine(1).search(Board(), Limit(depth=1))

    def search(on_info: Callable[[Info], object]) -> SearchResult:
        for info in infos:
            on_info(info)
        return result

    analysis = Analysis(search, SearchControl())
    assert analysis.wait() is result
    kept = list(analysis)
    assert [(info.depth, info.multipv) for info in kept] == [
        (depth, line) for depth in (1, 2) for line in (1, 2, 3)
    ]
    assert {info.nodes for info in kept} == {999}
    assert analysis.infos == kept[3:]


def test_each_piece_of_news_is_given_once_to_whoever_asks_first() -> None:
    engine = Engine(1)
    analysis = engine.analyse(Board(RICH), Limit(depth=6), multipv=4)
    heard: list[list[Info]] = [[], [], []]
    threads = [threading.Thread(target=lambda own=own: own.extend(analysis)) for own in heard]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    places = [(info.depth, info.multipv) for own in heard for info in own if info.bound == "exact"]
    assert sorted(places) == [(depth, line) for depth in range(1, 7) for line in range(1, 5)]


# Play, which is a search.


def test_play_is_a_search() -> None:
    result = Engine(1).play(Board(), Limit(depth=3))
    again = Engine(1).search(Board(), Limit(depth=3))
    assert (result.move, result.nodes) == (again.move, again.nodes)
    assert inspect.signature(Engine.play) == inspect.signature(Engine.search)


def test_play_hands_everything_on() -> None:
    engine, control, infos = Engine(1), SearchControl(), list[Info]()
    moves = [Move.from_uci("e2e4"), Move.from_uci("d2d4"), Move.from_uci("a2a3")]
    result = engine.play(
        Board(),
        Limit(depth=3),
        root_moves=moves,
        multipv=2,
        on_info=infos.append,
        skill=Skill(20),
        tie_margin=10,
        move_overhead=0.1,
        on_current_move=print,
        control=control,
    )
    assert result.move in moves
    assert {info.multipv for info in infos} == {1, 2}
    control.stop()
    assert engine.play(Board(), Limit(infinite=True), control=control).move is not None
    with pytest.raises(TypeError, match="multipv is an int"):
        engine.play(Board(), Limit(depth=1), multipv="2")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="multi_pv"):
        engine.play(Board(), Limit(depth=1), multi_pv=2)  # type: ignore[call-arg]
    for name, value in (("tie_margin", -1), ("move_overhead", -1.0)):
        with pytest.raises(ValueError, match=name):
            engine.play(Board(), Limit(depth=1), **{name: value})  # type: ignore[arg-type]

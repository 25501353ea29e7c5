"""An analysis as an iterator of news: in a thread, in an event loop, stopped, and failing."""

import asyncio
import gc
import threading
import time

import pytest

from furyhouse import Board, Engine, IllegalMoveError, Limit, Move

RICH = "r4rk1/ppp2p1p/2n1p1p1/3pP3/1b1P4/2P2N2/PP3PPP/R2QKB1R[QBNbn] b KQ - 0 16"


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
    analysis = Engine(1).analyse(Board(), Limit(depth=1), root_moves=[Move.from_uci("e2e5")])
    with pytest.raises(IllegalMoveError):
        analysis.wait()
    with pytest.raises(IllegalMoveError):
        next(analysis)
    with pytest.raises(ValueError, match="ends the search"):
        Engine(1).analyse(Board(), Limit()).wait()
    with pytest.raises(TypeError):
        Engine(1).analyse(Board().fen())  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        Engine(1).analyse(Board(), 3)  # type: ignore[arg-type]


def test_play_is_a_search() -> None:
    result = Engine(1).play(Board(), Limit(depth=3))
    again = Engine(1).search(Board(), Limit(depth=3))
    assert (result.move, result.nodes) == (again.move, again.nodes)

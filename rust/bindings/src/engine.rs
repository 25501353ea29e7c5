//! The search as `furyhouse.engine` calls it: plain values in, plain values out.

use std::num::NonZeroU64;
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::Duration;

use furyhouse_rules::{Color, Move};
use furyhouse_search::{Bound as ScoreBound, EngineError as Refusal};
use furyhouse_search::{
    ClockLimit, Control, Engine, Info, Limit, Observer, Request, RootMove, Score, SearchResult,
    Skill,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::args::IntArg;
use crate::board::{MoveArg, PyBoard, legal, move_list};
use crate::control::{PyControl, inner_or_new};
use crate::errors::EngineError;
use crate::game::Game;
use crate::moves::PyMove;
use crate::plain::PlainMove;
use crate::watch;

/// The longest time in seconds that a limit may hold, some three years.
const LONGEST: f64 = 1e8;

/// The most megabytes that a table is asked for at all, 64 TB.
const MAX_MEGABYTES: i64 = 1 << 26;

/// The most threads.
const MAX_THREADS: i64 = furyhouse_search::MAX_THREADS as i64;

/// The most lines, as the option `MultiPV` has it.
const MAX_LINES: i64 = 500;

/// More centipawns than any score that is not a mate.
const MAX_MARGIN: i64 = 100_000;

/// The attributes of `furyhouse.Limit`.
#[derive(FromPyObject)]
struct LimitArg {
    time: Option<f64>,
    depth: Option<u32>,
    nodes: Option<u64>,
    mate: Option<u32>,
    white_clock: Option<f64>,
    black_clock: Option<f64>,
    white_inc: Option<f64>,
    black_inc: Option<f64>,
    remaining_moves: Option<u32>,
    infinite: bool,
    ponder: bool,
    nps: Option<NonZeroU64>,
}

impl LimitArg {
    /// The limit as the search has it: of the two clocks only the mover's.
    fn for_mover(self, turn: Color) -> PyResult<Limit> {
        let (clock, increment) = match turn {
            Color::White => (self.white_clock, self.white_inc),
            Color::Black => (self.black_clock, self.black_inc),
        };
        let clock = clock
            .map(|remaining| {
                PyResult::Ok(ClockLimit {
                    // A clock that has run out reads below zero in some programs.
                    remaining: seconds("a clock", remaining.max(0.0))?,
                    increment: seconds("an increment", increment.unwrap_or(0.0))?,
                    moves_to_go: self.remaining_moves,
                })
            })
            .transpose()?;
        Ok(Limit {
            depth: self.depth,
            nodes: self.nodes,
            time: self.time.map(|time| seconds("time", time)).transpose()?,
            mate: self.mate,
            clock,
            nps: self.nps,
            infinite: self.infinite,
            ponder: self.ponder,
        })
    }
}

fn seconds(what: &str, value: f64) -> PyResult<Duration> {
    Duration::try_from_secs_f64(value)
        .ok()
        .filter(|duration| duration.as_secs_f64() <= LONGEST)
        .ok_or_else(|| {
            PyValueError::new_err(format!(
                "{what} is from 0 to {LONGEST} seconds, not {value}"
            ))
        })
}

/// What a running search tells, on its way to the calling thread.
enum Event {
    Info(Box<Info>),
    CurrentMove(Move, usize, usize),
}

/// Sends on what is asked for.
struct Reporter {
    events: Sender<Event>,
    infos: bool,
    current_moves: bool,
}

impl Observer for Reporter {
    fn info(&mut self, info: &Info) {
        if self.infos {
            // Nobody may be listening any more, once the search was interrupted.
            let _ = self.events.send(Event::Info(Box::new(info.clone())));
        }
    }

    fn current_move(&mut self, mv: Move, number: usize, total: usize) {
        if self.current_moves {
            let _ = self.events.send(Event::CurrentMove(mv, number, total));
        }
    }
}

/// How scores reach Python: whether it is a mate, and the centipawns or the moves to mate.
type RawScore = (bool, i32);

fn raw_score(score: Score) -> RawScore {
    match score {
        Score::Cp(centipawns) => (false, centipawns),
        Score::Mate(moves) => (true, moves),
    }
}

/// Turns the search's moves into Python's for one board.
struct Moves<'py> {
    py: Python<'py>,
    chess960: bool,
}

impl<'py> Moves<'py> {
    fn one(&self, mv: Move) -> PyResult<Py<PyMove>> {
        PyMove::object(self.py, PlainMove::from_rules(mv, self.chess960))
    }

    fn line(&self, line: &[Move]) -> PyResult<Bound<'py, PyAny>> {
        let plain = line
            .iter()
            .map(|&mv| PlainMove::from_rules(mv, self.chess960));
        Ok(move_list(self.py, plain)?.into_any())
    }

    fn info(&self, info: &Info) -> PyResult<Bound<'py, PyTuple>> {
        let bound = match info.bound {
            ScoreBound::Exact => "exact",
            ScoreBound::Lower => "lower",
            ScoreBound::Upper => "upper",
        };
        let values = (
            info.depth,
            info.seldepth,
            info.multipv,
            raw_score(info.score),
            bound,
            info.nodes,
            info.time.as_secs_f64(),
            info.nps,
            info.hashfull,
            self.line(&info.pv)?,
        );
        values.into_pyobject(self.py)
    }

    fn root_move(&self, root: &RootMove) -> PyResult<(Py<PyMove>, RawScore, bool)> {
        Ok((self.one(root.mv)?, raw_score(root.score), root.exact))
    }

    fn result(&self, result: &SearchResult) -> PyResult<Bound<'py, PyTuple>> {
        let roots = result.root_moves.iter().map(|root| self.root_move(root));
        let values = (
            result.best.map(|mv| self.one(mv)).transpose()?,
            result.ponder.map(|mv| self.one(mv)).transpose()?,
            self.line(&result.pv)?,
            result.depth,
            result.seldepth,
            result.nodes,
            result.time.as_secs_f64(),
            raw_score(result.score),
            roots.collect::<PyResult<Vec<_>>>()?,
            result.hashfull,
        );
        values.into_pyobject(self.py)
    }
}

/// The engine under `furyhouse.Engine`, which gives its plain tuples their names. Use that one.
///
/// >>> from furyhouse._core import Searcher
/// >>> Searcher(1, 1).hash_mb
/// 1
#[pyclass(frozen, module = "furyhouse._core")]
pub(crate) struct Searcher(Arc<Engine>);

/// A whole number of megabytes or threads; what is too large or too small for either is the engine's to refuse.
fn whole(what: &str, number: &IntArg, most: i64) -> PyResult<usize> {
    let number = number.get(what, 1, most)?;
    usize::try_from(number)
        .ok()
        .filter(|&number| number > 0)
        .ok_or_else(|| EngineError::new_err(format!("{what} is from 1 to {most}, not {number}")))
}

fn engine_error(error: &impl ToString) -> PyErr {
    EngineError::new_err(error.to_string())
}

impl Searcher {
    /// Does what may have to wait for a search; Ctrl-C ends the wait, and then nothing is changed.
    fn change(
        &self,
        py: Python<'_>,
        change: impl FnOnce(&Engine, &Control) -> Result<(), Refusal> + Send + 'static,
    ) -> PyResult<()> {
        let (engine, control) = (Arc::clone(&self.0), Control::new());
        let stop = control.clone();
        watch::run(
            py,
            move |_events: Sender<()>| change(&engine, &control),
            |()| Ok(()),
            || stop.stop(),
        )?
        .map_err(|error| engine_error(&error))
    }
}

#[pymethods]
impl Searcher {
    #[new]
    fn new(py: Python<'_>, hash_mb: IntArg, threads: IntArg) -> PyResult<Self> {
        let hash_mb = whole("hash_mb", &hash_mb, MAX_MEGABYTES)?;
        let threads = whole("threads", &threads, MAX_THREADS)?;
        let engine = py
            .detach(|| Engine::new(hash_mb, threads))
            .map_err(|error| engine_error(&error))?;
        Ok(Self(Arc::new(engine)))
    }

    /// The size of the table in MB; setting it empties the table and waits for a running search.
    ///
    /// >>> from furyhouse._core import Searcher
    /// >>> Searcher(1, 1).hash_mb
    /// 1
    #[getter]
    fn hash_mb(&self) -> usize {
        self.0.hash_mb()
    }

    #[setter]
    fn set_hash_mb(&self, py: Python<'_>, value: IntArg) -> PyResult<()> {
        let hash_mb = whole("hash_mb", &value, MAX_MEGABYTES)?;
        self.change(py, move |engine, control| engine.set_hash(hash_mb, control))
    }

    /// The number of threads asked for; setting it waits for a running search.
    ///
    /// No more of them run than twice the CPUs that this process may use: more would only get in each other's way.
    ///
    /// >>> from furyhouse._core import Searcher
    /// >>> Searcher(1, 2).threads
    /// 2
    #[getter]
    fn threads(&self) -> usize {
        self.0.threads()
    }

    #[setter]
    fn set_threads(&self, py: Python<'_>, value: IntArg) -> PyResult<()> {
        let threads = whole("threads", &value, MAX_THREADS)?;
        self.change(py, move |engine, control| {
            engine.set_threads(threads, control)
        })
    }

    /// Forgets all earlier searches, for a new game; waits for a running search.
    ///
    /// >>> from furyhouse._core import Searcher
    /// >>> Searcher(1, 1).clear()
    fn clear(&self, py: Python<'_>) -> PyResult<()> {
        self.change(py, Engine::clear)
    }

    /// Refuses what `search` would refuse of these arguments, and searches nothing.
    ///
    /// >>> from furyhouse import Board, Limit
    /// >>> from furyhouse._core import Searcher
    /// >>> Searcher.check(Board(), Limit(depth=3), None, 0)
    /// Traceback (most recent call last):
    ///     ...
    /// ValueError: multipv is from 1 to 500, not 0
    #[staticmethod]
    fn check(
        board: &Bound<'_, PyBoard>,
        limit: LimitArg,
        root_moves: Option<Vec<MoveArg>>,
        multipv: IntArg,
    ) -> PyResult<()> {
        request(&board.get().game(), limit, root_moves, &multipv).map(|_| ())
    }

    /// Searches a board and returns the result as a tuple; see `furyhouse.Engine.search`.
    ///
    /// >>> from furyhouse import Board, Limit, SearchControl
    /// >>> from furyhouse._core import Searcher
    /// >>> Searcher(1, 1).search(Board(), Limit(depth=3), SearchControl(), None, None, None, 1, None, 0.0, None)[3]
    /// 3
    #[expect(
        clippy::too_many_arguments,
        reason = "the one door between Python and the search"
    )]
    fn search<'py>(
        &self,
        py: Python<'py>,
        board: &Bound<'py, PyBoard>,
        limit: LimitArg,
        control: &Bound<'py, PyControl>,
        on_info: Option<Bound<'py, PyAny>>,
        on_current_move: Option<Bound<'py, PyAny>>,
        root_moves: Option<Vec<MoveArg>>,
        multipv: IntArg,
        tie_margin: Option<IntArg>,
        move_overhead: f64,
        skill: Option<(f64, u64)>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let (request, moves) = {
            let game = board.get().game();
            let request = Request {
                tie_margin: tie_margin
                    .map(|margin| margin.within("tie_margin", 0, MAX_MARGIN))
                    .transpose()?
                    .map(|margin| margin as i32),
                move_overhead: seconds("move_overhead", move_overhead)?,
                skill: skill.map(|(level, seed)| Skill::new(level, seed)),
                ..request(&game, limit, root_moves, &multipv)?
            };
            (
                request,
                Moves {
                    py,
                    chess960: game.is_960(),
                },
            )
        };
        let moves = &moves;
        let (engine, control) = (Arc::clone(&self.0), control.get().inner());
        let (infos, current_moves) = (on_info.is_some(), on_current_move.is_some());
        let stop = control.clone();
        let result = watch::run(
            py,
            move |events| {
                let mut reporter = Reporter {
                    events,
                    infos,
                    current_moves,
                };
                engine.search(&request, &control, &mut reporter)
            },
            move |event| {
                match (event, &on_info, &on_current_move) {
                    (Event::Info(info), Some(hear), _) => hear.call1((moves.info(&info)?,))?,
                    (Event::CurrentMove(mv, number, total), _, Some(hear)) => {
                        hear.call1((moves.one(mv)?, number, total))?
                    }
                    _ => return Ok(()),
                };
                Ok(())
            },
            || stop.stop(),
        )?;
        moves.result(&result)
    }
}

/// What is asked of a search of a game, without its finer points.
fn request(
    game: &Game,
    limit: LimitArg,
    root_moves: Option<Vec<MoveArg>>,
    multipv: &IntArg,
) -> PyResult<Request> {
    let position = *game.position();
    Ok(Request {
        history: game.keys().to_vec(),
        fifty_moves: game.fifty_moves,
        root_moves: root_moves.map(|moves| chosen(game, &moves)).transpose()?,
        multi_pv: multipv.within("multipv", 1, MAX_LINES)? as usize,
        ..Request::new(position, limit.for_mover(position.turn())?)
    })
}

/// The root moves to choose from. None to choose from would look like the end of the game.
fn chosen(game: &Game, moves: &[MoveArg]) -> PyResult<Vec<Move>> {
    if moves.is_empty() && game.position().has_legal_move() {
        return Err(PyValueError::new_err(
            "root_moves is empty: give at least one move, or None for all",
        ));
    }
    moves.iter().map(|mv| legal(game, mv.0)).collect()
}

/// Scores a legal move before any search: the higher, the earlier it should be tried. Raises `IllegalMoveError`.
///
/// Castling scores 100; else a capture 950 + 100 × (victim − attacker) with pawn 1, knight and bishop 3, rook 5,
/// queen 9, king 10. A check adds 300, a promotion 500. A drop scores 0, or 300 if it gives check.
///
/// >>> from furyhouse import Board, Move
/// >>> from furyhouse._core import static_order_score
/// >>> static_order_score(Board("4k3/8/8/3q4/4P3/8/8/4K3[] w - - 0 1"), Move.from_uci("e4d5"))
/// 1750
#[pyfunction]
pub(crate) fn static_order_score(board: &Bound<'_, PyBoard>, r#move: MoveArg) -> PyResult<i32> {
    let game = board.get().game();
    let mv = legal(&game, r#move.0)?;
    Ok(furyhouse_search::static_order_score(game.position(), mv))
}

/// Searches fixed positions to a fixed depth on one thread; returns the nodes, the same everywhere, and the seconds.
///
/// A node is one position played in the search, quiescence included. Ctrl-C ends it; a stopped `control` too, and the counts are
/// then of what was done until then. Raises `ValueError` for a depth not 1 to 100.
///
/// >>> from furyhouse import bench
/// >>> nodes, seconds = bench(1)
/// >>> nodes == bench(1)[0]
/// True
#[pyfunction]
#[pyo3(signature = (depth, control=None))]
pub(crate) fn bench(
    py: Python<'_>,
    depth: IntArg,
    control: Option<&Bound<'_, PyControl>>,
) -> PyResult<(u64, f64)> {
    let depth = crate::perft::checked_depth(&depth, 1)?;
    let control = inner_or_new(control);
    let stop = control.clone();
    let result = watch::run(
        py,
        move |_events: Sender<()>| furyhouse_search::bench(depth, &control),
        |()| Ok(()),
        || stop.stop(),
    )?;
    let result = result.map_err(|error| engine_error(&error))?;
    Ok((result.nodes, result.time.as_secs_f64()))
}

// Module order, each may use those before it: score, bound → clock_limit, limit, param, param_error, level → params,
// skill → request, info, observer, root_move, search_result, engine_error, control → table_entry, table, static_order,
// quiet_order, corrections, history, shuffles, path, reductions → picker, `mate_solver` → clock → root_entry, worker_report,
// shared → worker → pool, weakened → engine → bench.

//! The best move of a Crazyhouse position.
//!
//! An [`Engine`] takes a [`Request`] (a position, its past, a [`Limit`]) and gives a [`SearchResult`]; an [`Observer`]
//! hears how it goes and a [`Control`] stops it from another thread. The crate never prints and never reads a file.
//!
//! ```
//! use furyhouse_rules::Position;
//! use furyhouse_search::{Control, Engine, Limit, Request};
//!
//! let engine = Engine::new(16, 1)?;
//! let limit = Limit { nodes: Some(5_000), ..Limit::default() };
//! let result = engine.search(&Request::new(Position::start(), limit), &Control::new(), &mut ());
//! assert!(result.best.is_some());
//! assert_eq!(result.nodes, 5_000);
//! # Ok::<(), furyhouse_search::EngineError>(())
//! ```

mod bench;
mod bound;
mod clock;
mod clock_limit;
mod control;
mod corrections;
mod engine;
mod engine_error;
mod history;
mod info;
mod level;
mod limit;
mod mate_solver;
mod observer;
mod param;
#[cfg(feature = "tuning")]
mod param_error;
mod params;
mod path;
mod picker;
mod pool;
mod quiet_order;
mod reductions;
mod request;
mod root_entry;
mod root_move;
mod score;
mod search_result;
mod shared;
mod shuffles;
mod skill;
mod static_order;
mod table;
mod table_entry;
mod weakened;
mod worker;
mod worker_report;

pub use bench::{BenchResult, bench};
pub use bound::Bound;
pub use clock_limit::ClockLimit;
pub use control::Control;
pub use engine::Engine;
pub use engine_error::EngineError;
pub use info::Info;
pub use level::{FULL_ELO, LEVELS, Level};
pub use limit::Limit;
pub use observer::Observer;
pub use param::Param;
#[cfg(feature = "tuning")]
pub use param_error::ParamError;
#[cfg(feature = "tuning")]
pub use params::set_param;
pub use params::{MAX_THREADS, STACK_BYTES, params};
pub use request::Request;
pub use root_move::RootMove;
pub use score::Score;
pub use search_result::SearchResult;
pub use skill::Skill;
pub use static_order::static_order_score;

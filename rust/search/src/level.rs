//! A step of the ladder from random play to full strength.

/// Whoever notices so many of a hundred captures, promotions and checks sees every mate in one.
const SEES_MATES: u8 = 9;

/// A step of the ladder from random play to full strength: what a player of this strength sees, and how well it tells
/// good moves apart.
///
/// Nothing here is measured in time, so that a level is as strong on any machine.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Level {
    /// The strength, on furyhouse's own scale; see [`Skill::for_elo`](crate::Skill::for_elo).
    pub elo: i32,
    /// How many of a hundred captures, promotions and checks are noticed at all.
    pub forcing: u8,
    /// How many of a hundred other moves are noticed, drops among them.
    pub quiet: u8,
    /// The greatest depth of a search, in plies; quiescence goes beyond it.
    pub depth: u32,
    /// The most positions that a search may play; `None` where the depth alone bounds it.
    pub nodes: Option<u64>,
    /// How many centipawns a move may be worse than the best and still be played, in a position that is even.
    pub slack: i32,
}

impl Level {
    /// Makes a step that is bounded by its depth alone.
    const fn shallow(elo: i32, forcing: u8, quiet: u8, depth: u32, slack: i32) -> Self {
        Level {
            elo,
            forcing,
            quiet,
            depth,
            nodes: None,
            slack,
        }
    }

    /// Whether a mate in one is always noticed.
    pub(crate) const fn sees_mates(&self) -> bool {
        self.forcing >= SEES_MATES
    }

    /// Makes a step that notices every move.
    const fn deep(elo: i32, depth: u32, nodes: u64, slack: i32) -> Self {
        Level {
            elo,
            forcing: 100,
            quiet: 100,
            depth,
            nodes: Some(nodes),
            slack,
        }
    }
}

/// The Elo of full strength, which the scale hangs on: that of 25,000 positions a move.
pub const FULL_ELO: i32 = 4000;

/// The levels below full strength, weakest first. Each beats the one before it by about as much as the next beats it,
/// which matches have measured; see `docs/levels.md`.
pub static LEVELS: [Level; 20] = [
    Level::shallow(200, 3, 2, 1, 0),
    Level::shallow(390, 4, 3, 1, 0),
    Level::shallow(580, 6, 3, 1, 0),
    Level::shallow(770, 8, 4, 1, 0),
    Level::shallow(960, 9, 4, 1, 0),
    Level::shallow(1150, 14, 5, 1, 0),
    Level::shallow(1340, 23, 6, 1, 0),
    Level::shallow(1530, 34, 8, 1, 0),
    Level::shallow(1720, 48, 9, 1, 0),
    Level::shallow(1910, 66, 10, 1, 0),
    Level::shallow(2100, 92, 13, 1, 100),
    Level::shallow(2290, 100, 28, 1, 100),
    Level::shallow(2480, 100, 72, 1, 100),
    Level::shallow(2670, 100, 100, 2, 150),
    Level::deep(2860, 3, 2_000, 90),
    Level::deep(3050, 4, 2_400, 60),
    Level::deep(3240, 6, 3_000, 25),
    Level::deep(3430, 8, 5_000, 10),
    Level::deep(3620, 10, 9_000, 0),
    Level::deep(3810, 12, 17_000, 0),
];

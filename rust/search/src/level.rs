//! A step of the ladder from random play to full strength.

/// Whoever notices so many of a hundred captures, promotions and checks sees every mate in one.
const SEES_MATES: u8 = 10;

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

/// The Elo of full strength, which the scale hangs on: that of 1 s and 0.01 s a move for the game.
pub const FULL_ELO: i32 = 2900;

/// The levels below full strength, weakest first. Each beats the one before it by about as much as the next beats it,
/// which matches have measured; see `docs/levels.md`.
pub static LEVELS: [Level; 20] = [
    Level::shallow(300, 3, 2, 1, 0),
    Level::shallow(425, 4, 3, 1, 0),
    Level::shallow(550, 5, 3, 1, 0),
    Level::shallow(675, 7, 4, 1, 0),
    Level::shallow(800, 10, 4, 1, 0),
    Level::shallow(925, 14, 5, 1, 0),
    Level::shallow(1050, 20, 6, 1, 0),
    Level::shallow(1175, 27, 7, 1, 0),
    Level::shallow(1300, 36, 8, 1, 0),
    Level::shallow(1425, 46, 9, 1, 0),
    Level::shallow(1550, 58, 10, 1, 0),
    Level::shallow(1675, 75, 12, 1, 50),
    Level::shallow(1800, 100, 12, 1, 150),
    Level::shallow(1925, 100, 20, 1, 100),
    Level::shallow(2050, 100, 38, 1, 100),
    Level::shallow(2175, 100, 80, 1, 100),
    Level::shallow(2300, 100, 100, 2, 150),
    Level::deep(2425, 3, 2_000, 100),
    Level::deep(2550, 6, 2_500, 20),
    Level::deep(2675, 10, 7_000, 0),
];

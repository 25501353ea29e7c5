//! How well a search is to play.

use furyhouse_rules::Move;

use crate::level::{FULL_ELO, LEVELS, Level};

/// The level of full strength.
const FULL: f64 = LEVELS.len() as f64;

/// A level is kept in so many parts.
const PARTS: f64 = 100.0;

/// How well a search is to play, from nearly at random to as well as it can, and the seed of what it overlooks and
/// misjudges.
///
/// A level in between is played by playing the upper one in so many of a hundred positions and the lower one in the
/// others. The same position with the same past, level and seed gets the same move every time, whatever was searched
/// before and on whatever machine, unless time runs out.
///
/// ```
/// use furyhouse_rules::Position;
/// use furyhouse_search::{Control, Engine, Limit, Request, Skill};
///
/// let engine = Engine::new(1, 1)?;
/// let mut request = Request::new(Position::start(), Limit::default());
/// request.skill = Some(Skill::new(3.0, 7));
/// let first = engine.search(&request, &Control::new(), &mut ());
/// let again = engine.search(&request, &Control::new(), &mut ());
/// assert!(first.best.is_some());
/// assert_eq!(first.best, again.best);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Skill {
    /// The level in [`PARTS`].
    parts: u32,
    seed: u64,
}

impl Skill {
    /// Makes the skill of a level from 0 to 20, which is full strength; what lies outside counts as the nearer end.
    #[must_use]
    pub fn new(level: f64, seed: u64) -> Self {
        Skill {
            parts: (level.clamp(0.0, FULL) * PARTS).round() as u32,
            seed,
        }
    }

    /// Makes the skill of a strength in Elo; what lies outside the levels counts as the nearer end.
    ///
    /// The scale is furyhouse's own: it was measured by matches of neighbouring levels, and 4000 stands for full strength with
    /// 25,000 positions a move; `docs/levels.md` tells how. Between two levels it is a straight line.
    #[must_use]
    pub fn for_elo(elo: f64, seed: u64) -> Self {
        let above = ladder().position(|step| f64::from(step) > elo);
        let level = match above {
            Some(0) => 0.0,
            Some(index) => {
                let (low, high) = (elo_of(index - 1), elo_of(index));
                (index - 1) as f64 + (elo - low) / (high - low)
            }
            None => FULL,
        };
        Skill::new(level, seed)
    }

    /// Gets the level, in steps of a hundredth.
    #[must_use]
    pub fn level(self) -> f64 {
        f64::from(self.parts) / PARTS
    }

    /// Gets the strength in Elo; see [`Skill::for_elo`].
    #[must_use]
    pub fn elo(self) -> f64 {
        let index = self.level().floor();
        let low = elo_of(index as usize);
        low + (elo_of(index as usize + 1) - low) * (self.level() - index)
    }

    /// The step to play in a position; `None` is full strength.
    pub(crate) fn step(self, place: u64) -> Option<&'static Level> {
        let (whole, part) = (self.parts / PARTS as u32, self.parts % PARTS as u32);
        let upper = self.draw(place, Draw::Step) * PARTS < f64::from(part);
        LEVELS.get(whole as usize + usize::from(upper))
    }

    /// Draws a number from 0 to 1, always the same for the same question about the same place in the game.
    pub(crate) fn draw(self, place: u64, what: Draw) -> f64 {
        let (kind, of) = match what {
            Draw::Step => (1, 0),
            Draw::Notice(mv) => (2, mv.raw()),
            Draw::Only => (3, 0),
            Draw::Worth(mv) => (4, mv.raw()),
        };
        let asked = u64::from(of) << 8 | kind;
        let mixed = mix(mix(mix(self.seed) ^ place) ^ asked);
        // The upper bits, as many as the fraction holds.
        (mixed >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// What is drawn by lot.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Draw {
    /// Which of two levels is played.
    Step,
    /// Whether a move is noticed.
    Notice(Move),
    /// The move that is played where none is noticed.
    Only,
    /// How much a move is misjudged.
    Worth(Move),
}

/// The Elo of all levels, full strength last.
fn ladder() -> impl Iterator<Item = i32> {
    LEVELS.iter().map(|level| level.elo).chain([FULL_ELO])
}

/// The Elo of a whole level; beyond the last that of full strength.
fn elo_of(level: usize) -> f64 {
    f64::from(LEVELS.get(level).map_or(FULL_ELO, |level| level.elo))
}

/// Mixes the bits of a number: the last steps of splitmix64 (Steele, Lea, Flood 2014).
fn mix(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_level_is_stronger_than_the_one_before() {
        assert!(ladder().is_sorted_by(|low, high| low < high));
    }

    #[test]
    fn elo_and_level_are_two_words_for_the_same() {
        for (level, elo) in ladder().enumerate() {
            assert_eq!(
                Skill::for_elo(f64::from(elo), 0),
                Skill::new(level as f64, 0)
            );
            assert_eq!(Skill::new(level as f64, 0).elo().round() as i32, elo);
        }
        let middle = f64::midpoint(elo_of(4), elo_of(5));
        assert!((Skill::for_elo(middle, 0).level() - 4.5).abs() < 1e-9);
        assert!((Skill::new(4.5, 0).elo() - middle).abs() < 1e-9);
    }

    #[test]
    fn what_lies_outside_the_ladder_is_its_nearer_end() {
        assert_eq!(Skill::new(-1.0, 0), Skill::new(0.0, 0));
        assert_eq!(Skill::new(99.0, 0), Skill::new(20.0, 0));
        assert_eq!(Skill::for_elo(-5000.0, 0).parts, 0);
        assert_eq!(Skill::for_elo(9000.0, 0).parts, 2000);
    }

    #[test]
    fn a_level_in_between_plays_the_upper_one_as_often_as_it_says() {
        let skill = Skill::new(6.25, 3);
        let upper = (0..4000)
            .filter(|&place| skill.step(place) == LEVELS.get(7))
            .count();
        assert!((900..1100).contains(&upper), "{upper} of 4000");
        assert!((0..4000).all(|place| [LEVELS.get(6), LEVELS.get(7)].contains(&skill.step(place))));
    }

    #[test]
    fn whole_levels_are_themselves_and_the_last_is_full_strength() {
        for (level, step) in LEVELS.iter().enumerate() {
            assert_eq!(Skill::new(level as f64, 1).step(5), Some(step));
        }
        assert_eq!(Skill::new(20.0, 1).step(5), None);
    }

    #[test]
    fn seeds_places_and_questions_draw_differently() {
        let draw = |seed, place, what| Skill::new(1.0, seed).draw(place, what);
        let one = draw(1, 1, Draw::Step);
        assert!((0.0..1.0).contains(&one));
        assert!((one - draw(1, 1, Draw::Step)).abs() == 0.0);
        for other in [
            draw(2, 1, Draw::Step),
            draw(1, 2, Draw::Step),
            draw(1, 1, Draw::Only),
        ] {
            assert!((one - other).abs() > 1e-9);
        }
    }
}

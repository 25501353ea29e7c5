//! Plays the engine against itself and writes the positions with their scores, for fitting the evaluation.
//!
//! It is Rust and no Python script, since a game lasts a fifth of a second and nothing but the search should cost time. Each
//! game starts with some random plies, then both sides think for a fixed number of nodes a move, so that the same seed gives
//! the same games. Every position searched is a line of tab-separated columns: the position, the search's score in centipawns
//! (mates are ±3,000) and the game's result (1, 0.5 or 0), both from white's side, whether it is quiet (1 or 0: not in check,
//! and the best move neither takes, promotes nor gives check), and the game's number.
//!
//! Run with `cargo run --release --example selfplay -- SEED GAMES NODES > positions.tsv`.

use std::error::Error;
use std::io::{BufWriter, Write, stdout};

use furyhouse_rules::{Color, Key, Position, count_repetitions};
use furyhouse_search::{Control, Engine, Limit, Request, Score, SearchResult};

/// The table's size in MB: a game's searches fill no more.
const HASH_MB: usize = 4;
/// Random plies at the start of a game: from this many up to twice as many.
const RANDOM_PLIES: u64 = 4;
/// A start that is worth more than this to either side is thrown away, in centipawns.
const START_LIMIT: i32 = 250;
/// What a mate is written as, in centipawns.
const MATE: i32 = 3_000;
/// A score from which a game counts as won, in centipawns, once it has stood for [`WON_PLIES`].
const WON: i32 = 1_500;
/// How many plies in a row a score must be past [`WON`].
const WON_PLIES: u32 = 4;
/// Plies after which a game counts as drawn.
const LONGEST: usize = 300;

/// Random numbers (`SplitMix64`, Steele, Lea and Flood 2014).
struct Random(u64);

impl Random {
    /// Gets a number below `end`.
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % end
    }
}

/// A game in progress.
struct Game {
    pos: Position,
    past: Vec<Key>,
    /// The positions so far, each with its score from white's side and whether it is quiet.
    kept: Vec<(String, i32, bool)>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let mut number = || -> Result<u64, Box<dyn Error>> {
        let text = arguments.next().ok_or("SEED, GAMES and NODES are needed")?;
        Ok(text.parse::<u64>()?)
    };
    let (seed, games, nodes) = (number()?, number()?, number()?);
    let mut random = Random(seed);
    let engine = Engine::new(HASH_MB, 1)?;
    let control = Control::new();
    let limit = Limit {
        nodes: Some(nodes),
        ..Limit::default()
    };
    let mut out = BufWriter::new(stdout().lock());
    for number in 0..games {
        engine.clear(&control)?;
        let mut game = start(&engine, &limit, &mut random);
        let result = play(&engine, &limit, &mut game);
        for (fen, score, quiet) in &game.kept {
            let quiet = u8::from(*quiet);
            writeln!(out, "{fen}\t{score}\t{result}\t{quiet}\t{seed}:{number}")?;
        }
    }
    Ok(out.flush()?)
}

/// Asks the engine about the game's position.
fn ask(engine: &Engine, limit: &Limit, game: &Game) -> SearchResult {
    let request = Request {
        history: game.past.clone(),
        ..Request::new(game.pos, *limit)
    };
    engine.search(&request, &Control::new(), &mut ())
}

/// Plays random plies from the start, until they end in a position that is fair enough.
fn start(engine: &Engine, limit: &Limit, random: &mut Random) -> Game {
    loop {
        let mut game = Game {
            pos: Position::start(),
            past: Vec::new(),
            kept: Vec::new(),
        };
        for _ in 0..RANDOM_PLIES + random.below(RANDOM_PLIES + 1) {
            let moves = game.pos.legal_moves();
            if moves.is_empty() {
                break;
            }
            game.past.push(game.pos.key());
            game.pos = game
                .pos
                .play(moves[random.below(moves.len() as u64) as usize]);
        }
        if let Score::Cp(score) = ask(engine, limit, &game).score
            && score.abs() <= START_LIMIT
            && game.pos.has_legal_move()
        {
            return game;
        }
    }
}

/// Plays a game to its end, keeps the positions on the way, and gives the result from white's side.
fn play(engine: &Engine, limit: &Limit, game: &mut Game) -> f32 {
    let mut won = (0, 0);
    while game.past.len() < LONGEST && count_repetitions(&game.past, game.pos.key()) < 2 {
        let white = game.pos.turn() == Color::White;
        let result = ask(engine, limit, game);
        let Some(best) = result.best else {
            return match (game.pos.is_check(), white) {
                (false, _) => 0.5,
                (true, white) => f32::from(u8::from(!white)),
            };
        };
        let score = match result.score {
            Score::Cp(cp) => cp,
            Score::Mate(moves) => moves.signum() * MATE,
        };
        let score = if white { score } else { -score };
        let pos = &game.pos;
        let quiet = !pos.is_check()
            && pos.captured(best).is_none()
            && best.promoted().is_none()
            && !pos.gives_check(best);
        game.kept.push((pos.fen(), score, quiet));
        let sign = if score.abs() < WON { 0 } else { score.signum() };
        won = if sign == won.0 {
            (sign, won.1 + 1)
        } else {
            (sign, 1)
        };
        if sign != 0 && won.1 >= WON_PLIES {
            return f32::from(u8::from(sign > 0));
        }
        game.past.push(game.pos.key());
        game.pos = game.pos.play(best);
    }
    0.5
}

//! Writes how often each weight of the evaluation counts in each of many positions, for fitting the weights.
//!
//! With the argument `layout` it lists the runs of weights: name, 1 for danger or 0 for score, first index, length.
//! Otherwise it reads positions, one a line up to the first tab, and writes records of eight bytes, little-endian: the line's
//! number (four bytes), the weight's index plus 16,384 times a kind (two), the count (two). The kinds are 0: white's score
//! less black's, 1: the white king's danger, 2: the black king's, 3: no weight but the value from white's side.

#![expect(clippy::print_stdout, reason = "a table is what it is for")]

use std::error::Error;
use std::io::{BufRead, BufWriter, Write, stdin, stdout};

use furyhouse_eval::{Counts, RUNS, evaluate};
use furyhouse_rules::{Color, Position};

fn main() -> Result<(), Box<dyn Error>> {
    if std::env::args().nth(1).as_deref() == Some("layout") {
        for (name, _, danger, range) in RUNS {
            let danger = u8::from(*danger);
            println!("{name}\t{danger}\t{}\t{}", range.start, range.len());
        }
        return Ok(());
    }
    let mut out = BufWriter::new(stdout().lock());
    for (number, line) in stdin().lock().lines().enumerate() {
        let line = line?;
        let pos = Position::from_fen(line.split('\t').next().unwrap_or_default())?;
        let mut put = |kind: usize, index: usize, count: i32| -> std::io::Result<()> {
            if count != 0 {
                out.write_all(&(number as u32).to_le_bytes())?;
                out.write_all(&((kind << 14 | index) as u16).to_le_bytes())?;
                out.write_all(&(count as i16).to_le_bytes())?;
            }
            Ok(())
        };
        let Counts { score, danger } = Counts::new(&pos);
        for index in 0..score[0].len() {
            put(0, index, score[0][index] - score[1][index])?;
            put(1, index, danger[0][index])?;
            put(2, index, danger[1][index])?;
        }
        let value = evaluate(&pos);
        let sign = if pos.turn() == Color::White { 1 } else { -1 };
        put(3, 0, sign * value)?;
    }
    Ok(out.flush()?)
}

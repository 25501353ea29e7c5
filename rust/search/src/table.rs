//! The transposition table.

use std::sync::atomic::{AtomicU64, Ordering};

use furyhouse_rules::{Key, Move};
use memmap2::MmapMut;
use prefetch_index::prefetch_index;
use zerocopy::FromBytes;

use crate::bound::Bound;
use crate::engine_error::EngineError;
use crate::params;
use crate::table_entry::TableEntry;

/// Entries that share one place in the table.
const CLUSTER: usize = 4;

/// 64-bit words of a cluster: two for each entry. A cluster fills one line of the cache.
const CLUSTER_WORDS: usize = 2 * CLUSTER;

/// 64-bit words of the smallest page that systems have.
const PAGE_WORDS: usize = 512;

/// Megabytes that no machine of today can address.
const TOO_MANY_MEGABYTES: usize = 1 << 26;

/// Searches told apart by an entry's age.
const AGES: u8 = 64;

/// The memory of a table of what is known about positions.
///
/// It comes from the system in pages of two megabytes where there are such: a search looks anywhere in it at every node, and
/// with small pages spends a tenth of its time on finding out where they are.
#[derive(Debug)]
pub(crate) struct TranspositionTable {
    memory: MmapMut,
    megabytes: usize,
    age: u8,
    /// Whether anything was stored since the table was made or cleared.
    used: bool,
}

impl TranspositionTable {
    /// Makes an empty table of `megabytes` MB (at least 1).
    pub(crate) fn new(megabytes: usize) -> Result<Self, EngineError> {
        let error = EngineError::Hash { megabytes };
        if megabytes >= TOO_MANY_MEGABYTES {
            return Err(error);
        }
        let megabytes = megabytes.max(1);
        let memory = MmapMut::map_anon(megabytes << 20).map_err(|_| error)?;
        // A system that has only small pages is no fault.
        #[cfg(target_os = "linux")]
        let _ = memory.advise(memmap2::Advice::HugePage);
        Ok(TranspositionTable {
            memory,
            megabytes,
            age: 0,
            used: false,
        })
    }

    /// The table's size in MB.
    pub(crate) fn megabytes(&self) -> usize {
        self.megabytes
    }

    /// Forgets everything, on `threads` threads.
    ///
    /// Memory that was never used is only touched, once a page: the system hands pages out at the first touch, which may
    /// cost more than the whole time of a move, and had better happen before a game than in it.
    pub(crate) fn clear(&mut self, threads: usize) {
        let step = if std::mem::take(&mut self.used) {
            1
        } else {
            PAGE_WORDS
        };
        self.age = 0;
        let words = self.words();
        let share = words.len().div_ceil(threads.clamp(1, 8));
        std::thread::scope(|scope| {
            let mut parts = words.chunks(share);
            let own = parts.next();
            for part in parts {
                let work = move || wipe(part, step);
                if std::thread::Builder::new()
                    .spawn_scoped(scope, work)
                    .is_err()
                {
                    wipe(part, step);
                }
            }
            wipe(own.unwrap_or_default(), step);
        });
    }

    /// Begins a search: ages all entries by one, and lends the table to the search's threads.
    pub(crate) fn begin_search(&mut self) -> TableView<'_> {
        self.used = true;
        self.age = (self.age + 1) % AGES;
        let age = self.age;
        TableView {
            words: self.words(),
            age,
        }
    }

    /// The memory as words that threads can share.
    fn words(&mut self) -> &[AtomicU64] {
        // Pages begin where words may, so it always is one.
        <[AtomicU64]>::mut_from_bytes(&mut self.memory).unwrap_or_default()
    }
}

/// A table of what is known about positions, shared by all threads of a search.
///
/// An entry is 16 bytes: a word of data, and the position's key mixed with it by exclusive or. Both are atomics written
/// one after the other without a lock; an entry torn by two writers no longer matches its key and reads as absent
/// (Hyatt and Mann, "A lock-less transposition table implementation", ICGA Journal 2002).
#[derive(Copy, Clone, Debug)]
pub(crate) struct TableView<'a> {
    words: &'a [AtomicU64],
    /// The number of this search.
    age: u8,
}

impl<'a> TableView<'a> {
    /// Has the entries where `key` may be brought into the cache, for a [`probe`](Self::probe) soon.
    #[inline]
    pub(crate) fn prefetch(&self, key: Key) {
        prefetch_index(self.words, self.place(key));
    }

    /// What is known about the position with `key`.
    #[inline]
    pub(crate) fn probe(&self, key: Key) -> Option<TableEntry> {
        let cluster = self.cluster(key);
        for pair in cluster.chunks_exact(2) {
            let data = pair[1].load(Ordering::Relaxed);
            if pair[0].load(Ordering::Relaxed) ^ data == key {
                return unpack(data);
            }
        }
        None
    }

    /// Keeps `entry` for the position with `key`, in place of the least useful of its cluster.
    #[inline]
    pub(crate) fn store(&self, key: Key, mut entry: TableEntry) {
        let age = self.age;
        let cluster = self.cluster(key);
        let mut victim = 0;
        let mut least = i32::MAX;
        for (index, pair) in cluster.chunks_exact(2).enumerate() {
            let data = pair[1].load(Ordering::Relaxed);
            if pair[0].load(Ordering::Relaxed) ^ data == key
                && let Some(old) = unpack(data)
            {
                // A much deeper result of this search is worth more than a new shallow bound.
                if entry.bound != Bound::Exact
                    && data_age(data) == age
                    && entry.depth + params::table_depth_margin() < old.depth
                {
                    return;
                }
                entry.mv = entry.mv.or(old.mv);
                victim = index;
                break;
            }
            let worth = worth(data, age);
            if worth < least {
                least = worth;
                victim = index;
            }
        }
        let data = pack(&entry, age);
        cluster[2 * victim].store(key ^ data, Ordering::Relaxed);
        cluster[2 * victim + 1].store(data, Ordering::Relaxed);
    }

    /// How many of a thousand entries are of this search.
    pub(crate) fn hashfull(&self) -> u32 {
        let age = self.age;
        let sample = (1000 / CLUSTER * CLUSTER_WORDS).min(self.words.len());
        let used = self.words[..sample].chunks_exact(2).filter(|pair| {
            let data = pair[1].load(Ordering::Relaxed);
            data_bound(data) != 0 && data_age(data) == age
        });
        used.count() as u32
    }

    /// The entries where `key` may be.
    #[inline]
    fn cluster(&self, key: Key) -> &'a [AtomicU64] {
        let start = self.place(key);
        &self.words[start..start + CLUSTER_WORDS]
    }

    /// Where they begin.
    #[inline]
    fn place(&self, key: Key) -> usize {
        let clusters = self.words.len() / CLUSTER_WORDS;
        ((u128::from(key) * clusters as u128) >> 64) as usize * CLUSTER_WORDS
    }
}

/// Sets every word to zero, or one in so many.
fn wipe(words: &[AtomicU64], step: usize) {
    for word in words.iter().step_by(step) {
        word.store(0, Ordering::Relaxed);
    }
}

// A word of data, from the lowest bit: move 16, value 16, evaluation 16, depth 8, bound 2, age 6.

/// Packs an entry.
fn pack(entry: &TableEntry, age: u8) -> u64 {
    let bound: u64 = match entry.bound {
        Bound::Upper => 1,
        Bound::Lower => 2,
        Bound::Exact => 3,
    };
    u64::from(entry.mv.map_or(0, Move::raw))
        | u64::from(entry.value as i16 as u16) << 16
        | u64::from(entry.eval as i16 as u16) << 32
        | u64::from(entry.depth.clamp(0, 255) as u8) << 48
        | bound << 56
        | u64::from(age) << 58
}

/// Unpacks an entry; an empty place gives none.
fn unpack(data: u64) -> Option<TableEntry> {
    let bound = match data_bound(data) {
        1 => Bound::Upper,
        2 => Bound::Lower,
        3 => Bound::Exact,
        _ => return None,
    };
    Some(TableEntry {
        mv: Move::from_raw(data as u16),
        value: i32::from((data >> 16) as u16 as i16),
        eval: i32::from((data >> 32) as u16 as i16),
        depth: i32::from((data >> 48) as u8),
        bound,
    })
}

/// The two bits of the bound; 0 in an empty place.
fn data_bound(data: u64) -> u64 {
    data >> 56 & 3
}

/// The search that wrote an entry.
fn data_age(data: u64) -> u8 {
    (data >> 58) as u8
}

/// How much would be lost with an entry: its depth, less the more searches ago it was written.
fn worth(data: u64, age: u8) -> i32 {
    if data_bound(data) == 0 {
        return i32::MIN;
    }
    let searches = i32::from(age.wrapping_sub(data_age(data)) % AGES);
    i32::from((data >> 48) as u8) - params::table_age_weight() * searches
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::{MATE, from_table, to_table};
    use furyhouse_rules::{Role, Square};

    fn entry(value: i32, depth: i32, bound: Bound) -> TableEntry {
        TableEntry {
            mv: Some(Move::drop(Role::Knight, Square::new(35))),
            value,
            eval: -321,
            depth,
            bound,
        }
    }

    #[test]
    fn what_was_stored_is_found_even_at_the_mate_bounds() {
        let mut memory = TranspositionTable::new(1).expect("a megabyte can be had");
        let values = [0, 17, -20_000, MATE - 1, MATE - 60, -MATE, -MATE + 60];
        for (index, value) in values.into_iter().enumerate() {
            for bound in [Bound::Exact, Bound::Lower, Bound::Upper] {
                let key = 0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(index as u64 + 1);
                let stored = entry(to_table(value, 3), 9, bound);
                memory.clear(1);
                let table = memory.begin_search();
                assert_eq!(table.probe(key), None);
                table.store(key, stored);
                let found = table.probe(key).expect("just stored");
                assert_eq!(found, stored);
                assert_eq!(from_table(found.value, 3), value);
            }
        }
    }

    #[test]
    fn a_torn_entry_is_absent() {
        let mut memory = TranspositionTable::new(1).expect("a megabyte can be had");
        let table = memory.begin_search();
        let key = 0x0123_4567_89ab_cdef;
        table.store(key, entry(5, 5, Bound::Exact));
        let cluster = table.cluster(key);
        let torn = cluster[1].load(Ordering::Relaxed) ^ 1 << 20;
        cluster[1].store(torn, Ordering::Relaxed);
        assert_eq!(table.probe(key), None);
    }

    #[test]
    fn a_cluster_drops_the_shallowest_and_keeps_a_known_move() {
        let mut memory = TranspositionTable::new(1).expect("a megabyte can be had");
        let table = memory.begin_search();
        // Keys that differ in their lowest bits share a cluster.
        for low in 0..4 {
            table.store(
                0x8000_0000_0000_0000 + low,
                entry(1, 10 + low as i32, Bound::Lower),
            );
        }
        table.store(0x8000_0000_0000_0009, entry(2, 1, Bound::Lower));
        assert_eq!(
            table.probe(0x8000_0000_0000_0000),
            None,
            "depth 10 was the least"
        );
        assert!(table.probe(0x8000_0000_0000_0003).is_some());
        let moveless = TableEntry {
            mv: None,
            ..entry(7, 30, Bound::Upper)
        };
        table.store(0x8000_0000_0000_0003, moveless);
        let found = table.probe(0x8000_0000_0000_0003).expect("stored");
        assert_eq!(found.value, 7);
        assert_eq!(found.mv, entry(0, 0, Bound::Exact).mv);
    }

    #[test]
    fn old_entries_leave_first_and_clearing_leaves_none() {
        let mut memory = TranspositionTable::new(1).expect("a megabyte can be had");
        let table = memory.begin_search();
        for low in 0..4 {
            table.store(low, entry(1, 20, Bound::Exact));
        }
        assert_eq!(table.hashfull(), 4);
        let table = memory.begin_search();
        assert_eq!(table.hashfull(), 0);
        for low in 4..8 {
            table.store(low, entry(1, 17, Bound::Exact));
        }
        assert!((0..4).all(|low| table.probe(low).is_none()));
        memory.clear(3);
        let table = memory.begin_search();
        assert!((0..8).all(|low| table.probe(low).is_none()));
    }

    #[test]
    fn a_table_that_no_machine_holds_is_an_error() {
        for megabytes in [usize::MAX, TOO_MANY_MEGABYTES, TOO_MANY_MEGABYTES - 1] {
            // Seen by nobody, the memory might never be asked for.
            let made = std::hint::black_box(TranspositionTable::new(megabytes));
            assert_eq!(made.err(), Some(EngineError::Hash { megabytes }));
        }
    }
}

//! The columns of the board.

/// A column of the board, `a` to `h`.
///
/// # Examples
///
/// ```
/// use furyhouse_rules::File;
///
/// assert_eq!(File::E.letter(), 'e');
/// assert_eq!(File::from_letter(b'h'), Some(File::H));
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[expect(missing_docs, reason = "the eight letters explain themselves")]
pub enum File {
    A,
    B,
    C,
    D,
    E,
    F,
    G,
    H,
}

impl File {
    /// The eight files from `a` to `h`.
    pub const ALL: [Self; 8] = [
        Self::A,
        Self::B,
        Self::C,
        Self::D,
        Self::E,
        Self::F,
        Self::G,
        Self::H,
    ];

    /// Gets 0 for the a-file up to 7 for the h-file.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Gets the letter in lower case.
    #[must_use]
    pub const fn letter(self) -> char {
        (b'a' + self as u8) as char
    }

    /// Reads a letter in lower case.
    #[must_use]
    pub const fn from_letter(letter: u8) -> Option<Self> {
        if letter >= b'a' && letter <= b'h' {
            Some(Self::ALL[(letter - b'a') as usize])
        } else {
            None
        }
    }
}

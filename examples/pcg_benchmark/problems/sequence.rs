//! The similarity of two texts, as `SequenceMatcher(None, a, b).ratio()` of Python's difflib computes it: the longest
//! common block is found, then the longest ones left and right of it, and so on (Ratcliff and Obershelp 1988).

/// From this length on difflib leaves out letters of the second text that are too frequent.
const LONG: usize = 200;

/// The number of kinds of letters. A letter's kind is its lowest bits.
const KINDS: usize = 32;

/// Texts up to this length are compared by the places of their letters, which are bits of one number.
const SHORT: usize = 128;

/// Texts up to this length are compared in less working space.
const VERY_SHORT: usize = 32;

/// A text that is compared often.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text {
    letters: Vec<u8>,
    /// The letters as the second text: 0 stands for a letter that is too frequent to begin a block.
    rare: Vec<u8>,
    /// The kinds of the letters that are not too frequent, a bit for each.
    rare_kinds: u32,
    /// The number of letters of each kind.
    counts: [u16; KINDS],
    /// The places of each kind of letter as bits, if the text is short.
    places: [u128; KINDS],
}

impl Text {
    /// A text of letters that are not 0, and of which no two different ones have the same lowest five bits.
    pub fn new(letters: Vec<u8>) -> Self {
        let mut text = Text {
            rare: letters.clone(),
            ..Text::default()
        };
        if letters.len() >= LONG {
            let most = letters.len() / 100 + 1;
            let count = |letter| letters.iter().filter(|&&l| l == letter).count();
            for letter in &mut text.rare {
                if count(*letter) > most {
                    *letter = 0;
                }
            }
        }
        for (place, (&letter, &rare)) in letters.iter().zip(&text.rare).enumerate() {
            text.counts[kind(letter)] += 1;
            if place < SHORT {
                text.places[kind(letter)] |= 1 << place;
            }
            if rare != 0 {
                text.rare_kinds |= 1 << kind(letter);
            }
        }
        text.letters = letters;
        text
    }

    /// The letters.
    pub fn letters(&self) -> &[u8] {
        &self.letters
    }

    fn len(&self) -> usize {
        self.letters.len()
    }
}

/// The kind of a letter.
fn kind(letter: u8) -> usize {
    usize::from(letter) % KINDS
}

/// The similarity of two texts, 0 to 1. The order matters. Two empty texts are equal.
pub fn ratio(first: &Text, second: &Text) -> f64 {
    ratio_of(matches(first, second, usize::MAX), first, second)
}

/// The ratio of two texts that have `matches` letters in common blocks.
fn ratio_of(matches: usize, first: &Text, second: &Text) -> f64 {
    match first.len() + second.len() {
        0 => 1.0,
        length => 2.0 * matches as f64 / length as f64,
    }
}

/// Whether `holds` is true of the ratio of two texts, in one order or in the other. If it is true of one ratio, it must
/// be true of all greater ones. Then the least number of common letters that makes it true can be found, and few pairs
/// need a comparison to the end.
pub fn either_ratio_holds(first: &Text, second: &Text, holds: impl Fn(f64) -> bool) -> bool {
    let (mut least, mut most) = (0, first.len().min(second.len()) + 1);
    while least < most {
        let middle = (least + most) / 2;
        if holds(ratio_of(middle, first, second)) {
            most = middle;
        } else {
            least = middle + 1;
        }
    }
    let reach = |first, second| matches(first, second, least) >= least;
    most_matches(first, second) >= least && (reach(first, second) || reach(second, first))
}

/// An upper bound of the number of letters in all common blocks together. The blocks stand in both texts in the same
/// order, so they are a common subsequence; the length of the longest one of short texts is found with bits (Hyyrö
/// 2004).
fn most_matches(first: &Text, second: &Text) -> usize {
    if first.len() > SHORT || second.len() > SHORT {
        let counts = first.counts.iter().zip(&second.counts);
        return counts.map(|(a, b)| usize::from(*a.min(b))).sum();
    }
    let mut row = u128::MAX;
    for &letter in &first.letters {
        let common = row & second.places[kind(letter)];
        row = row.wrapping_add(common) | (row - common);
    }
    row.count_zeros() as usize
}

/// A part of each text: its begin and its end in the first text, and in the second one.
type Parts = (usize, usize, usize, usize);

/// A common block: its begin in each text, and its length.
type Block = (usize, usize, usize);

/// The number of letters in all common blocks. As soon as it is known whether there are `enough`, another number may be
/// returned that is on the same side of it.
fn matches(first: &Text, second: &Text, enough: usize) -> usize {
    let longer = first.len().max(second.len());
    if longer <= VERY_SHORT {
        matches_of_short::<VERY_SHORT>(first, second, enough)
    } else if longer <= SHORT {
        matches_of_short::<SHORT>(first, second, enough)
    } else {
        let length = second.len() + 1;
        let mut lengths = [vec![0; length], vec![0; length]];
        sum_of_blocks(first, second, enough, |parts| {
            longest(first, second, parts, &mut lengths)
        })
    }
}

/// [`matches`] for short texts, of at most `N` letters.
fn matches_of_short<const N: usize>(first: &Text, second: &Text, enough: usize) -> usize {
    let mut ends = [0; N];
    sum_of_blocks(first, second, enough, |parts| {
        longest_of_short(first, second, parts, &mut ends)
    })
}

/// The sum of [`matches`], where `longest` finds the longest common block of two parts.
fn sum_of_blocks(
    first: &Text,
    second: &Text,
    enough: usize,
    mut longest: impl FnMut(Parts) -> Block,
) -> usize {
    let most = |(a_from, a_to, b_from, b_to): Parts| (a_to - a_from).min(b_to - b_from);
    let whole = (0, first.len(), 0, second.len());
    let (mut sum, mut possible) = (0, most(whole));
    let is_known = |sum: usize, possible: usize| {
        enough < usize::MAX && (sum >= enough || sum + possible < enough)
    };
    let mut parts = Vec::with_capacity(VERY_SHORT);
    parts.push(whole);
    while let Some(part) = parts.pop() {
        if most(part) == 0 || is_known(sum, possible) {
            break;
        }
        let (a_from, a_to, b_from, b_to) = part;
        let (a, b, size) = longest(part);
        possible -= most(part);
        if size == 0 {
            continue;
        }
        sum += size;
        let sides = [(a_from, a, b_from, b), (a + size, a_to, b + size, b_to)];
        for side in sides.into_iter().filter(|&side| most(side) > 0) {
            possible += most(side);
            parts.push(side);
        }
    }
    sum
}

/// The longest common block of two parts of short texts: its begin in each text, and its length. Of several, it is the
/// one that begins first in the first text, then in the second one. The part of the second text must not be empty.
/// `ends` is working space.
fn longest_of_short(
    first: &Text,
    second: &Text,
    (a_from, a_to, b_from, b_to): Parts,
    ends: &mut [u128],
) -> Block {
    let part = (u128::MAX >> (SHORT - (b_to - b_from))) << b_from;
    let letters = &first.letters[a_from..a_to];
    // Bit j of ends[i] says that a common block of some length ends with letter i of the part, and j of the second
    // text.
    let ends = &mut ends[..letters.len()];
    let mut longest = (a_from, b_from, 0);
    for (i, &letter) in letters.iter().enumerate().rev() {
        ends[i] = second.places[kind(letter)] & part;
        if ends[i] != 0 {
            longest = (a_from + i, ends[i].trailing_zeros() as usize, 1);
        }
    }
    // The blocks that are one letter longer, for as long as there are any.
    for size in 2..=letters.len() {
        if longest.2 + 1 < size {
            break;
        }
        for i in (size - 1..letters.len()).rev() {
            ends[i] = ends[i - 1] << 1 & second.places[kind(letters[i])] & part;
            if ends[i] != 0 {
                let end = ends[i].trailing_zeros() as usize;
                longest = (a_from + i + 1 - size, end + 1 - size, size);
            }
        }
    }
    longest
}

/// The longest common block of two parts: its begin in each text, and its length. Of several, it is the one that begins
/// first in the first text, then in the second one. `lengths` is working space, one longer than the second text.
///
/// Lengths are bytes, so that 16 of them are computed at once. They are enough: a text shorter than [`LONG`] has no
/// longer blocks, and in a longer one each letter is either rare or left out.
fn longest(
    first: &Text,
    second: &Text,
    (a_from, a_to, b_from, b_to): Parts,
    lengths: &mut [Vec<u8>; 2],
) -> Block {
    let (mut a, mut b, mut size) = (a_from, b_from, 0);
    let rare = &second.rare[b_from..b_to];
    let [before, now] = lengths;
    // `now[j + 1]` is the length of the common block that ends with letter `j` of the part.
    let (mut before, mut now) = (&mut before[..=rare.len()], &mut now[..=rare.len()]);
    before.fill(0);
    now[0] = 0;
    let mut is_empty = true;
    for i in a_from..a_to {
        let letter = first.letters[i];
        if second.rare_kinds >> kind(letter) & 1 == 0 {
            if !std::mem::replace(&mut is_empty, true) {
                before.fill(0);
            }
            continue;
        }
        is_empty = false;
        let mut longest_here = 0;
        for ((now, before), &other) in now[1..].iter_mut().zip(&*before).zip(rare) {
            *now = if other == letter {
                before.wrapping_add(1)
            } else {
                0
            };
            longest_here = longest_here.max(*now);
        }
        if usize::from(longest_here) > size {
            size = usize::from(longest_here);
            let j = now[1..].iter().position(|&l| l == longest_here);
            a = i + 1 - size;
            b = b_from + j.unwrap_or(0) + 1 - size;
        }
        std::mem::swap(&mut before, &mut now);
    }
    // Frequent letters may still lengthen a block, or form one at the very beginning.
    let (x, y) = (&first.letters, &second.letters);
    while a > a_from && b > b_from && x[a - 1] == y[b - 1] {
        (a, b, size) = (a - 1, b - 1, size + 1);
    }
    while a + size < a_to && b + size < b_to && x[a + size] == y[b + size] {
        size += 1;
    }
    (a, b, size)
}

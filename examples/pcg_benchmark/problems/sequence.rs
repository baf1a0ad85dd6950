//! How alike two texts are, as `SequenceMatcher(None, a, b).ratio()` of Python's difflib says it: the longest common
//! block is found, then the longest ones left and right of it, and so on (Ratcliff and Obershelp 1988).

/// From this length on difflib leaves out letters of the second text that are too frequent.
const LONG: usize = 200;

/// A text that is compared often.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text {
    letters: Vec<u8>,
    /// The letters as the second text: 0 stands for one that is too frequent to begin a block.
    rare: Vec<u8>,
}

impl Text {
    /// A text of letters that are not 0.
    pub fn new(letters: Vec<u8>) -> Self {
        let mut rare = letters.clone();
        if letters.len() >= LONG {
            let most = letters.len() / 100 + 1;
            let count = |letter| letters.iter().filter(|&&l| l == letter).count();
            for letter in &mut rare {
                if count(*letter) > most {
                    *letter = 0;
                }
            }
        }
        Text { letters, rare }
    }
}

/// How alike two texts are, 0 to 1. The order matters. Two empty texts are equal.
pub fn ratio(first: &Text, second: &Text) -> f64 {
    let length = first.letters.len() + second.letters.len();
    if length == 0 {
        return 1.0;
    }
    2.0 * matches(first, second) as f64 / length as f64
}

/// The number of letters in all common blocks.
fn matches(first: &Text, second: &Text) -> usize {
    let mut lengths = [
        vec![0; second.letters.len() + 1],
        vec![0; second.letters.len() + 1],
    ];
    let mut sum = 0;
    let mut parts = vec![(0, first.letters.len(), 0, second.letters.len())];
    while let Some((a_from, a_to, b_from, b_to)) = parts.pop() {
        let (a, b, size) = longest(first, second, (a_from, a_to, b_from, b_to), &mut lengths);
        if size == 0 {
            continue;
        }
        sum += size;
        if a_from < a && b_from < b {
            parts.push((a_from, a, b_from, b));
        }
        if a + size < a_to && b + size < b_to {
            parts.push((a + size, a_to, b + size, b_to));
        }
    }
    sum
}

/// The longest common block of two parts: where it begins in each, and its length. Of several, the one that begins
/// first in the first text, then in the second. `lengths` is working space, one longer than the second text.
///
/// Lengths are bytes, so that 16 of them are computed at once. They are enough: a text shorter than [`LONG`] has no longer
/// blocks, and in a longer one each letter is either rare or left out.
fn longest(
    first: &Text,
    second: &Text,
    (a_from, a_to, b_from, b_to): (usize, usize, usize, usize),
    lengths: &mut [Vec<u8>; 2],
) -> (usize, usize, usize) {
    let (mut a, mut b, mut size) = (a_from, b_from, 0);
    let rare = &second.rare[b_from..b_to];
    let [before, now] = lengths;
    // `now[j + 1]` is the length of the common block that ends with letter `j` of the part.
    let (mut before, mut now) = (&mut before[..=rare.len()], &mut now[..=rare.len()]);
    before.fill(0);
    now[0] = 0;
    for i in a_from..a_to {
        let letter = first.letters[i];
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

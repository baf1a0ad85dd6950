//! Changes to texts, as a slip of the hand, a broken disk or an attacker makes them.

use evolvarium::base::Stream;

/// The pieces that are put in: brackets, ends of strings, limits of numbers, long things, and letters of more than one
/// byte.
const PIECES: [&str; 44] = [
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ",",
    ":",
    "\"",
    "'",
    "\\",
    "/*",
    "//",
    "#",
    "~",
    "@",
    "=",
    ".",
    "-",
    "\n",
    "\r",
    "\t",
    " ",
    "0",
    "1",
    "9",
    "-1",
    "255",
    "256",
    "65536",
    "4294967295",
    "4294967296",
    "18446744073709551615",
    "1e999",
    "NaN",
    "inf",
    "true",
    "Some(",
    "None",
    "\u{0}",
    "\u{1b}[2J",
    "벌집",
    "𝄞",
    "\\u{110000}",
];

/// Returns a place in a text between two of its letters.
fn place(text: &str, rng: &mut Stream) -> usize {
    text.floor_char_boundary(rng.random_below(text.len() as u32 + 1) as usize)
}

/// Returns a part of a text, mostly a short one.
fn part(text: &str, rng: &mut Stream) -> std::ops::Range<usize> {
    let from = place(text, rng);
    let most = [4, 16, 80, text.len() as u32][rng.random_below(4) as usize];
    let to = text.floor_char_boundary((from + rng.random_below(most + 1) as usize).min(text.len()));
    from.min(to)..to
}

/// Returns a part that a reader takes as a whole: a number, a word, or the text between two signs.
fn token(text: &str, rng: &mut Stream) -> std::ops::Range<usize> {
    let at = place(text, rng);
    let is_end = |c: char| !c.is_alphanumeric() && c != '_';
    let from = text[..at]
        .rfind(is_end)
        .map_or(0, |end| text.ceil_char_boundary(end + 1));
    let to = text[at..].find(is_end).map_or(text.len(), |end| at + end);
    from..to
}

/// Makes one change.
fn change(text: &mut String, other: &str, rng: &mut Stream) {
    match rng.random_below(9) {
        0 => text.replace_range(part(text, rng), ""),
        1 => text.insert_str(place(text, rng), PIECES[rng.random_below(44) as usize]),
        2 => text.replace_range(token(text, rng), PIECES[rng.random_below(44) as usize]),
        3 => {
            let copy = text[part(text, rng)].to_owned();
            text.insert_str(place(text, rng), &copy);
        }
        4 => {
            let theirs = other[part(other, rng)].to_owned();
            text.replace_range(part(text, rng), &theirs);
        }
        5 => {
            let letter = char::from_u32(rng.random_below(0x250)).unwrap_or('?');
            text.insert(place(text, rng), letter);
        }
        6 => {
            let theirs = other[token(other, rng)].to_owned();
            text.replace_range(token(text, rng), &theirs);
        }
        7 => text.truncate(place(text, rng)),
        _ => {
            let piece = PIECES[rng.random_below(44) as usize];
            let many = [9, 200, 3_000][rng.random_below(3) as usize];
            text.insert_str(place(text, rng), &piece.repeat(many));
        }
    }
}

/// Returns a text with one to six changes; `other` is another text of its kind.
pub fn mutated(text: &str, other: &str, rng: &mut Stream) -> String {
    let mut text = text.to_owned();
    for _ in 0..=rng.random_below(6) {
        change(&mut text, other, rng);
    }
    text
}

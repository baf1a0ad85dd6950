//! The keys of the on-screen keyboard, and the way of the arrows from one key to the next.

use bevy::prelude::*;

/// The effect of a key of the on-screen keyboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stroke {
    /// Writes a character.
    Write(char),
    /// Writes a space.
    Space,
    /// Deletes the character before the cursor.
    Delete,
    /// Moves the cursor of the text to the left.
    Left,
    /// Moves the cursor of the text to the right.
    Right,
    /// Exchanges small letters and capitals.
    Capitals,
    /// Exchanges Latin letters and Hangul.
    Hangul,
    /// Ends writing.
    Done,
}

/// A key, and its width in columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Key {
    pub stroke: Stroke,
    pub columns: usize,
}

/// The keys for a kind of field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Layout {
    /// Letters, digits and the signs of game ids.
    Text,
    /// Digits and the signs of numbers.
    Number,
}

/// The lines of keys that write a character.
const TEXT: [&str; 5] = [
    "1234567890",
    "qwertyuiop",
    "asdfghjkl-",
    "zxcvbnm:#@",
    ".,;~=_+*/'",
];
const NUMBER: [&str; 3] = ["789-", "456.", "1230"];
/// The keys below those that write a character.
const BELOW_TEXT: [(Stroke, usize); 7] = [
    (Stroke::Capitals, 1),
    (Stroke::Hangul, 1),
    (Stroke::Space, 2),
    (Stroke::Left, 1),
    (Stroke::Right, 1),
    (Stroke::Delete, 2),
    (Stroke::Done, 2),
];
const BELOW_NUMBER: [(Stroke, usize); 2] = [(Stroke::Delete, 2), (Stroke::Done, 2)];

impl Layout {
    /// The rows of keys. All rows are equally wide.
    pub fn rows(self) -> Vec<Vec<Key>> {
        let (lines, below): (&[&str], &[(Stroke, usize)]) = match self {
            Layout::Text => (&TEXT, &BELOW_TEXT),
            Layout::Number => (&NUMBER, &BELOW_NUMBER),
        };
        let of_line = |line: &&str| {
            let keys = line.chars().map(|character| Key {
                stroke: Stroke::Write(character),
                columns: 1,
            });
            keys.collect()
        };
        let below = below
            .iter()
            .map(|&(stroke, columns)| Key { stroke, columns });
        let rows = lines.iter().map(of_line);
        rows.chain(std::iter::once(below.collect())).collect()
    }

    /// The first place of the cursor: in the middle.
    pub fn start(self) -> KeyPlace {
        match self {
            Layout::Text => KeyPlace { row: 2, column: 4 },
            Layout::Number => KeyPlace { row: 1, column: 1 },
        }
    }
}

/// A place on the keyboard: a row, and a column of it. A wide key has several places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct KeyPlace {
    pub row: usize,
    pub column: usize,
}

impl KeyPlace {
    /// The number of the key in its row that is at this place.
    pub fn key(self, rows: &[Vec<Key>]) -> usize {
        let mut end = 0;
        let keys = rows[self.row].iter();
        let ends = keys.map(|key| {
            end += key.columns;
            end
        });
        let before = ends.take_while(|end| *end <= self.column).count();
        before.min(rows[self.row].len() - 1)
    }

    /// The place after a step: columns to the right, rows down. At the edges it goes round to the other side.
    pub fn moved(self, rows: &[Vec<Key>], step: IVec2) -> Self {
        let around =
            |at: usize, by: i32, count: usize| (at as i32 + by).rem_euclid(count as i32) as usize;
        let row = around(self.row, step.y, rows.len());
        if step.x == 0 {
            return KeyPlace { row, ..self };
        }
        let key = around(self.key(rows), step.x, rows[row].len());
        let column = rows[row][..key].iter().map(|key| key.columns).sum();
        KeyPlace { row, column }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_rows_are_equally_wide_and_every_sign_of_an_id_has_a_key() {
        for layout in [Layout::Text, Layout::Number] {
            let rows = layout.rows();
            let width = |row: &Vec<Key>| row.iter().map(|key| key.columns).sum::<usize>();
            assert!(rows.iter().all(|row| width(row) == width(&rows[0])));
            let start = layout.start();
            assert!(start.row < rows.len() && start.column < width(&rows[0]));
        }
        let rows = Layout::Text.rows();
        let has = |wanted: char| {
            let stroke = Stroke::Write(wanted);
            rows.iter().flatten().any(|key| key.stroke == stroke)
        };
        for wanted in ('a'..='z').chain('0'..='9').chain(":-#@.~,=;_".chars()) {
            assert!(has(wanted), "{wanted}");
        }
    }

    #[test]
    fn arrows_go_around_and_wide_keys_are_left_where_they_were_entered() {
        let rows = Layout::Text.rows();
        let at = |row, column| KeyPlace { row, column };
        assert_eq!(at(0, 9).moved(&rows, IVec2::X), at(0, 0));
        assert_eq!(at(0, 3).moved(&rows, IVec2::NEG_Y), at(5, 3));
        // From the middle of the space key upwards, and sideways over it.
        assert_eq!(at(5, 3).moved(&rows, IVec2::NEG_Y), at(4, 3));
        assert_eq!(at(5, 3).moved(&rows, IVec2::X), at(5, 4));
        assert_eq!(at(5, 3).moved(&rows, IVec2::NEG_X), at(5, 1));
        assert_eq!(rows[5][at(5, 3).key(&rows)].stroke, Stroke::Space);
        assert_eq!(rows[5][at(5, 9).key(&rows)].stroke, Stroke::Done);
    }
}

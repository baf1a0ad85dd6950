//! The equivalence classes of the 5,478 positions of 3x3 under the eight symmetries of the square: 765
//! classes, of which 627 are not terminal.

use std::sync::LazyLock;

use crate::games::tic_tac_toe::rules::ultimate::holds_line;
use crate::games::tic_tac_toe::rules::{Cell, Game, Side};
use crate::search::GameValue;

/// The number of classes that are not terminal.
pub const CLASS_COUNT: usize = 627;

/// A position of 3x3, with the marks of each side as bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position3x3 {
    /// The cells of the first and of the second side, cell 0 in the lowest bit.
    pub marks: [u16; 2],
}

impl Position3x3 {
    /// The position of a game; `None` if its board is not 3x3 with three in a row.
    pub fn of(game: &Game) -> Option<Self> {
        let mut position = Position3x3::default();
        if !game.board().is_usual() {
            return None;
        }
        for cell in 0..9 {
            if let Some(side) = game.mark(Cell(cell)) {
                position.marks[side.index()] |= 1 << cell;
            }
        }
        Some(position)
    }

    /// The side to move.
    #[inline]
    pub fn to_move(self) -> Side {
        Side::BOTH[self.mark_count() % 2]
    }

    /// The number of marks.
    #[inline]
    pub fn mark_count(self) -> usize {
        (self.marks[0] | self.marks[1]).count_ones() as usize
    }

    /// The free cells as bits.
    #[inline]
    pub fn free(self) -> u16 {
        0o777 & !(self.marks[0] | self.marks[1])
    }

    /// The position after the side to move has marked `cell`, which must be free.
    #[inline]
    pub fn after(mut self, cell: usize) -> Self {
        self.marks[self.to_move().index()] |= 1 << cell;
        self
    }

    /// The winner, if there is one.
    #[inline]
    pub fn winner(self) -> Option<Side> {
        let has = |side: &Side| holds_line(self.marks[side.index()]);
        Side::BOTH.into_iter().find(has)
    }

    /// Whether the game is over.
    #[inline]
    pub fn is_over(self) -> bool {
        self.free() == 0 || self.winner().is_some()
    }

    /// The free cells without those that a symmetry of the position turns into an earlier one: each cell, with the
    /// number of cells that it stands for.
    pub fn distinct_cells(self) -> Vec<(usize, u32)> {
        let own = SYMMETRIES.iter().filter(|s| self.transformed(s) == self);
        let own: Vec<&[u8; 9]> = own.collect();
        let mut found: Vec<(usize, u32)> = Vec::new();
        for cell in cells(self.free()) {
            let first = own.iter().map(|s| usize::from(s[cell])).min();
            match found.iter_mut().find(|(known, _)| Some(*known) == first) {
                Some((_, alike)) => *alike += 1,
                None => found.push((cell, 1)),
            }
        }
        found
    }

    /// The index of the position in tables, below 3^9.
    #[inline]
    fn code(self) -> usize {
        usize::from(TERNARY[usize::from(self.marks[0])])
            + 2 * usize::from(TERNARY[usize::from(self.marks[1])])
    }

    fn transformed(self, symmetry: &[u8; 9]) -> Self {
        let transform = |marks: u16| {
            (0..9).fold(0, |moved, cell| {
                moved | (marks >> cell & 1) << symmetry[cell]
            })
        };
        Position3x3 {
            marks: self.marks.map(transform),
        }
    }
}

/// The cells of a set, lowest first.
pub fn cells(set: u16) -> impl Iterator<Item = usize> + Clone {
    (0..9).filter(move |cell| set >> cell & 1 == 1)
}

/// For each set of cells as bits, the number whose ternary digits are these bits.
const TERNARY: [u16; 512] = {
    let mut table = [0; 512];
    let mut set = 0;
    while set < 512 {
        let (mut cell, mut power) = (0, 1);
        while cell < 9 {
            if set >> cell & 1 == 1 {
                table[set] += power;
            }
            power *= 3;
            cell += 1;
        }
        set += 1;
    }
    table
};

/// For each of the eight symmetries, the new place of each cell. The first is the identity.
const SYMMETRIES: [[u8; 9]; 8] = {
    let mut table = [[0; 9]; 8];
    let mut s = 0;
    while s < 8 {
        let mut cell = 0;
        while cell < 9 {
            let (mut row, mut col) = (cell / 3, cell % 3);
            if s & 4 != 0 {
                (row, col) = (col, row);
            }
            if s & 2 != 0 {
                row = 2 - row;
            }
            if s & 1 != 0 {
                col = 2 - col;
            }
            table[s][cell] = (row * 3 + col) as u8;
            cell += 1;
        }
        s += 1;
    }
    table
};

/// The result of a move: the number of a class, or one of the numbers above the classes. It is a plain number,
/// so that hot loops can use it as an index without a branch.
pub type Next = u16;

/// The side that moved has won.
pub const WON: Next = CLASS_COUNT as Next;
/// The board is full.
pub const DRAWN: Next = CLASS_COUNT as Next + 1;
/// The move is illegal because the cell is taken.
pub const TAKEN: Next = CLASS_COUNT as Next + 2;
/// The number of values of [`Next`].
pub const NEXT_COUNT: usize = CLASS_COUNT + 3;

/// A class of positions that are not terminal.
#[derive(Clone, Debug)]
pub struct Class {
    /// The canonical position, which stands for the whole class.
    pub position: Position3x3,
    /// The result of each move in the canonical position.
    pub next: [Next; 9],
}

impl Class {
    /// The side to move.
    pub fn to_move(&self) -> Side {
        self.position.to_move()
    }
}

/// A number that orders game values for the side to move: fast wins are the highest, fast losses the
/// lowest.
pub fn ordering_key(value: GameValue) -> i32 {
    match value {
        GameValue::Win(plies) => 100 - plies as i32,
        GameValue::Draw => 0,
        GameValue::Loss(plies) => plies as i32 - 100,
    }
}

/// Converts a value for the side to move into the value of the last move for the other side.
pub fn value_of_last_move(value: GameValue) -> GameValue {
    match value {
        GameValue::Win(plies) => GameValue::Loss(plies + 1),
        GameValue::Draw => GameValue::Draw,
        GameValue::Loss(plies) => GameValue::Win(plies + 1),
    }
}

/// All classes that are not terminal, those with fewer marks first, and the class of each position.
pub struct Classes {
    list: Vec<Class>,
    /// For each class, the value of each move for its mover.
    move_values: Vec<[Option<GameValue>; 9]>,
    /// For each position by code, its class and the symmetry that leads to the canonical position.
    class_of: Vec<Option<(u16, u8)>>,
    /// For each class, the number of games that go on from it.
    games: Vec<u32>,
}

/// All classes, built once.
pub static CLASSES: LazyLock<Classes> = LazyLock::new(Classes::new);

impl Classes {
    fn new() -> Self {
        let mut classes = Classes {
            list: Vec::new(),
            move_values: Vec::new(),
            class_of: vec![None; 3usize.pow(9)],
            games: Vec::new(),
        };
        let mut level = vec![Position3x3::default()];
        for _ in 0..=9 {
            level.iter().for_each(|position| classes.add(*position));
            let open = level.iter().filter(|position| !position.is_over());
            let after = |position: &Position3x3| {
                cells(position.free())
                    .map(|c| position.after(c))
                    .collect::<Vec<_>>()
            };
            level = open.flat_map(after).collect();
            level.sort();
            level.dedup();
        }
        classes.link();
        classes
    }

    /// Adds a position that is not terminal to its class, which is new if it had none yet.
    fn add(&mut self, position: Position3x3) {
        if position.is_over() {
            return;
        }
        let transformed = SYMMETRIES
            .iter()
            .map(|s| position.transformed(s))
            .enumerate();
        let Some((symmetry, canonical)) = transformed.min_by_key(|(at, p)| (p.code(), *at)) else {
            return;
        };
        // The canonical position need not be the first of its class to be added.
        let known = self
            .list
            .iter()
            .position(|class| class.position == canonical);
        let class = known.unwrap_or_else(|| {
            self.list.push(Class {
                position: canonical,
                next: [TAKEN; 9],
            });
            self.move_values.push([None; 9]);
            self.games.push(0);
            self.list.len() - 1
        });
        self.class_of[position.code()] = Some((class as u16, symmetry as u8));
    }

    /// Fills in the successors, the move values and the numbers of games, the last classes first, because values come
    /// from the end of the game.
    fn link(&mut self) {
        for at in (0..self.list.len()).rev() {
            let position = self.list[at].position;
            for cell in cells(position.free()) {
                let after = position.after(cell);
                let (next, value, games) = if after.winner().is_some() {
                    (WON, GameValue::Win(1), 1)
                } else if after.is_over() {
                    (DRAWN, GameValue::Draw, 1)
                } else {
                    let class = self.class_of[after.code()].map_or(0, |(class, _)| class);
                    let games = self.games[usize::from(class)];
                    (class, value_of_last_move(self.value(class)), games)
                };
                self.games[at] += games;
                self.list[at].next[cell] = next;
                self.move_values[at][cell] = Some(value);
            }
        }
    }

    /// The value of a class for the side to move.
    pub fn value(&self, class: u16) -> GameValue {
        let values = self.move_values[usize::from(class)].iter().flatten();
        values
            .copied()
            .max_by_key(|value| ordering_key(*value))
            .unwrap_or(GameValue::Draw)
    }

    /// The number of games that go on from a position: each order of moves to an end of the game is one. If the game is
    /// over, 1.
    pub fn games(&self, position: Position3x3) -> u32 {
        let class = self.find(position);
        class.map_or(1, |class| self.games[usize::from(class)])
    }

    /// The best moves of a class as bits. Moves with the same result are equal, unless
    /// `also_by_distance` prefers fast wins and slow losses.
    pub fn best(&self, class: usize, also_by_distance: bool) -> u16 {
        let rank = |value: GameValue| match value {
            _ if also_by_distance => ordering_key(value),
            GameValue::Win(_) => 1,
            GameValue::Draw => 0,
            GameValue::Loss(_) => -1,
        };
        let ranks = self.move_values[class].map(|value| value.map(rank));
        let best = ranks.into_iter().max().flatten();
        (0..9).fold(0, |set, cell| {
            set | u16::from(ranks[cell].is_some() && ranks[cell] == best) << cell
        })
    }

    /// The classes that are not terminal.
    pub fn list(&self) -> &[Class] {
        &self.list
    }

    /// The class of a position; `None` if it is terminal.
    pub fn find(&self, position: Position3x3) -> Option<u16> {
        self.class_of[position.code()].map(|(class, _)| class)
    }

    /// The cell of `position` that corresponds to `cell` of its canonical position; `None` if it is
    /// terminal.
    pub fn cell_in_position(&self, position: Position3x3, cell: usize) -> Option<usize> {
        let (_, symmetry) = self.class_of[position.code()]?;
        let symmetry = &SYMMETRIES[usize::from(symmetry)];
        symmetry.iter().position(|to| usize::from(*to) == cell)
    }

    /// The value of each move of a position for its mover; `None` for taken cells and terminal
    /// positions.
    pub fn move_values(&self, position: Position3x3) -> [Option<GameValue>; 9] {
        let Some((class, symmetry)) = self.class_of[position.code()] else {
            return [None; 9];
        };
        let symmetry = &SYMMETRIES[usize::from(symmetry)];
        let values = &self.move_values[usize::from(class)];
        std::array::from_fn(|cell| values[usize::from(symmetry[cell])])
    }
}

//! All 5,478 positions of 3x3, gathered into 765 classes that look alike under the eight symmetries
//! of the square, 627 of them before the end of the game.

use std::sync::LazyLock;

use crate::games::tic_tac_toe::rules::ultimate::holds_line;
use crate::games::tic_tac_toe::rules::{Cell, Game, Side};
use crate::search::GameValue;

/// How many classes are not final.
pub const COUNT: usize = 627;

/// A position of 3x3: the cells of each side as bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Small {
    /// Cells of the first and of the second side.
    pub marks: [u16; 2],
}

impl Small {
    /// The position of a game on the usual board.
    pub fn of(game: &Game) -> Option<Self> {
        let mut small = Small::default();
        if !game.board().is_usual() {
            return None;
        }
        for cell in 0..9 {
            if let Some(side) = game.mark(Cell(cell)) {
                small.marks[side.index()] |= 1 << cell;
            }
        }
        Some(small)
    }

    /// Whose turn it is.
    #[inline]
    pub fn to_move(self) -> Side {
        Side::BOTH[self.moved() % 2]
    }

    /// How many marks there are.
    #[inline]
    pub fn moved(self) -> usize {
        (self.marks[0] | self.marks[1]).count_ones() as usize
    }

    /// The free cells as bits.
    #[inline]
    pub fn free(self) -> u16 {
        0o777 & !(self.marks[0] | self.marks[1])
    }

    /// The position after a mark in a free cell.
    #[inline]
    pub fn after(mut self, cell: usize) -> Self {
        self.marks[self.to_move().index()] |= 1 << cell;
        self
    }

    /// Who has won.
    #[inline]
    pub fn won(self) -> Option<Side> {
        let has = |side: &Side| holds_line(self.marks[side.index()]);
        Side::BOTH.into_iter().find(has)
    }

    /// Whether the game is over.
    #[inline]
    pub fn over(self) -> bool {
        self.free() == 0 || self.won().is_some()
    }

    /// A number for tables, below 3^9.
    #[inline]
    fn code(self) -> usize {
        usize::from(TERNARY[usize::from(self.marks[0])])
            + 2 * usize::from(TERNARY[usize::from(self.marks[1])])
    }

    fn turned(self, symmetry: &[u8; 9]) -> Self {
        let turn = |marks: u16| {
            (0..9).fold(0, |turned, cell| {
                turned | (marks >> cell & 1) << symmetry[cell]
            })
        };
        Small {
            marks: self.marks.map(turn),
        }
    }
}

/// The cells of a set, lowest first.
pub fn cells(set: u16) -> impl Iterator<Item = usize> + Clone {
    (0..9).filter(move |cell| set >> cell & 1 == 1)
}

/// Binary digits read as ternary ones.
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

/// Where each cell goes, for the eight symmetries; the first changes nothing.
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

/// What a move leads to: the number of a class, or one of the numbers behind the classes. A number,
/// so that hot loops can look results up without a branch.
pub type Next = u16;

/// Who moved has won.
pub const WON: Next = COUNT as Next;
/// The board is full.
pub const DRAWN: Next = COUNT as Next + 1;
/// Nothing, because the cell is taken.
pub const TAKEN: Next = COUNT as Next + 2;
/// How many numbers there are.
pub const NEXTS: usize = COUNT + 3;

/// A class of positions before the end of the game.
#[derive(Clone, Debug)]
pub struct Class {
    /// The position that stands for all of them.
    pub small: Small,
    /// What each move leads to.
    pub next: [Next; 9],
}

impl Class {
    /// Whose turn it is.
    pub fn to_move(&self) -> Side {
        self.small.to_move()
    }
}

/// Higher is better: wins soon, draws, losses late.
pub fn worth(verdict: GameValue) -> i32 {
    match verdict {
        GameValue::Win(plies) => 100 - plies as i32,
        GameValue::Draw => 0,
        GameValue::Loss(plies) => plies as i32 - 100,
    }
}

/// What a result is worth to who made the last move, one ply later.
fn seen_from_before(verdict: GameValue) -> GameValue {
    match verdict {
        GameValue::Win(plies) => GameValue::Loss(plies + 1),
        GameValue::Draw => GameValue::Draw,
        GameValue::Loss(plies) => GameValue::Win(plies + 1),
    }
}

/// All classes before the end, those with fewer marks first, and the way to them.
pub struct Classes {
    list: Vec<Class>,
    /// What each move of each class is worth for who makes it, with best play after it.
    verdicts: Vec<[Option<GameValue>; 9]>,
    /// For each position by code: its class and the symmetry that leads there.
    places: Vec<Option<(u16, u8)>>,
    /// How many classes are final.
    finals: usize,
    /// How many positions there are, final ones included.
    positions: usize,
}

/// The classes, made once.
pub static CLASSES: LazyLock<Classes> = LazyLock::new(Classes::new);

impl Classes {
    fn new() -> Self {
        let mut classes = Classes {
            list: Vec::new(),
            verdicts: Vec::new(),
            places: vec![None; 3usize.pow(9)],
            finals: 0,
            positions: 0,
        };
        let mut level = vec![Small::default()];
        for _ in 0..=9 {
            level.iter().for_each(|small| classes.place(*small));
            let open = level.iter().filter(|small| !small.over());
            let after = |small: &Small| {
                cells(small.free())
                    .map(|c| small.after(c))
                    .collect::<Vec<_>>()
            };
            level = open.flat_map(after).collect();
            level.sort();
            level.dedup();
        }
        classes.link();
        classes
    }

    /// Gives a position its class, a new one if it is the first of it.
    fn place(&mut self, small: Small) {
        self.positions += 1;
        let turned = SYMMETRIES.iter().map(|s| small.turned(s)).enumerate();
        let Some((symmetry, chief)) = turned.min_by_key(|(at, turned)| (turned.code(), *at)) else {
            return;
        };
        if small.over() {
            self.finals += usize::from(symmetry == 0);
            return;
        }
        // The chief of a class comes before the others only by chance, so look for it.
        let known = self.list.iter().position(|class| class.small == chief);
        let class = known.unwrap_or_else(|| {
            self.list.push(Class {
                small: chief,
                next: [TAKEN; 9],
            });
            self.verdicts.push([None; 9]);
            self.list.len() - 1
        });
        self.places[small.code()] = Some((class as u16, symmetry as u8));
    }

    /// Finds what moves lead to and what they are worth, last classes first.
    fn link(&mut self) {
        for at in (0..self.list.len()).rev() {
            let small = self.list[at].small;
            for cell in cells(small.free()) {
                let after = small.after(cell);
                let (next, verdict) = if after.won().is_some() {
                    (WON, GameValue::Win(1))
                } else if after.over() {
                    (DRAWN, GameValue::Draw)
                } else {
                    let class = self.places[after.code()].map_or(0, |(class, _)| class);
                    let best = self.value(class);
                    (class, seen_from_before(best))
                };
                self.list[at].next[cell] = next;
                self.verdicts[at][cell] = Some(verdict);
            }
        }
    }

    /// The result of a class with best play, for who is to move.
    pub fn value(&self, class: u16) -> GameValue {
        let verdicts = self.verdicts[usize::from(class)].iter().flatten();
        verdicts
            .copied()
            .max_by_key(|verdict| worth(*verdict))
            .unwrap_or(GameValue::Draw)
    }

    /// The moves of a class that are best, by result alone or also by how soon it comes, as bits.
    pub fn best(&self, class: usize, also_by_distance: bool) -> u16 {
        let rank = |verdict: GameValue| match verdict {
            _ if also_by_distance => worth(verdict),
            GameValue::Win(_) => 1,
            GameValue::Draw => 0,
            GameValue::Loss(_) => -1,
        };
        let ranks = self.verdicts[class].map(|verdict| verdict.map(rank));
        let best = ranks.into_iter().max().flatten();
        (0..9).fold(0, |set, cell| {
            set | u16::from(ranks[cell].is_some() && ranks[cell] == best) << cell
        })
    }

    /// The classes before the end.
    pub fn list(&self) -> &[Class] {
        &self.list
    }

    /// How many classes are final.
    pub fn finals(&self) -> usize {
        self.finals
    }

    /// How many positions there are.
    pub fn positions(&self) -> usize {
        self.positions
    }

    /// The class of a position before the end; `None` after it.
    pub fn find(&self, small: Small) -> Option<u16> {
        self.places[small.code()].map(|(class, _)| class)
    }

    /// A cell of a class as it lies in one of its positions.
    pub fn lay(&self, small: Small, cell: usize) -> Option<usize> {
        let (_, symmetry) = self.places[small.code()]?;
        let symmetry = &SYMMETRIES[usize::from(symmetry)];
        symmetry.iter().position(|to| usize::from(*to) == cell)
    }

    /// What each free cell of a position is worth, with best play; `None` for the others.
    pub fn verdicts(&self, small: Small) -> [Option<GameValue>; 9] {
        let Some((class, symmetry)) = self.places[small.code()] else {
            return [None; 9];
        };
        let symmetry = &SYMMETRIES[usize::from(symmetry)];
        let verdicts = &self.verdicts[usize::from(class)];
        std::array::from_fn(|cell| verdicts[usize::from(symmetry[cell])])
    }
}

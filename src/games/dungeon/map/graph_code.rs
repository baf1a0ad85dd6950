//! The short texts of a graph and of its locks in game ids. The text of a graph has two digits for each role, two for
//! the number of rooms, three for each room and two for each edge. If any room has ground, 100 is added to the number
//! of rooms, and each room has a fourth digit for its ground. Digits are 0 to 9 and a to z; the first digit of an edge may
//! also be A to N, which graphs of more than 51 rooms need.

use std::fmt;
use std::str::FromStr;

use super::graph::{Graph, MAX_ROOMS, Room, RoomNo};
use super::ground::Ground;
use super::locks::{Lock, Locks, MAX_LOCKS};
use crate::base::{SHORT, excerpt};

/// The number of different digits.
const BASE: usize = 36;
/// The shortest side of a room. The digit of a side is its length beyond this one.
const MIN_SIDE: u8 = *Room::SIDES.start();
/// The number of different counts of chests. The digit of the contents counts the enemies in steps of this number.
const CHEST_COUNTS: u8 = Room::MOST_CHESTS + 1;
/// The number that is added to the number of rooms if rooms have a fourth digit.
const WITH_GROUND: usize = 100;

/// The reason why a text is not a graph.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is not the text of a dungeon's graph or of its locks")]
pub struct GraphCodeError(String);

/// The digits in the order of their values. Those from [`BASE`] on stand only for the higher digit of an edge.
const DIGITS: &[u8] = b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMN";

fn digit(value: usize) -> char {
    char::from(DIGITS[value % DIGITS.len()])
}

/// The two digits of a value below [`BASE`] x the number of [`DIGITS`].
fn pair_of(value: usize) -> [char; 2] {
    [digit(value / BASE), digit(value % BASE)]
}

/// The number of an edge among those of all pairs of rooms.
fn edge_number(low: RoomNo, high: RoomNo) -> usize {
    high.index() * (high.index() - 1) / 2 + low.index()
}

impl fmt::Display for Graph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut pair = |value: usize| {
            let [high, low] = pair_of(value);
            write!(f, "{high}{low}")
        };
        let roles = self.roles;
        for role in [roles.start, roles.key, roles.exit] {
            pair(role.index())?;
        }
        let has_ground = self.has_ground();
        pair(self.len() + if has_ground { WITH_GROUND } else { 0 })?;
        for room in self.all() {
            let Room {
                width,
                height,
                enemies,
                chests,
                ground,
            } = *self.room(room);
            let side = |side: u8| digit(usize::from(side.saturating_sub(MIN_SIDE)));
            let contents = digit(usize::from(enemies * CHEST_COUNTS + chests));
            write!(f, "{}{}{contents}", side(width), side(height))?;
            if has_ground {
                write!(f, "{}", digit(usize::from(ground.number())))?;
            }
        }
        for (low, high) in self.edges() {
            let [high, low] = pair_of(edge_number(low, high));
            write!(f, "{high}{low}")?;
        }
        Ok(())
    }
}

/// Writes the locks as in game ids, joined by dots: two digits for the room of each key and two for each locked edge; a
/// single 0 if there are none.
impl fmt::Display for Locks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.keys.is_empty() {
            return f.write_str("0");
        }
        for (number, key) in (0u8..).zip(&self.keys) {
            if number > 0 {
                f.write_str(".")?;
            }
            let edges = self.edges.iter().filter(|(.., lock)| *lock == Lock(number));
            let edges = edges.map(|(low, high, _)| edge_number(*low, *high));
            for value in std::iter::once(key.index()).chain(edges) {
                let [high, low] = pair_of(value);
                write!(f, "{high}{low}")?;
            }
        }
        Ok(())
    }
}

impl FromStr for Locks {
    type Err = GraphCodeError;

    fn from_str(text: &str) -> Result<Self, GraphCodeError> {
        let refuse = || GraphCodeError(excerpt(text, SHORT));
        let mut locks = Locks::default();
        if text == "0" {
            return Ok(locks);
        }
        for (number, part) in text.split('.').enumerate() {
            let digits = digits_of(part).ok_or_else(refuse)?;
            let mut digits = Digits(digits.iter());
            let key = digits.pair().filter(|_| number < usize::from(MAX_LOCKS));
            locks.keys.push(RoomNo(key.ok_or_else(refuse)? as u8));
            while !digits.0.as_slice().is_empty() {
                let edge = digits.pair().and_then(edge_of_number);
                let (low, high) = edge.ok_or_else(refuse)?;
                locks.edges.push((low, high, Lock(number as u8)));
            }
        }
        locks.edges.sort();
        // The same locks have only one text.
        (locks.to_string() == text)
            .then_some(locks)
            .ok_or_else(refuse)
    }
}

/// The values of the digits of a text.
fn digits_of(text: &str) -> Option<Vec<usize>> {
    let value = |digit: u8| DIGITS.iter().position(|known| *known == digit);
    text.bytes().map(value).collect()
}

/// The rooms of an edge by its number among those of all pairs of rooms, the lower room first.
fn edge_of_number(number: usize) -> Option<(RoomNo, RoomNo)> {
    let high = (1..MAX_ROOMS)
        .rev()
        .find(|high| high * (high - 1) / 2 <= number)?;
    let low = number - high * (high - 1) / 2;
    (low < high).then_some((RoomNo(low as u8), RoomNo(high as u8)))
}

/// Reads the digits of a text.
struct Digits<'a>(std::slice::Iter<'a, usize>);

impl Digits<'_> {
    fn one(&mut self) -> Option<usize> {
        self.0.next().copied().filter(|digit| *digit < BASE)
    }

    fn pair(&mut self) -> Option<usize> {
        let high = *self.0.next()?;
        Some(high * BASE + self.one()?)
    }

    fn side(&mut self) -> Option<u8> {
        Some(self.one()? as u8 + MIN_SIDE)
    }
}

/// The graph of some digits. The same graph has only one text.
fn graph_of(digits: &[usize]) -> Option<Graph> {
    let mut digits = Digits(digits.iter());
    let roles = [digits.pair()?, digits.pair()?, digits.pair()?];
    let count = digits.pair()?;
    let has_ground = count > WITH_GROUND;
    let count = if has_ground {
        count - WITH_GROUND
    } else {
        count
    };
    if !Graph::ROOMS.contains(&count) {
        return None;
    }
    let mut room = || {
        let (width, height, contents) = (digits.side()?, digits.side()?, digits.one()? as u8);
        let ground = if has_ground { digits.one()? as u8 } else { 0 };
        Some(Room {
            ground: Ground::of_number(ground)?,
            width,
            height,
            enemies: contents / CHEST_COUNTS,
            chests: contents % CHEST_COUNTS,
        })
    };
    let rooms: Vec<Room> = (0..count).map(|_| room()).collect::<Option<_>>()?;
    let mut graph = Graph::of(&rooms);
    let [start, key, exit] = roles;
    let differ = start != key && key != exit && exit != start;
    if !differ || roles.iter().any(|role| *role >= count) {
        return None;
    }
    for (role, room) in graph.roles.each_mut().into_iter().zip(roles) {
        *role = RoomNo(room as u8);
    }
    while !digits.0.as_slice().is_empty() {
        let (low, high) = edge_of_number(digits.pair()?)?;
        if high.index() >= count {
            return None;
        }
        graph.connect(low, high);
    }
    Some(graph)
}

impl FromStr for Graph {
    type Err = GraphCodeError;

    fn from_str(text: &str) -> Result<Self, GraphCodeError> {
        let refuse = || GraphCodeError(excerpt(text, SHORT));
        let graph = digits_of(text).and_then(|digits| graph_of(&digits));
        let graph = graph.filter(|graph| graph.to_string() == text);
        graph.ok_or_else(refuse)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example() -> Graph {
        let room = |at: u8| Room {
            width: MIN_SIDE + at % 36,
            height: 40 - at % 36,
            enemies: at % (Room::MOST_ENEMIES + 1),
            chests: at % CHEST_COUNTS,
            ground: Ground::Stone,
        };
        let rooms: Vec<Room> = (0..MAX_ROOMS as u8).map(room).collect();
        let mut graph = Graph::of(&rooms);
        for at in 1..MAX_ROOMS as u8 {
            graph.connect(RoomNo(at / 2), RoomNo(at));
        }
        graph.roles.exit = RoomNo(MAX_ROOMS as u8 - 1);
        graph
    }

    #[test]
    fn a_graph_has_a_text_that_gives_it_again() {
        let graph = example();
        let text = graph.to_string();
        assert_eq!(text.len(), 8 + 3 * 60 + 2 * 59);
        assert_eq!(text.parse(), Ok(graph));
        let mut covered = graph;
        for (room, ground) in covered.all().zip(Ground::ALL.into_iter().cycle()) {
            covered.room_mut(room).ground = ground;
        }
        let text = covered.to_string();
        assert_eq!(text.len(), 8 + 4 * 60 + 2 * 59);
        assert_eq!(text.parse(), Ok(covered));
    }

    #[test]
    fn all_ways_between_the_most_rooms_have_their_own_texts() {
        let mut graph = example();
        for a in graph.all() {
            for b in graph.all() {
                graph.connect(a, b);
            }
        }
        let text = graph.to_string();
        assert_eq!(text.len(), 8 + 3 * 60 + 2 * 1_770);
        assert_eq!(text.parse(), Ok(graph));
        // 1,769 is 49 x 36 + 5.
        assert!(text.ends_with("N5"));
    }

    #[test]
    fn a_text_that_is_no_graph_is_refused() {
        let text = example().to_string();
        let shorter = &text[..text.len() - 1];
        let same_roles = format!("0000{}", &text[4..]);
        let missing_role = format!("zz{}", &text[2..]);
        let twice = format!("{text}{}", &text[text.len() - 2..]);
        let capital = text.to_uppercase();
        // The digit A would be a side of 41.
        let long_side = format!("{}A{}", &text[..8], &text[9..]);
        for wrong in [
            "",
            "00",
            "000102",
            shorter,
            &same_roles,
            &missing_role,
            &twice,
            &capital,
            &long_side,
        ] {
            assert!(wrong.parse::<Graph>().is_err(), "{wrong}");
        }
    }
}

//! The names of players and opponents, and times, in words.

use crate::games::hexxagon::players::{Opponent, Weights};
use crate::games::hexxagon::rules::{Cell, CellMove, Player};
use crate::shell::creature::full_name;
use crate::shell::words::{Words, signed};

/// The name of a player's colour in the language files.
pub(super) fn colour_key(player: Player) -> &'static str {
    match player.0 {
        0 => "hex.ruby",
        1 => "hex.pearl",
        _ => "hex.jade",
    }
}

/// The names of the listed boards, and the keys of their phrases.
const BOARDS: [(&str, &str); 18] = [
    ("Arena", "hex.board.name.arena"),
    ("Death Match", "hex.board.name.death_match"),
    ("Debug", "hex.board.name.debug"),
    ("Diamond", "hex.board.name.diamond"),
    ("Giant Island", "hex.board.name.giant_island"),
    ("H Hexagon", "hex.board.name.h_hexagon"),
    ("Holes", "hex.board.name.holes"),
    ("Island", "hex.board.name.island"),
    ("Pipes", "hex.board.name.pipes"),
    ("Separated", "hex.board.name.separated"),
    ("Six Island", "hex.board.name.six_island"),
    ("Spiral", "hex.board.name.spiral"),
    ("Surround", "hex.board.name.surround"),
    ("Three Bridge", "hex.board.name.three_bridge"),
    ("Three Way", "hex.board.name.three_way"),
    ("Turtle Shell", "hex.board.name.turtle_shell"),
    ("Two Bridge", "hex.board.name.two_bridge"),
    ("Vanilla", "hex.board.name.vanilla"),
];

/// The name of a board. That of a saved board is the player's own.
pub(super) fn board_name(name: &str, words: &Words) -> String {
    let listed = BOARDS.iter().find(|(listed, _)| *listed == name);
    listed.map_or_else(|| name.to_owned(), |(_, key)| words.get(key))
}

/// The name of a cell: a letter for its column from the left, and the number of its row from the bottom.
pub(super) fn cell_name(cell: Cell) -> String {
    format!("{}{}", (b'a' + cell.col() as u8) as char, cell.row() + 1)
}

/// A move as players read it: the target of a clone, or the source and the target of a jump.
pub(super) fn move_name(made: CellMove) -> String {
    match made.from {
        Some(from) => format!("{}-{}", cell_name(from), cell_name(made.to)),
        None => cell_name(made.to),
    }
}

/// An opponent in words.
pub(super) fn opponent_name(opponent: Opponent, words: &Words) -> String {
    let fill = |key: &str, value: String| words.fill(key, &[("value", value)]);
    match opponent {
        Opponent::Level(level) => fill("hex.level", level.number().to_string()),
        Opponent::Blend(blend) => fill("hex.level", blend.to_string()),
        Opponent::Set(set) => fill("hex.set", set.to_string()),
        Opponent::Weights(weights) => full_name(weights.creature(), words),
        Opponent::Time(milliseconds) => fill("hex.time", seconds(milliseconds)),
        Opponent::Random => words.get("play.random"),
        // The opponents of measurements have no words in the language files.
        other => other.to_string(),
    }
}

/// The name under which results are counted, in words: the number of players, and the opponents.
pub(super) fn counted_text(name: &str, words: &Words) -> String {
    let mut parts = name.split(' ');
    let players = parts.next().unwrap_or_default().to_owned();
    let opponent = |text: &str| {
        let known = text.parse().map(|opponent| opponent_name(opponent, words));
        known.unwrap_or_else(|_| text.to_owned())
    };
    let rivals: Vec<String> = parts.map(opponent).collect();
    let values = [("players", players), ("rivals", rivals.join(", "))];
    words.fill("hex.counted", &values)
}

/// Five weights as a player reads them.
pub(super) fn weights_text(weights: Weights) -> String {
    weights.0.map(signed).join("  ")
}

/// Milliseconds as seconds.
pub(super) fn seconds(milliseconds: u32) -> String {
    format!("{}", f64::from(milliseconds) / 1_000.0)
}

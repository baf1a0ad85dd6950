//! Texts of the table: the player whose turn it is, the names of the players, and the results of games.

use bevy::prelude::*;

use super::TableGame;
use crate::session::statistics::{Statistics, Tally};
use crate::session::{Ending, Origin, ReplayFile, Seat, Status, Table};
use crate::shell::creature;
use crate::shell::words::Words;

/// Returns the name of a player at the table, for instance the colour of the pieces.
pub fn player_name<G: TableGame>(table: &Table<G>, seat: usize, words: &Words) -> String {
    words.get(G::player_key(table, seat))
}

/// Returns a text that names the player whose turn it is, or says how the game has ended.
pub fn status_text<G: TableGame>(world: &World) -> String {
    let (Some(table), words) = (world.get_resource::<Table<G>>(), world.resource::<Words>()) else {
        return String::new();
    };
    let is_you = |seat: usize| table.only_human() == Some(seat);
    let named =
        |key: &str, seat: usize| words.fill(key, &[("player", player_name(table, seat, words))]);
    match table.status() {
        Status::Turn(seat) if table.is_replay() => named("play.turn", seat),
        Status::Turn(seat) if is_you(seat) => words.get("play.your_turn"),
        Status::Turn(seat) if table.seats()[seat].is_human() => named("play.turn", seat),
        Status::Turn(seat) => named("play.thinking", seat),
        Status::Over(Ending::Won(seat)) if is_you(seat) => words.get("play.you_won"),
        Status::Over(Ending::Won(seat)) if is_your_loss(table, seat) => words.get("play.you_lost"),
        Status::Over(Ending::Won(seat)) => {
            let player = winner_name(table, seat, words);
            words.fill("play.won", &[("player", player)])
        }
        Status::Over(Ending::Drawn) => words.get("play.drawn"),
        Status::Over(Ending::Lost) => words.get("play.lost"),
    }
}

/// Returns the outcome of a game as it is told to somebody else: whether the only human has won, and against whom, or who
/// of several has won. It is empty before the end.
pub fn outcome_text<G: TableGame>(table: &Table<G>, words: &Words) -> String {
    let Status::Over(ending) = table.status() else {
        return String::new();
    };
    let human = table.only_human();
    let outcome = match ending {
        Ending::Won(seat) if human == Some(seat) => words.get("played.won"),
        Ending::Won(seat) if human.is_none() => {
            words.fill("play.won", &[("player", player_name(table, seat, words))])
        }
        Ending::Won(_) | Ending::Lost => words.get("played.lost"),
        Ending::Drawn => words.get("played.drawn"),
    };
    let rivals = (0..table.seats().len()).filter(|seat| human.is_some_and(|human| human != *seat));
    let rivals: Vec<String> = rivals
        .map(|seat| seat_name_at(table, seat, words))
        .collect();
    if rivals.is_empty() {
        return outcome;
    }
    let values = [("outcome", outcome), ("rivals", rivals.join(", "))];
    words.fill("share.against", &values)
}

/// Whether a person has lost against the only rival, who has no name of its own.
fn is_your_loss<G: TableGame>(table: &Table<G>, winner: usize) -> bool {
    let is_rival = table.only_human().is_some_and(|human| human != winner);
    is_rival && table.seats().len() == 2 && G::evolved_opponent(table).is_none()
}

/// The name of a player that has won: that of the evolved opponent if it is the only rival of a human, or else the usual
/// one.
fn winner_name<G: TableGame>(table: &Table<G>, seat: usize, words: &Words) -> String {
    let is_only_rival =
        table.seats().len() == 2 && table.only_human().is_some_and(|human| human != seat);
    let opponent = G::evolved_opponent(table).filter(|_| is_only_rival);
    opponent.map_or_else(
        || player_name(table, seat, words),
        |opponent| creature::name(opponent, words),
    )
}

/// Returns the name of the human or the opponent in a seat.
pub fn seat_name<G: TableGame>(seats: &[Seat<G::Opponent>], seat: usize, words: &Words) -> String {
    let humans = seats.iter().filter(|seat| seat.is_human()).count();
    match seats.get(seat) {
        None => String::new(),
        Some(Seat::Human) if humans == 1 => words.get("play.you"),
        Some(Seat::Human) => words.fill("play.player", &[("number", (seat + 1).to_string())]),
        Some(Seat::Computer(opponent)) => G::opponent_name(opponent, words),
    }
}

/// Returns the name of the human or the opponent in a seat at a table.
pub fn seat_name_at<G: TableGame>(table: &Table<G>, seat: usize, words: &Words) -> String {
    match table.seats().get(seat) {
        Some(Seat::Computer(opponent)) => G::name_at_table(table, opponent, words),
        _ => seat_name::<G>(table.seats(), seat, words),
    }
}

/// Returns the names of the players of a replay; empty in a game for one player, or if its id cannot be read.
pub(super) fn players_text<G: TableGame>(file: &ReplayFile, words: &Words) -> String {
    let origin = Origin::<G>::parse(&file.id);
    let seats = origin.map_or(Vec::new(), |origin| G::seats(&origin.setup));
    if seats.len() < 2 {
        return String::new();
    }
    let names = (0..seats.len()).map(|seat| seat_name::<G>(&seats, seat, words));
    names.collect::<Vec<_>>().join(" – ")
}

/// Returns a text with the numbers of wins, draws and losses of all games that were counted under a name.
pub fn tally_text<G: TableGame>(world: &World, counted_as: &str) -> String {
    let tally = world.resource::<Statistics>().of(G::KEY, counted_as);
    let key = match (tally.games(), tally.drawn) {
        (0, _) => "play.tally.none",
        (_, 0) => "play.tally.undrawn",
        _ => "play.tally",
    };
    world.resource::<Words>().fill(
        key,
        &[
            ("games", tally.games().to_string()),
            ("won", tally.won.to_string()),
            ("drawn", tally.drawn.to_string()),
            ("lost", tally.lost.to_string()),
        ],
    )
}

/// Returns a text with the numbers of wins, draws and losses of all games that are counted under the same name as the
/// one on the table.
pub fn table_tally_text<G: TableGame>(world: &World) -> String {
    let table = world.get_resource::<Table<G>>();
    let counted_as = table.and_then(G::counted_as);
    counted_as.map_or(String::new(), |name| tally_text::<G>(world, &name))
}

/// Returns a text with the number of games of a kind that were won; empty if none has ended.
pub fn standing_text<G: TableGame>(world: &World) -> String {
    let tallies = world.resource::<Statistics>().names_of(G::KEY);
    let all = tallies.fold(Tally::default(), |all, (_, tally)| all.with(tally));
    if all.games() == 0 {
        return String::new();
    }
    let values = [
        ("won", all.won.to_string()),
        ("games", all.games().to_string()),
    ];
    world.resource::<Words>().fill("title.standing", &values)
}

/// Returns the texts that are not empty, one on each line.
pub fn joined_lines(texts: impl IntoIterator<Item = String>) -> String {
    let lines = texts.into_iter().filter(|text| !text.is_empty());
    lines.collect::<Vec<_>>().join("\n")
}

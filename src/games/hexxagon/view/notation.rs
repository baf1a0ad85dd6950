//! The moves of a game in short notation, as its panel lists them.

use bevy::prelude::*;

use super::names::move_name;
use crate::games::hexxagon::insight::{self, Insight, InsightKind};
use crate::games::hexxagon::rules::{CellMove, Game, Hexxagon, Player};
use crate::games::hexxagon::table::Table;
use crate::shell::table::move_list::{ListedMove, ListedVariation, MoveListGame};
use crate::shell::table::{look_back, replay, variations};
use crate::shell::theme::palette;

impl MoveListGame for Hexxagon {
    fn listed_moves(world: &World) -> Vec<ListedMove> {
        let table = world.resource::<Table>();
        let (session, insight) = (table.session(), world.resource::<Insight>());
        let shown = if table.is_replay() {
            table.game().all_moves()
        } else if insight.kind().looks_back() {
            insight.game()
        } else {
            session.moves()
        };
        written_moves(session.start(), shown)
    }

    fn listed_variations(world: &World) -> Vec<ListedVariation> {
        let table = world.resource::<Table>();
        look_back::listed_variations(table, |line| written_moves(table.game().start(), line))
    }

    const OPEN_VARIATION: Option<fn(&mut World, usize)> = Some(insight::review_variation);

    /// Looks back at the position in which the move was made, so that the panel judges it. A replay goes to the
    /// position after it.
    const OPEN: Option<fn(&mut World, usize)> = Some(|world, number| {
        variations::show_game::<Hexxagon>(world);
        if world.resource::<Table>().is_replay() {
            replay::stop_at::<Hexxagon>(world, number + 1);
        } else {
            insight::review_move(world, number);
        }
    });

    fn is_position_shown(world: &World, move_number: usize) -> bool {
        let table = world.resource::<Table>();
        let here = table.moves().len();
        let looks_back = world.resource::<Insight>().kind() == InsightKind::Game;
        if table.shown_variation().is_some() {
            return false;
        }
        match table.is_replay() {
            true => here == move_number + 1,
            false => looks_back && here == move_number,
        }
    }
}

/// Returns the moves of a game in short notation: `c4` clones to c4, `b2-d3+3` jumps from b2 to d3 and captures three
/// pieces. Rounds begin with the first player, so a dash stands for each player who was passed over, and for those
/// before the player with whom the game begins. A move that is not legal ends the list.
pub fn written_moves(start: &Game, moves: &[CellMove]) -> Vec<ListedMove> {
    let mut game = start.clone();
    let mut listed = Vec::new();
    let mut next = Player::default();
    for (number, made) in moves.iter().enumerate() {
        let Ok(step) = game.read(made) else { break };
        add_passes(&mut listed, &game, &mut next);
        let event = game.make(step);
        let captured = match event.captured.count() {
            0 => String::new(),
            captured => format!("+{captured}"),
        };
        listed.push(ListedMove {
            number: Some(number),
            text: format!("{}{captured}", move_name(*made)),
            colour: Some(palette::player(event.player.0)),
        });
        next = player_after(event.player, &game);
    }
    add_passes(&mut listed, &game, &mut next);
    listed
}

/// Adds a dash for each player from `next` to the one to move.
fn add_passes(listed: &mut Vec<ListedMove>, game: &Game, next: &mut Player) {
    while *next != game.mover() {
        listed.push(ListedMove {
            number: None,
            text: "–".to_owned(),
            colour: Some(palette::player(next.0)),
        });
        *next = player_after(*next, game);
    }
}

/// The player whose turn comes after that of another one.
fn player_after(player: Player, game: &Game) -> Player {
    Player((player.0 + 1) % game.players() as u8)
}

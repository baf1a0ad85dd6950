//! The offer of a harder game after a win.

use bevy::prelude::*;

use super::{ResultButton, TableGame, launch, new_game};
use crate::session::statistics::GameResult;
use crate::session::{Difficulty, Table};

/// Returns the button of the result that begins the next game at the next difficulty. `None` unless the only human has
/// won at a difficulty that is not the hardest.
pub fn result_button<G: TableGame>(world: &World) -> Option<ResultButton> {
    harder_difficulty::<G>(world).map(|_| ResultButton::new("play.harder", begin_harder_game::<G>))
}

fn harder_difficulty<G: TableGame>(world: &World) -> Option<Difficulty> {
    let table = world.get_resource::<Table<G>>()?;
    let won_at = new_game::difficulty_of::<G>(table.setup())?;
    let has_won = table.result() == Some(GameResult::Won);
    won_at.harder().filter(|_| has_won)
}

/// Begins the next game at the next difficulty, which the settings keep.
fn begin_harder_game<G: TableGame>(world: &mut World) {
    if let Some(harder) = harder_difficulty::<G>(world) {
        new_game::choose_difficulty::<G>(world, harder);
        launch::start_next_game_at::<G>(world, harder);
    }
}

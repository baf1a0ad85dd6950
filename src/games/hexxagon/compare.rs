//! Comparing two automatic players: the move that each of them would make in the position on the board.

use bevy::prelude::*;

use super::insight::{Insight, InsightKind};
use super::players::{Choice, Opponent, Weights};
use super::rules::{Game, Hexxagon};
use super::table::{Table, seed_of_choices};
use crate::base::Seed;
use crate::search::BackgroundSearch;
use crate::session::TableVersion;
use crate::shell::screen::Screen;
use crate::shell::table::playing;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Comparison>()
        .add_systems(OnExit(Screen::Play), end_searches)
        .add_systems(
            Update,
            (start_searches, take_choices)
                .chain()
                .run_if(playing::<Hexxagon>),
        );
}

/// The two players that are compared, and their moves.
#[derive(Resource, Clone, Debug)]
pub struct Comparison {
    /// The players.
    pub players: [Opponent; 2],
    /// The position and the players for which moves are searched, once the searches have started.
    asked: Option<Question>,
    /// The move of each player, once it is found.
    choices: [Option<Choice>; 2],
}

/// A position, by the version of its table, and the players who are asked for their moves.
type Question = (TableVersion, [Opponent; 2]);

impl Default for Comparison {
    /// Compares the weakest and the strongest set.
    fn default() -> Self {
        let sets = Weights::SETS_BY_STRENGTH.map(|(set, _)| Opponent::Set(set));
        Comparison {
            players: [sets[0], sets[sets.len() - 1]],
            asked: None,
            choices: [None, None],
        }
    }
}

impl Comparison {
    /// Returns the move of a player, 0 or 1; `None` until it is found, and after the end of the game.
    pub fn choice(&self, side: usize) -> Option<&Choice> {
        self.choices[side].as_ref()
    }
}

/// The search for the move of one of the players, 0 or 1.
#[derive(Component)]
struct MoveSearch(usize);

type Moves = BackgroundSearch<Choice, Option<Choice>>;

fn end_searches(
    mut commands: Commands,
    mut comparison: ResMut<Comparison>,
    searches: Query<Entity, With<MoveSearch>>,
) {
    (comparison.asked, comparison.choices) = (None, [None, None]);
    for entity in &searches {
        commands.entity(entity).despawn();
    }
}

/// Starts the searches for the moves when the position or the players have changed, and ends older ones.
fn start_searches(
    mut commands: Commands,
    table: Res<Table>,
    insight: Res<Insight>,
    mut comparison: ResMut<Comparison>,
    searches: Query<Entity, With<MoveSearch>>,
) {
    let is_shown = insight.kind() == InsightKind::Compare;
    let asked = is_shown.then(|| (table.version(), comparison.players));
    if comparison.asked == asked {
        return;
    }
    for entity in &searches {
        commands.entity(entity).despawn();
    }
    (comparison.asked, comparison.choices) = (asked, [None, None]);
    if !is_shown || table.is_over() {
        return;
    }
    for (side, player) in comparison.players.into_iter().enumerate() {
        let search = find_move(table.state().clone(), player, seed_of_choices(&table));
        commands.spawn((Name::new("Compared move"), MoveSearch(side), search));
    }
}

fn find_move(game: Game, player: Opponent, seed: Seed) -> Moves {
    BackgroundSearch::start(move |stop_token, _| {
        player.choose(&game, seed, stop_token, &mut |_| {})
    })
}

fn take_choices(
    mut commands: Commands,
    mut comparison: ResMut<Comparison>,
    mut searches: Query<(Entity, &MoveSearch, &mut Moves)>,
) {
    for (entity, MoveSearch(side), mut search) in &mut searches {
        let choice = search.take_latest(&mut commands, entity, "comparing players");
        if choice.is_some() {
            comparison.choices[*side] = choice;
        }
    }
}

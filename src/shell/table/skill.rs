//! The skill of the player at the table: the forecast for a new game, and the learning from a game that has ended.

use std::marker::PhantomData;

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;
use bevy::tasks::Task;

use super::learning_row::{LearningRow, spawn_learning_row};
use super::{NewGame, TableGame, new_game};
use crate::generation::pools::{spawn_or_default, take_result};
use crate::session::forecast::Forecast;
use crate::session::form::RivalScore;
use crate::session::played::{Announcement, SuccessOf};
use crate::session::puzzle::key_of;
use crate::session::skill::{Challenge, ENOUGH, RecordedGame, Skill, Skills};
use crate::session::survival::StageRates;
use crate::session::{Difficulty, Game, Table};
use crate::shell::settings::Settings;
use crate::shell::theme::bind::{EnabledWhen, VisibleWhen};
use crate::shell::theme::palette;
use crate::shell::theme::widget::{ButtonStyle, button};
use crate::shell::words::Words;

/// The success rate that suits a player, 0 to 1: more often won than lost, and never sure.
const SUITS: f64 = 0.6;

/// Returns the success of the player that was announced of the game at the table; `None` if no forecast was announced.
pub(super) fn announced_success<G: TableGame>(world: &World) -> Option<Announcement> {
    let is_wanted = world.resource::<Settings>().learns_from_player;
    let table = world.get_resource::<Table<G>>().filter(|_| is_wanted)?;
    let skill = world.resource::<Skills>().of(G::KEY)?;
    let is_said = skill.missing() == 0 && table.sample().is_some();
    let challenge = G::challenge(table.setup()).filter(|_| is_said)?;
    Some(Announcement {
        percent: 100.0 * skill.rate(&challenge) as f32,
        of: SuccessOf::Player,
    })
}

/// Learns from the game at the table, which has ended.
pub(super) fn learn_from_game<G: TableGame>(world: &mut World) {
    let is_wanted = world.resource::<Settings>().learns_from_player;
    let table = world.get_resource::<Table<G>>().filter(|_| is_wanted);
    if let Some(sample) = table.and_then(Table::sample) {
        Skills::learn(world, G::KEY, sample);
    }
}

/// The evidence in the remembered moves of the player at a game, which is computed in the background.
#[derive(Resource)]
struct MoveEvidence<G: Game> {
    /// The games whose moves were examined or are being examined.
    records: Vec<RecordedGame>,
    task: Option<Task<Vec<RivalScore>>>,
    game: PhantomData<fn() -> G>,
}

impl<G: Game> Default for MoveEvidence<G> {
    fn default() -> Self {
        MoveEvidence {
            records: Vec::new(),
            task: None,
            game: PhantomData,
        }
    }
}

/// Adds the search for the strength that suits the player, and the work that learns from moves, for a game whose moves
/// can be scored.
pub(super) fn add_learning<G: TableGame>(app: &mut App) {
    app.init_resource::<Suggested<G>>().add_systems(
        Update,
        suggest_strength::<G>.run_if(may_suggest_another::<G>),
    );
    if G::SCORES.is_some() {
        app.init_resource::<MoveEvidence<G>>()
            .add_systems(Update, look_at_moves::<G>.run_if(has_moves_to_look_at::<G>));
    }
}

/// Whether there may be new moves, or work on moves goes on.
fn has_moves_to_look_at<G: TableGame>(skills: Res<Skills>, evidence: Res<MoveEvidence<G>>) -> bool {
    skills.is_changed() || evidence.task.is_some()
}

/// Examines the moves of the player at a game in the background, if there are new ones.
fn look_at_moves<G: TableGame>(world: &mut World) {
    let Some(scores_of) = G::SCORES else { return };
    let mut evidence = world.resource_mut::<MoveEvidence<G>>();
    if let Some(scores) = take_result(&mut evidence.task) {
        Skills::learn_scores(world, G::KEY, scores);
    } else if evidence.task.is_some() {
        return;
    }
    let skill = world.resource::<Skills>().of(G::KEY);
    let known = &world.resource::<MoveEvidence<G>>().records;
    let is_known = skill.map_or(known.is_empty(), |skill| skill.records().eq(known));
    if is_known {
        return;
    }
    let records: Vec<RecordedGame> =
        skill.map_or(Vec::new(), |skill| skill.records().cloned().collect());
    let mut evidence = world.resource_mut::<MoveEvidence<G>>();
    evidence.records.clone_from(&records);
    evidence.task = Some(spawn_or_default(move || scores_of(&records)));
}

/// Makes a move for a human. The program does not learn about the human from a game with such a move.
pub(super) fn play_itself<G: TableGame>(world: &mut World) {
    note_help::<G>(world);
    G::play_itself(world);
}

/// Notes that the player of the game at the table was helped.
pub(super) fn note_help<G: TableGame>(world: &mut World) {
    if let Some(mut table) = world.get_resource_mut::<Table<G>>() {
        // No view shows it, so this change is not announced.
        table.bypass_change_detection().note_help();
    }
}

/// Returns the stages of a new game of normal difficulty; `None` if it has none, or they are not measured. They show the
/// skill of the player whatever the difficulty of the games that were played.
pub(super) fn usual_stages<G: TableGame>() -> Option<StageRates> {
    let mut setup = G::Setup::default();
    G::set_difficulty(&mut setup, Difficulty::Normal);
    match G::challenge(&setup)? {
        Challenge::Stages(rates) => Some(rates),
        Challenge::Rival(_) => None,
    }
}

/// Whether the challenge of a game is known at one of its difficulties, so that the program can learn.
fn is_measured<G: TableGame>() -> bool {
    Difficulty::ALL.into_iter().any(|difficulty| {
        let mut setup = G::Setup::default();
        G::set_difficulty(&mut setup, difficulty);
        G::challenge(&setup).is_some()
    })
}

/// Spawns the row with the forecast for the new game, if the game can give one at any difficulty. The row is then
/// always there, so that no other row moves.
pub(super) fn spawn_row<G: TableGame>(page: &mut ChildSpawnerCommands) {
    if !is_measured::<G>() {
        return;
    }
    let about = LearningRow {
        name: "play.for_you",
        choices: [("settings.off", false), ("settings.on", true)],
        text: text::<G>,
        colour: palette::EMBER,
        forget: "play.for_you.forget",
        is_known: |world| {
            let skills = world.resource::<Skills>();
            skills.of(G::KEY).is_some() || skills.of(&key_of(G::KEY)).is_some()
        },
        do_forget: |world| {
            Skills::forget(world, G::KEY);
            // The rating at the puzzles is learnt from the player too.
            Skills::forget(world, &key_of(G::KEY));
        },
        has_button: |world| world.resource::<Suggested<G>>().0.is_some(),
    };
    spawn_learning_row(page, about, spawn_take_button::<G>);
}

/// Spawns the button that takes the suggestion, if there is one. It works while the setup is another one.
fn spawn_take_button<G: TableGame>(place: &mut ChildSpawnerCommands) {
    let take = button(
        place,
        ButtonStyle::Chip,
        "play.for_you.take",
        take_suggestion::<G>,
    );
    let can_take = |world: &World| {
        let suggestion = world.resource::<Suggested<G>>().0.as_ref();
        suggestion.is_some_and(|found| found.setup != *new_game::setup::<G>(world))
    };
    place.commands_mut().entity(take).insert((
        EnabledWhen::new(can_take),
        VisibleWhen::new(|world| world.resource::<Suggested<G>>().0.is_some()),
    ));
}

/// The forecast for the new game, and the strength that suits the player, in words.
fn text<G: TableGame>(world: &World) -> String {
    let words = world.resource::<Words>();
    if !world.resource::<Settings>().learns_from_player {
        return words.get("play.for_you.off");
    }
    let said = forecast_text::<G>(world, words);
    let Some(found) = &world.resource::<Suggested<G>>().0 else {
        return said;
    };
    let values = [
        ("name", found.name.clone()),
        ("rate", found.forecast.of_ten().to_string()),
        ("error", found.forecast.give_or_take().to_string()),
    ];
    let nearest = words.fill("play.for_you.nearest", &values);
    format!("{said}  ·  {nearest}")
}

fn forecast_text<G: TableGame>(world: &World, words: &Words) -> String {
    let Some(challenge) = G::challenge(new_game::setup::<G>(world)) else {
        return words.get("play.for_you.unmeasured");
    };
    let Some(skill) = known_skill::<G>(world) else {
        let skill = world.resource::<Skills>().of(G::KEY);
        let missing = skill.map_or(ENOUGH, Skill::missing);
        return words.fill("play.for_you.missing", &[("games", missing.to_string())]);
    };
    let forecast = skill.forecast(&challenge);
    let values = [
        ("rate", forecast.of_ten().to_string()),
        ("error", forecast.give_or_take().to_string()),
        ("games", skill.samples().to_string()),
    ];
    words.fill(G::FOR_YOU, &values)
}

/// The skill of the player, once there are enough games for a forecast.
fn known_skill<G: TableGame>(world: &World) -> Option<&Skill> {
    let skill = world.resource::<Skills>().of(G::KEY)?;
    let is_wanted = world.resource::<Settings>().learns_from_player;
    (is_wanted && skill.missing() == 0).then_some(skill)
}

/// A strength that suits the player.
struct Suggestion<G: TableGame> {
    /// Its name.
    name: String,
    /// The new game at this strength.
    setup: G::Setup,
    /// The expected success.
    forecast: Forecast,
}

/// The strength that suits the player best. It is kept, because a game may have so many strengths that trying them all
/// in each frame would take too long.
#[derive(Resource)]
struct Suggested<G: TableGame>(Option<Suggestion<G>>);

impl<G: TableGame> Default for Suggested<G> {
    fn default() -> Self {
        Suggested(None)
    }
}

/// Whether anything has changed that the suggestion depends on.
fn may_suggest_another<G: TableGame>(
    skills: Res<Skills>,
    game: Res<NewGame<G>>,
    settings: Res<Settings>,
    words: Res<Words>,
) -> bool {
    skills.is_changed() || game.is_changed() || settings.is_changed() || words.is_changed()
}

/// Finds the strength that suits the player best.
fn suggest_strength<G: TableGame>(world: &mut World) {
    let found = suggestion::<G>(world);
    world.resource_mut::<Suggested<G>>().0 = found;
}

/// The strength that suits the player best, among those of games like the new one.
fn suggestion<G: TableGame>(world: &World) -> Option<Suggestion<G>> {
    let skill = known_skill::<G>(world)?;
    let strengths = G::strengths(new_game::setup::<G>(world), world.resource::<Words>());
    let measured = strengths.into_iter().filter_map(|(name, setup)| {
        let challenge = G::challenge(&setup)?;
        let distance = (skill.rate(&challenge) - SUITS).abs();
        Some((distance, name, setup, challenge))
    });
    let nearest = measured.min_by(|one, other| one.0.total_cmp(&other.0));
    nearest.map(|(_, name, setup, challenge)| Suggestion {
        name,
        setup,
        forecast: skill.forecast(&challenge),
    })
}

/// Takes the strength that suits the player best for the new game.
fn take_suggestion<G: TableGame>(world: &mut World) {
    let suggested = &world.resource::<Suggested<G>>().0;
    if let Some(better) = suggested.as_ref().map(|found| found.setup.clone()) {
        new_game::change::<G>(world, |setup| *setup = better);
    }
}

//! The skill of the player at the table: the forecast for a new game, and the learning from a game that has ended.

use std::marker::PhantomData;

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;
use bevy::tasks::Task;
use bevy::tasks::futures_lite::future::{block_on, poll_once};

use super::setup_page::row;
use super::{TableGame, new_game};
use crate::generation::pools::spawn_or_default;
use crate::session::form::RivalScore;
use crate::session::skill::{ENOUGH, Record, Skill, Skills};
use crate::session::{Difficulty, Game, Table};
use crate::shell::settings::Settings;
use crate::shell::theme::asking::Question;
use crate::shell::theme::bind::EnabledWhen;
use crate::shell::theme::palette;
use crate::shell::theme::widget::{ButtonStyle, TextSize, bound_text, choices};
use crate::shell::words::Words;

/// The success rate that suits a player, 0 to 1: more often won than lost, and never sure.
const SUITS: f64 = 0.6;

/// Returns the announced percentage of tries that succeed in the game at the table; `None` if no forecast was
/// announced.
pub(super) fn announced_percentage<G: TableGame>(world: &World) -> Option<f32> {
    let is_wanted = world.resource::<Settings>().for_me;
    let table = world.get_resource::<Table<G>>().filter(|_| is_wanted)?;
    let skill = world.resource::<Skills>().of(G::KEY)?;
    let is_said = skill.missing() == 0 && table.trial().is_some();
    let challenge = G::challenge(table.setup()).filter(|_| is_said)?;
    Some(100.0 * skill.rate(&challenge) as f32)
}

/// Learns from the game at the table, which has ended.
pub(super) fn learn_from_game<G: TableGame>(world: &mut World) {
    let is_wanted = world.resource::<Settings>().for_me;
    let table = world.get_resource::<Table<G>>().filter(|_| is_wanted);
    if let Some(trial) = table.and_then(Table::trial) {
        Skills::learn(world, G::KEY, trial);
    }
}

/// The evidence in the remembered moves of the player at a game, which is computed in the background.
#[derive(Resource)]
struct MoveEvidence<G: Game> {
    /// The games whose moves were examined or are being examined.
    records: Vec<Record>,
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

/// Adds the work that learns from moves, for a game whose moves can be scored.
pub(super) fn add_learning<G: TableGame>(app: &mut App) {
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
    let mut told = world.resource_mut::<MoveEvidence<G>>();
    if let Some(task) = &mut told.task {
        let Some(scores) = block_on(poll_once(task)) else {
            return;
        };
        told.task = None;
        Skills::learn_scores(world, G::KEY, scores);
    }
    let skill = world.resource::<Skills>().of(G::KEY);
    let known = &world.resource::<MoveEvidence<G>>().records;
    let is_known = skill.map_or(known.is_empty(), |skill| skill.records().eq(known));
    if is_known {
        return;
    }
    let records: Vec<Record> = skill.map_or(Vec::new(), |skill| skill.records().cloned().collect());
    let mut told = world.resource_mut::<MoveEvidence<G>>();
    told.records.clone_from(&records);
    told.task = Some(spawn_or_default(move || scores_of(&records)));
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
    row(page, "play.for_you", |row| {
        choices(
            row,
            [("settings.on", true), ("settings.off", false)],
            |world, on| world.resource::<Settings>().for_me == on,
            |world, on| world.resource_mut::<Settings>().for_me = on,
        );
        // The text shrinks, and the buttons keep their width.
        let rest = Node {
            flex_grow: 1.0,
            flex_basis: px(0),
            min_width: px(0),
            ..default()
        };
        let said = bound_text(TextSize::Small, palette::EMBER, text::<G>);
        row.spawn(rest).with_child(said);
        let place = Node {
            flex_shrink: 0.0,
            ..default()
        };
        row.spawn(place).with_children(|place| {
            let question = Question {
                caption: "play.for_you.forget",
                really: "play.for_you.really",
                number: 0,
            };
            let forget = question.spawn_button(place, ButtonStyle::Chip, |world| {
                Skills::forget(world, G::KEY);
            });
            let is_known = |world: &World| world.resource::<Skills>().of(G::KEY).is_some();
            place
                .commands_mut()
                .entity(forget)
                .insert(EnabledWhen::new(is_known));
        });
    });
}

/// The forecast for the new game, in words.
fn text<G: TableGame>(world: &World) -> String {
    let words = world.resource::<Words>();
    let setup = new_game::setup::<G>(world);
    if !world.resource::<Settings>().for_me {
        return words.get("play.for_you.off");
    }
    let Some(challenge) = G::challenge(setup) else {
        return words.get("play.for_you.unmeasured");
    };
    let skill = world.resource::<Skills>().of(G::KEY);
    let missing = skill.map_or(ENOUGH, Skill::missing);
    let Some(skill) = skill.filter(|_| missing == 0) else {
        return words.fill("play.for_you.missing", &[("games", missing.to_string())]);
    };
    let forecast = skill.forecast(&challenge);
    let values = [
        ("rate", forecast.of_ten().to_string()),
        ("error", forecast.give_or_take().to_string()),
        ("games", skill.trials().to_string()),
    ];
    let said = words.fill(G::FOR_YOU, &values);
    match suggested_strength::<G>(skill, setup, words) {
        Some((name, rate)) => {
            let rate = (10.0 * rate).round().to_string();
            let values = [("name", name), ("rate", rate)];
            format!("{said}  ·  {}", words.fill("play.for_you.nearest", &values))
        }
        None => said,
    }
}

/// The name of the strength that suits the player best, and the expected success rate there, 0 to 1.
fn suggested_strength<G: TableGame>(
    skill: &Skill,
    setup: &G::Setup,
    words: &Words,
) -> Option<(String, f64)> {
    let strengths = G::strengths(setup, words).into_iter();
    let rates = strengths.filter_map(|(name, other)| {
        let challenge = G::challenge(&other)?;
        Some((name, skill.rate(&challenge)))
    });
    let distance = |rate: f64| (rate - SUITS).abs();
    rates.min_by(|(_, one), (_, other)| distance(*one).total_cmp(&distance(*other)))
}

//! The page on which a player sets the five weights of an opponent by hand.

use std::path::PathBuf;

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::opponent_picker::SavedOpponents;
use super::seats::{opponent, set_seat};
use super::setup_page::setup;
use crate::base::PlainError;
use crate::games::hexxagon::evolve::measurement_board;
use crate::games::hexxagon::opponents::ranking::{RankedPlayer, Score, try_out};
use crate::games::hexxagon::opponents::{OpponentSpec, saved};
use crate::games::hexxagon::players::{Opponent, Weights};
use crate::games::hexxagon::rules::Hexxagon;
use crate::games::hexxagon::setup::Seat;
use crate::search::BackgroundSearch;
use crate::session::labels::kept_name;
use crate::session::{FileName, Game, SaveError};
use crate::shell::games::active;
use crate::shell::notice::{Notices, show_failure_of};
use crate::shell::screen::{Screen, set_screen};
use crate::shell::table::new_game::SetupSeed;
use crate::shell::table::save_row::{SaveRow, nothing_to_save, save_file};
use crate::shell::table::setup_page;
use crate::shell::theme::palette;
use crate::shell::theme::stepper::stepper;
use crate::shell::theme::widget::{
    ButtonStyle, TextSize, bound_text, button, choices, in_column, in_row, label, stack,
};
use crate::shell::words::{Words, signed};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<SavedOpponents>()
        .add_systems(
            OnEnter(Screen::Setup),
            spawn_page.run_if(active(Hexxagon::KEY).and_then(resource_exists::<SettingWeights>)),
        )
        .add_systems(OnEnter(Screen::Title), close_page)
        .add_systems(OnEnter(Screen::Play), close_page)
        .add_systems(OnExit(Screen::Setup), end_trials)
        .add_systems(
            Update,
            (start_trial, take_scores)
                .chain()
                .run_if(resource_exists::<SettingWeights>),
        );
}

/// The names of the five weights in the language files, and those of their explanations.
pub(super) const TERMS: [(&str, &str); 5] = [
    ("hex.term.own_left", "hex.weight.own_left"),
    ("hex.term.rivals_left", "hex.weight.rivals_left"),
    ("hex.term.clone", "hex.weight.clone"),
    ("hex.term.jump", "hex.weight.jump"),
    ("hex.term.turned", "hex.weight.turned"),
];

/// The weights that the player is setting.
#[derive(Resource)]
pub(super) struct SettingWeights {
    seat: usize,
    weights: Weights,
    /// The weights that are tried out, or were tried out last.
    tried: Option<Weights>,
    trial: Trial,
}

/// The trial of the weights.
enum Trial {
    /// Their scores against each of [`OpponentSpec::LEVELS`] so far.
    Scores(Vec<Score>),
    /// There is no board to try them out on, for this reason.
    NoBoard(String),
}

/// Opens the page on the weights of the opponent in a seat.
pub(super) fn open(world: &mut World, seat: usize) {
    let Some(weights) = opponent(world, seat).and_then(Opponent::weights) else {
        return;
    };
    world.insert_resource(SettingWeights {
        seat,
        weights,
        tried: None,
        trial: Trial::Scores(Vec::new()),
    });
    set_screen(world, Screen::Setup);
}

fn close_page(mut commands: Commands) {
    commands.remove_resource::<SettingWeights>();
}

/// Goes back to the setup page, without a change.
fn leave(world: &mut World) {
    world.remove_resource::<SettingWeights>();
    set_screen(world, Screen::Setup);
}

/// Seats the weights, and goes back to the setup page.
fn seat_weights(world: &mut World) -> Result<(), PlainError> {
    if let Some(page) = world.get_resource::<SettingWeights>() {
        let (seat, weights) = (page.seat, page.weights);
        set_seat(world, seat, Seat::Computer(Opponent::Weights(weights)));
    }
    leave(world);
    Ok(())
}

fn weights(world: &World) -> Option<Weights> {
    let page = world.get_resource::<SettingWeights>();
    page.map(|page| page.weights)
}

fn set_weights(world: &mut World, weights: Weights) {
    if let Some(mut page) = world.get_resource_mut::<SettingWeights>() {
        page.weights = weights;
    }
}

fn spawn_page(mut commands: Commands, saved: Res<SavedOpponents>) {
    let saved = saved.saved.clone();
    let content = |page: &mut ChildSpawnerCommands| {
        page.spawn(label("hex.weights.about", TextSize::Body, palette::MIST));
        in_column(page, 10.0, |rows| {
            for term in 0..TERMS.len() {
                spawn_weight_row(rows, term);
            }
        });
        spawn_starting_points(page, saved);
        page.spawn((
            Node {
                min_height: px(44),
                ..stack(FlexDirection::Column, 4.0)
            },
            Pickable::IGNORE,
        ))
        .with_child(bound_text(TextSize::Body, palette::THOUGHT, trial_text));
        SaveRow {
            label: "hex.save.name",
            width: 200.0,
            name: "",
            look: ButtonStyle::Chip,
            buttons: vec![("hex.save.opponent", save)],
            saved: "hex.save.done",
        }
        .spawn(page);
        page.spawn(Node {
            justify_content: JustifyContent::FlexEnd,
            margin: UiRect::top(auto()),
            ..stack(FlexDirection::Row, 12.0)
        })
        .with_children(|row| {
            button(row, ButtonStyle::Plain, "play.back", leave);
            button(row, ButtonStyle::Primary, "hex.weights.seat", |world| {
                show_failure_of(world, seat_weights);
            });
        });
    };
    setup_page::spawn_page(
        &mut commands,
        setup_page::Heading {
            title: "hex.weights.title",
            editor: None,
        },
        seat_weights,
        content,
        |_| {},
        |_| {},
    );
}

/// Spawns the row of a weight: its name, its value, and its explanation.
fn spawn_weight_row(rows: &mut ChildSpawnerCommands, term: usize) {
    let (name, explanation) = TERMS[term];
    rows.spawn(Node {
        align_items: AlignItems::Center,
        ..stack(FlexDirection::Row, 14.0)
    })
    .with_children(|row| {
        row.spawn(Node {
            width: px(190),
            ..default()
        })
        .with_child(label(name, TextSize::Lead, palette::PAPER));
        let value = move |world: &World| {
            weights(world).map_or(String::new(), |weights| signed(weights.0[term]))
        };
        stepper(row, value, move |world, step| {
            let Some(mut changed) = weights(world) else {
                return;
            };
            let value = i32::from(changed.0[term]) + step;
            let most = i32::from(Weights::MAX);
            changed.0[term] = value.clamp(-most, most) as i8;
            set_weights(world, changed);
        });
        row.spawn(Node {
            width: px(600),
            ..default()
        })
        .with_child(label(explanation, TextSize::Small, palette::MIST));
    });
}

/// Spawns the sets and the saved players from which the player can go on.
fn spawn_starting_points(page: &mut ChildSpawnerCommands, saved: Vec<(FileName, Weights)>) {
    let is_set = |world: &World, wanted: Weights| weights(world) == Some(wanted);
    in_row(page, 6.0, |row| {
        row.spawn(Node {
            width: px(190),
            align_self: AlignSelf::Center,
            ..default()
        })
        .with_child(label("hex.weights.sets", TextSize::Body, palette::MIST));
        let sets = Weights::SETS_BY_STRENGTH.map(|(set, _)| {
            let name = move |world: &World| {
                let words = world.resource::<Words>();
                words.fill("hex.weights.set", &[("value", set.to_string())])
            };
            (name, Weights::SETS[usize::from(set) - 1])
        });
        choices(row, sets, is_set, set_weights);
    });
    if saved.is_empty() {
        return;
    }
    page.spawn(Node {
        flex_wrap: FlexWrap::Wrap,
        ..stack(FlexDirection::Row, 6.0)
    })
    .with_children(|row| {
        row.spawn(Node {
            width: px(190),
            align_self: AlignSelf::Center,
            ..default()
        })
        .with_child(label("play.saved", TextSize::Body, palette::MIST));
        let saved = saved.into_iter().map(|(name, weights)| {
            let name = move |world: &World| kept_name(world, saved::library, &name);
            (name, weights)
        });
        choices(row, saved, is_set, set_weights);
    });
}

fn save(world: &mut World, name: &FileName) -> Result<PathBuf, PlainError> {
    let weights = weights(world).ok_or_else(|| nothing_to_save(world))?;
    let path = save_file(world, |autosave, folders| {
        saved::save(autosave, folders, name, weights)?;
        Ok::<_, SaveError>(saved::library(folders).path(name))
    })?;
    let mut saved = world.resource_mut::<SavedOpponents>();
    saved.add(name.clone(), weights);
    Ok(path)
}

/// The games that try the weights out.
#[derive(Component)]
struct TrialGames;

type Games = BackgroundSearch<Vec<Score>, Vec<Score>>;

/// Pairs of games against each level.
const TRIAL_PAIRS: u32 = 150;

/// Starts to try the weights out whenever they have changed.
fn start_trial(world: &mut World) {
    let Some(page) = world.get_resource::<SettingWeights>() else {
        return;
    };
    let weights = page.weights;
    if page.tried == Some(weights) {
        return;
    }
    let seed = world.resource::<SetupSeed>().0;
    let board = measurement_board(setup(world), seed);
    let mut trials = world.query_filtered::<Entity, With<TrialGames>>();
    let trials: Vec<Entity> = trials.iter(world).collect();
    for trial in trials {
        world.despawn(trial);
    }
    let mut page = world.resource_mut::<SettingWeights>();
    page.tried = Some(weights);
    page.trial = Trial::Scores(Vec::new());
    let (board, stuck) = match board {
        Ok(board) => board,
        Err(why) => {
            page.trial = Trial::NoBoard(why.to_string());
            world.resource_mut::<Notices>().show(why.to_string());
            return;
        }
    };
    let rivals = OpponentSpec::LEVELS.map(Opponent::Level);
    let rivals: Vec<RankedPlayer> = rivals.into_iter().filter_map(RankedPlayer::of).collect();
    let games: Games = BackgroundSearch::start(move |stop_token, show| {
        let player = RankedPlayer::Weights(weights);
        try_out(
            player,
            &rivals,
            &board,
            stuck,
            TRIAL_PAIRS,
            seed,
            |scores| {
                show(scores.to_vec());
                !stop_token.is_stopped()
            },
        )
    });
    world.spawn((Name::new("Trial"), TrialGames, games));
}

fn take_scores(
    mut commands: Commands,
    mut page: ResMut<SettingWeights>,
    mut trials: Query<(Entity, &mut Games), With<TrialGames>>,
) {
    for (entity, mut games) in &mut trials {
        if let Some(scores) = games.take_latest(&mut commands, entity, "trying weights out") {
            page.trial = Trial::Scores(scores);
        }
    }
}

fn end_trials(mut commands: Commands, trials: Query<Entity, With<TrialGames>>) {
    for entity in &trials {
        commands.entity(entity).despawn();
    }
}

/// The trial of the weights in words: their scores so far, or why there are none.
fn trial_text(world: &World) -> String {
    let words = world.resource::<Words>();
    let Some(page) = world.get_resource::<SettingWeights>() else {
        return String::new();
    };
    match &page.trial {
        Trial::Scores(scores) => scores_text(scores, words),
        Trial::NoBoard(why) => words.fill("hex.weights.no_trial", &[("why", why.clone())]),
    }
}

/// The scores of the weights so far, in words.
fn scores_text(scores: &[Score], words: &Words) -> String {
    let Some(first) = scores.first() else {
        return words.get("hex.weights.trying");
    };
    let each = OpponentSpec::LEVELS.iter().zip(scores);
    let each = each.map(|(level, score)| {
        let values = [
            ("level", level.number().to_string()),
            ("rate", format!("{:.0}", score.percent())),
            ("error", format!("{:.0}", score.error())),
        ];
        words.fill("hex.weights.score", &values)
    });
    let scores = each.collect::<Vec<_>>().join("   ·   ");
    let games = first.games().to_string();
    words.fill("hex.weights.trial", &[("scores", scores), ("games", games)])
}

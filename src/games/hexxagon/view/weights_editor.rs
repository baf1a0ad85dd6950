//! The editor of five weights: a column for each, on which a click sets the weight, and a stepper below its name.

use std::path::Path;
use std::sync::Arc;

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::five_weights::TERMS;
use crate::base::PlainError;
use crate::games::hexxagon::evolve::{self, seat_computer};
use crate::games::hexxagon::opponents::{
    MAX_WEIGHT, WeightsProblem, place_of_weight, saved, weights_picture,
};
use crate::games::hexxagon::players::{Opponent, Weights};
use crate::games::hexxagon::rules::Hexxagon;
use crate::games::hexxagon::setup::Setup;
use crate::generation::{Creature, Picture};
use crate::session::{Autosave, FileName, Folders, Game, Library, SaveError};
use crate::shell::editor::{
    self, Editing, Editor, EditorWords, Gesture, Line, Spot, Verdict, add_editor,
};
use crate::shell::table::new_game;
use crate::shell::theatre::edit::{IndividualEditor, PutGenome};
use crate::shell::theme::palette;
use crate::shell::theme::sprites::Sprites;
use crate::shell::theme::stepper::stepper_of_width;
use crate::shell::theme::widget::{TextSize, label, stack};
use crate::shell::words::{Words, signed};

pub(super) fn plugin(app: &mut App) {
    add_editor::<WeightsEditor>(app);
    app.insert_resource(IndividualEditor::<WeightsProblem> {
        open: edit_individual,
    });
}

/// The editor of five weights.
pub struct WeightsEditor;

/// The distance between the first spot numbers of neighbouring columns.
const SPOTS: u16 = 32;
/// The side of a spot.
const SPOT: f32 = 0.048;
/// The width of the values of steppers.
const VALUE: f32 = 44.0;

/// Opens the editor on an opponent of a run.
fn edit_individual(
    world: &mut World,
    _: &WeightsProblem,
    weights: Weights,
    put: PutGenome<Weights>,
) {
    let put_back = move |world: &mut World, weights: &Weights| put(world, *weights);
    editor::open_individual::<WeightsEditor>(world, weights, Arc::new(put_back));
}

/// The setup of a game against the opponent.
fn setup_against(world: &World, weights: &Weights) -> Setup {
    let mut setup = new_game::setup::<Hexxagon>(world).clone();
    seat_computer(&mut setup, Opponent::Weights(*weights));
    setup
}

impl Editor for WeightsEditor {
    type Plan = Weights;
    type Tool = ();
    type Study = ();

    const GAME: &'static str = Hexxagon::KEY;
    const FILE_FIELDS: &'static [&'static str] = &["weights"];
    const WORDS: EditorWords = EditorWords {
        kind: "hex.kept.opponent",
        title: "hex.weights.title",
        hint: "hex.weights.hint",
        other: None,
    };

    fn first_tool(_: &Weights) {}

    /// A spot for each value of each weight that evolution uses.
    fn spots(weights: &Weights) -> Vec<Spot> {
        let columns = 0..weights.0.len();
        let spots = columns.flat_map(|column| {
            (-MAX_WEIGHT..=MAX_WEIGHT).map(move |value| {
                let (x, y) = place_of_weight(column, value);
                Spot {
                    id: column as u16 * SPOTS + (value + MAX_WEIGHT) as u16,
                    x,
                    y,
                    size: SPOT,
                }
            })
        });
        spots.collect()
    }

    fn spot_name(weights: &Weights, (): (), spot: u16, words: &Words) -> String {
        let (column, value) = (
            usize::from(spot / SPOTS),
            (spot % SPOTS) as i32 - MAX_WEIGHT,
        );
        let (Some((term, _)), Some(now)) = (TERMS.get(column), weights.0.get(column)) else {
            return String::new();
        };
        let name = format!("{}: {value}", words.get(term));
        match i32::from(*now) == value {
            true => format!("{name}, {}", words.get("access.chosen")),
            false => name,
        }
    }

    /// Each weight takes the value that the hand has touched last in its column.
    fn edited(weights: &Weights, (): (), gesture: &Gesture) -> (Weights, ()) {
        let mut new = *weights;
        for spot in &gesture.spots {
            let (column, value) = (spot / SPOTS, (spot % SPOTS) as i32 - MAX_WEIGHT);
            if let Some(weight) = new.0.get_mut(usize::from(column)) {
                *weight = value as i8;
            }
        }
        (new, ())
    }

    fn picture(weights: &Weights, (): (), (): &()) -> Picture {
        weights_picture(weights)
    }

    fn report(_: &Weights, (): &()) -> Vec<Line> {
        let explained = TERMS.map(|(_, explanation)| Line::new(Verdict::Note, explanation));
        explained.into()
    }

    fn is_playable(_: &Weights) -> bool {
        true
    }

    fn spawn_tools(side: &mut ChildSpawnerCommands, _: &Sprites, _: bool) {
        let row = Node {
            flex_wrap: FlexWrap::Wrap,
            ..stack(FlexDirection::Row, 14.0)
        };
        side.spawn(row).with_children(|row| {
            for (term, (name, _)) in TERMS.into_iter().enumerate() {
                let cell = Node {
                    align_items: AlignItems::Center,
                    ..stack(FlexDirection::Row, 8.0)
                };
                row.spawn(cell).with_children(|cell| {
                    cell.spawn(label(name, TextSize::Body, palette::MIST));
                    spawn_weight(cell, term);
                });
            }
        });
    }

    fn play(world: &mut World, weights: &Weights) -> Result<(), PlainError> {
        let setup = setup_against(world, weights);
        evolve::open_game(world, setup)
    }

    fn id(world: &World, weights: &Weights) -> Option<String> {
        let setup = setup_against(world, weights);
        let origin = new_game::origin_with::<Hexxagon>(world, setup);
        Some(origin.id().to_string())
    }

    fn evolve(world: &mut World, weights: &Weights) -> Result<(), PlainError> {
        evolve::evolve_opponent_from(world, weights)
    }

    fn creature(weights: &Weights) -> Option<Creature> {
        Some(weights.creature())
    }

    fn library(folders: &Folders) -> Library {
        saved::library(folders)
    }

    fn keep(
        autosave: &mut Autosave,
        folders: &Folders,
        name: &FileName,
        weights: &Weights,
    ) -> Result<(), SaveError> {
        saved::save(autosave, folders, name, *weights)
    }

    fn load(path: &Path) -> Result<Weights, PlainError> {
        saved::read(path).map_err(PlainError::from)
    }
}

/// The stepper of a weight.
fn spawn_weight(cell: &mut ChildSpawnerCommands, term: usize) {
    let value = move |world: &World| {
        let editing = world.get_resource::<Editing<WeightsEditor>>();
        editing.map_or(String::new(), |editing| signed(editing.plan().0[term]))
    };
    stepper_of_width(cell, VALUE, value, move |world, step| {
        editor::change::<WeightsEditor>(world, |weights| {
            let most = i32::from(Weights::MAX);
            let value = i32::from(weights.0[term]) + step;
            weights.0[term] = value.clamp(-most, most) as i8;
        });
    });
}

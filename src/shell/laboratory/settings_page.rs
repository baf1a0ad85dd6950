//! The page of the settings: experiments to begin with, and the settings as columns beside each other.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;
use bevy::text::EditableText;

use super::parameter_rows::{ROWS, Row};
use super::saving::{SavedExperiments, open_chosen};
use super::{Kits, Laboratory, take_preset};
use crate::base::{PlainError, Seed};
use crate::generation::laboratory::csv::letter;
use crate::generation::laboratory::{LabExperiment, Preset, Subject};
use crate::shell::notice::refusal;
use crate::shell::theme::bind::{EnabledWhen, SelectedWhen, VisibleWhen};
use crate::shell::theme::number::NumberChange;
use crate::shell::theme::palette;
use crate::shell::theme::plot::ink;
use crate::shell::theme::scroll::{spawn_filled_area, wide_part};
use crate::shell::theme::stepper::{number_stepper, stepper, stepper_of_width};
use crate::shell::theme::widget::{
    ButtonStyle, TextSize, bare_button, bound_text, button, field, label, stack,
};
use crate::shell::words::Words;

/// The width of the names of rows, in interface pixels.
const NAMES: f32 = 112.0;
/// The width of a setting. Six of them fit beside each other.
const COLUMN: f32 = 170.0;
/// The gap between settings.
const GAP: f32 = 6.0;
/// The gap between rows, so that nearly all of them are seen at once.
const ROW_GAP: f32 = 4.0;
/// The width of a number between its two buttons.
const NUMBER: f32 = 78.0;

/// The place of all content of the page, with the version of the draft for which it was spawned.
#[derive(Component, Default)]
pub(super) struct SettingsPage(Option<u32>);

/// A text field of the page, with the version of the draft to which it belongs.
#[derive(Component, Clone, Copy)]
pub(super) struct DraftField(u32, Field);

/// The property that is typed in a field.
#[derive(Clone, Copy)]
enum Field {
    Title,
    Seed,
    Name(usize),
    Setup(usize),
}

/// Spawns the place of the page, which [`respawn_settings`] fills.
pub(super) fn spawn(content: &mut ChildSpawnerCommands) {
    spawn_filled_area(content, ROW_GAP, SettingsPage::default());
}

/// Fills the page, whenever the draft has other settings.
pub(super) fn respawn_settings(
    laboratory: Res<Laboratory>,
    kits: Res<Kits>,
    mut pages: Query<(Entity, &mut SettingsPage)>,
    mut commands: Commands,
) {
    let version = laboratory.draft.version();
    for (entity, mut page) in &mut pages {
        if page.0 == Some(version) {
            continue;
        }
        page.0 = Some(version);
        let experiment = laboratory.draft.experiment();
        commands
            .entity(entity)
            .despawn_children()
            .with_children(|page| {
                spawn_presets(page, &kits);
                spawn_saved(page);
                spawn_extent(page, experiment, version);
                wide_part(page, |area| {
                    let column = Node {
                        flex_shrink: 0.0,
                        ..stack(FlexDirection::Column, ROW_GAP)
                    };
                    area.spawn(column).with_children(|column| {
                        spawn_grid(column, experiment, version, &kits.subjects());
                    });
                });
            });
    }
}

/// Spawns the buttons of the presets, and a line about the one that was taken.
fn spawn_presets(page: &mut ChildSpawnerCommands, kits: &Kits) {
    let presets: Vec<&Preset> = kits.0.iter().flat_map(|kit| kit.presets).collect();
    spawn_named_row(page, "lab.presets", |row| {
        for preset in &presets {
            let preset = **preset;
            button(row, ButtonStyle::Chip, preset.name, move |world| {
                take_preset(world, preset);
            });
        }
    });
    let known: Vec<Preset> = presets.into_iter().copied().collect();
    let what = move |world: &World| {
        let words = world.resource::<Words>();
        let name = &world.resource::<Laboratory>().draft.experiment().name;
        let taken = known.iter().find(|preset| words.get(preset.name) == *name);
        taken.map_or_else(|| words.get("lab.what"), |preset| words.get(preset.what))
    };
    page.spawn(Node {
        max_width: percent(100),
        min_height: px(38),
        ..default()
    })
    .with_child(bound_text(TextSize::Small, palette::MIST, what));
}

/// Spawns the row that opens a saved experiment. It is shown if there is one.
fn spawn_saved(page: &mut ChildSpawnerCommands) {
    let seen = VisibleWhen::new(|world| !world.resource::<SavedExperiments>().is_empty());
    page.spawn((Node::default(), seen)).with_children(|cell| {
        spawn_named_row(cell, "lab.saved_ones", |row| {
            let name = |world: &World| world.resource::<SavedExperiments>().name();
            stepper_of_width(row, 260.0, name, |world, by| {
                world.resource_mut::<SavedExperiments>().step(by);
            });
            button(row, ButtonStyle::Chip, "lab.open_saved", open_chosen);
        });
    });
}

/// Spawns the row with the number of runs, the seed, and the button for a further setting.
fn spawn_extent(page: &mut ChildSpawnerCommands, experiment: &LabExperiment, version: u32) {
    spawn_named_row(page, "lab.runs_each", |row| {
        let runs = |world: &World| {
            world
                .resource::<Laboratory>()
                .draft
                .experiment()
                .runs
                .to_string()
        };
        stepper(row, runs, |world, step| {
            world.resource_mut::<Laboratory>().draft.step_runs(step);
        });
        spawn_further_name(row, "lab.experiment");
        field(
            row,
            DraftField(version, Field::Title),
            260.0,
            &experiment.name,
        );
        spawn_further_name(row, "setup.seed");
        let typed = DraftField(version, Field::Seed);
        field(row, typed, 150.0, &experiment.seed.to_string());
        let add = button(row, ButtonStyle::Chip, "lab.add", |world| {
            world.resource_mut::<Laboratory>().draft.add();
        });
        let has_room = EnabledWhen::new(|world| {
            world.resource::<Laboratory>().draft.settings().len() < LabExperiment::MOST_SETTINGS
        });
        row.commands_mut().entity(add).insert(has_room);
    });
}

fn spawn_named_row(
    page: &mut ChildSpawnerCommands,
    name: &'static str,
    content: impl FnOnce(&mut ChildSpawnerCommands),
) {
    page.spawn(Node {
        align_items: AlignItems::FlexStart,
        ..stack(FlexDirection::Row, GAP)
    })
    .with_children(|row| {
        spawn_name(row, name);
        // Further lines begin below the first value.
        let values = Node {
            align_items: AlignItems::Center,
            flex_wrap: FlexWrap::Wrap,
            flex_grow: 1.0,
            min_width: px(0),
            ..stack(FlexDirection::Row, GAP)
        };
        row.spawn(values).with_children(content);
    });
}

/// Spawns a name in the middle of a row, at some distance from the value before it.
fn spawn_further_name(row: &mut ChildSpawnerCommands, name: &'static str) {
    let node = Node {
        margin: UiRect::left(px(10)),
        ..default()
    };
    row.spawn(node)
        .with_child(label(name, TextSize::Body, palette::MIST));
}

fn spawn_name(row: &mut ChildSpawnerCommands, name: &'static str) {
    let node = Node {
        width: px(NAMES),
        min_height: px(34),
        align_items: AlignItems::Center,
        flex_shrink: 0.0,
        ..default()
    };
    row.spawn(node)
        .with_child(label(name, TextSize::Body, palette::MIST));
}

/// Spawns the settings: a row for each property, in which each setting has its cell.
fn spawn_grid(
    page: &mut ChildSpawnerCommands,
    experiment: &LabExperiment,
    version: u32,
    subjects: &[Subject],
) {
    spawn_grid_row(page, None, experiment, spawn_letter);
    spawn_grid_row(page, Some("lab.name"), experiment, |cell, number| {
        let name = &experiment.settings[number].name;
        field(cell, DraftField(version, Field::Name(number)), COLUMN, name);
    });
    spawn_problem_row(page, experiment, subjects);
    spawn_grid_row(page, Some("lab.setup"), experiment, |cell, number| {
        let setup = &experiment.settings[number].setup;
        field(
            cell,
            DraftField(version, Field::Setup(number)),
            COLUMN,
            setup,
        );
    });
    for row in ROWS {
        spawn_grid_row(page, Some(row.name), experiment, |cell, number| {
            spawn_parameter(cell, row, number, subjects, experiment);
        });
    }
}

/// Spawns the row in which buttons name the problems of the settings, and choose the next ones.
fn spawn_problem_row(
    page: &mut ChildSpawnerCommands,
    experiment: &LabExperiment,
    subjects: &[Subject],
) {
    let all = subjects.to_vec();
    spawn_grid_row(
        page,
        Some("lab.problem"),
        experiment,
        move |cell, number| {
            let known = all.clone();
            let name = move |world: &World| {
                let settings = world.resource::<Laboratory>().draft.settings();
                let key = settings.get(number).map(|setting| setting.problem.clone());
                let subject = known.iter().find(|one| Some(one.key) == key.as_deref());
                subject.map_or_else(String::new, |one| world.resource::<Words>().get(one.name))
            };
            spawn_word_button(
                cell,
                number,
                name,
                |_, _| false,
                move |world, number| {
                    let subjects = world.resource::<Kits>().subjects();
                    let mut laboratory = world.resource_mut::<Laboratory>();
                    laboratory.draft.step_subject(number, 1, &subjects);
                },
            );
        },
    );
}

fn spawn_grid_row(
    page: &mut ChildSpawnerCommands,
    name: Option<&'static str>,
    experiment: &LabExperiment,
    fill: impl Fn(&mut ChildSpawnerCommands, usize),
) {
    page.spawn(Node {
        align_items: AlignItems::Center,
        ..stack(FlexDirection::Row, GAP)
    })
    .with_children(|row| {
        match name {
            Some(name) => spawn_name(row, name),
            None => {
                row.spawn(Node {
                    width: px(NAMES),
                    ..default()
                });
            }
        }
        for number in 0..experiment.settings.len() {
            row.spawn(Node {
                width: px(COLUMN),
                flex_shrink: 0.0,
                justify_content: JustifyContent::Center,
                ..default()
            })
            .with_children(|cell| fill(cell, number));
        }
    });
}

/// Spawns the letter of a setting in the colour of its curve, and the button that removes it.
fn spawn_letter(cell: &mut ChildSpawnerCommands, number: usize) {
    cell.spawn(Node {
        align_items: AlignItems::Center,
        ..stack(FlexDirection::Row, 10.0)
    })
    .with_children(|row| {
        row.spawn(bound_text(TextSize::Head, ink(number), move |_: &World| {
            letter(number).to_string()
        }));
        let remove = button(row, ButtonStyle::Chip, "lab.remove", move |world| {
            world.resource_mut::<Laboratory>().draft.remove(number);
        });
        let has_others =
            VisibleWhen::new(|world| world.resource::<Laboratory>().draft.settings().len() > 1);
        row.commands_mut().entity(remove).insert(has_others);
    });
}

/// Spawns the value of a parameter of a setting; a dash where it has no effect.
fn spawn_parameter(
    cell: &mut ChildSpawnerCommands,
    row: Row,
    number: usize,
    subjects: &[Subject],
    experiment: &LabExperiment,
) {
    let problem = &experiment.settings[number].problem;
    let subject = subjects.iter().find(|subject| subject.key == *problem);
    if subject.is_some_and(|subject| subject.without.contains(&row.name)) {
        cell.spawn(bound_text(TextSize::Body, palette::RIM, |_: &World| {
            "–".into()
        }));
        return;
    }
    let value = move |world: &World| {
        let (laboratory, words) = (world.resource::<Laboratory>(), world.resource::<Words>());
        (row.show)(&laboratory.draft, number, words)
    };
    let change = move |world: &mut World, change: NumberChange| {
        (row.change)(
            &mut world.resource_mut::<Laboratory>().draft,
            number,
            change,
        );
    };
    if row.has_words {
        // Values that differ from those of the first setting stand out.
        let differs = move |world: &World, number: usize| {
            let (laboratory, words) = (world.resource::<Laboratory>(), world.resource::<Words>());
            let show = |at| (row.show)(&laboratory.draft, at, words);
            number > 0 && show(number) != show(0)
        };
        spawn_word_button(cell, number, value, differs, move |world, _| {
            change(world, NumberChange::Step(1));
        });
    } else {
        number_stepper(cell, NUMBER, value, change);
    }
}

/// Spawns a button that shows a value in words, and takes the next one when it is pressed.
fn spawn_word_button(
    cell: &mut ChildSpawnerCommands,
    number: usize,
    value: impl Fn(&World) -> String + Send + Sync + 'static,
    differs: impl Fn(&World, usize) -> bool + Send + Sync + 'static,
    next: impl Fn(&mut World, usize) + Clone + Send + Sync + 'static,
) {
    let node = Node {
        width: px(COLUMN - 6.0),
        min_height: px(34),
        padding: UiRect::axes(px(8), px(4)),
        justify_content: JustifyContent::Center,
        align_items: AlignItems::Center,
        ..default()
    };
    let selected = SelectedWhen::new(move |world| differs(world, number));
    cell.spawn((
        bare_button(ButtonStyle::Chip, node, move |world| next(world, number)),
        selected,
    ))
    .with_child((
        bound_text(TextSize::Small, palette::PAPER, value),
        TextLayout::justify(Justify::Center),
    ));
}

/// Refuses to go on while the text in the field of the seed is no seed: the experiment still has the seed before it.
pub(super) fn check_typed_seed(world: &mut World) -> Result<(), PlainError> {
    let mut fields = world.query::<(&EditableText, &DraftField)>();
    let mut fields = fields.iter(world);
    let seed = fields.find(|(_, DraftField(_, what))| matches!(what, Field::Seed));
    let is_seed = |text: &EditableText| text.value().to_string().parse::<Seed>().is_ok();
    match seed.is_none_or(|(text, _)| is_seed(text)) {
        true => Ok(()),
        false => Err(refusal(world, "play.no_seed")),
    }
}

/// Reads the text fields while the player types in them.
pub(super) fn read_fields(
    kits: Res<Kits>,
    fields: Query<(&EditableText, &DraftField), Changed<EditableText>>,
    mut laboratory: ResMut<Laboratory>,
) {
    for (field, DraftField(version, what)) in &fields {
        let text = field.value().to_string();
        let draft = &mut laboratory.draft;
        // A field that is about to be spawned anew has the text of another draft.
        if *version != draft.version() {
            continue;
        }
        match *what {
            Field::Title => draft.set_title(text.trim()),
            Field::Name(number) => draft.set_name(number, text.trim()),
            Field::Setup(number) => draft.set_setup(number, text.trim(), &kits.subjects()),
            Field::Seed => {
                if let Ok(seed) = text.parse::<Seed>() {
                    draft.set_seed(seed);
                }
            }
        }
    }
}

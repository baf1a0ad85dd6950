//! What the theatre shows: the best, the population, the curves and the figures.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::input_focus::tab_navigation::TabGroup;
use bevy::prelude::*;
use bevy::tasks::futures_lite::future::{block_on, poll_once};

use super::view::Slot;
use super::{GRID, MEMBERS, Show, controls, lead};
use crate::generation::run::Stop;
use crate::generation::task::Evolution;
use crate::shell::screen::{Menu, Screen};
use crate::shell::theme::bind::{Shown, Told};
use crate::shell::theme::palette;
use crate::shell::theme::widget::{Look, Size, bare_button, label, panel, stack, words};
use crate::shell::words::Words;

/// The chart.
#[derive(Component)]
pub(super) struct Chart;

pub(super) fn spawn(mut commands: Commands, mut images: ResMut<Assets<Image>>) {
    let images = &mut *images;
    commands
        .spawn((
            Name::new("Theatre"),
            TabGroup::new(0),
            DespawnOnExit(Screen::Theatre),
            Node {
                width: percent(100),
                height: percent(100),
                padding: UiRect::all(px(20)),
                ..stack(FlexDirection::Column, 12.0)
            },
            Shown::when(|world| *world.resource::<State<Menu>>().get() == Menu::None),
        ))
        .with_children(|root| {
            heading(root);
            root.spawn(Node {
                flex_grow: 1.0,
                min_height: px(0),
                ..stack(FlexDirection::Row, 16.0)
            })
            .with_children(|row| {
                lead::spawn(row, images);
                row.spawn(Node {
                    flex_grow: 1.0,
                    min_width: px(0),
                    ..stack(FlexDirection::Column, 12.0)
                })
                .with_children(|column| {
                    population(column, images);
                    atlas(column, images);
                    chart(column, images);
                });
            });
            controls::spawn(root);
        });
}

fn heading(root: &mut ChildSpawnerCommands) {
    root.spawn(Node {
        align_items: AlignItems::Baseline,
        justify_content: JustifyContent::SpaceBetween,
        ..default()
    })
    .with_children(|row| {
        row.spawn(words(
            Size::Head,
            palette::PAPER,
            Told::by(|world| {
                world
                    .resource::<Words>()
                    .say(world.resource::<Show>().about.title)
            }),
        ));
        row.spawn(words(Size::Body, palette::THOUGHT, Told::by(figures)));
    });
}

/// Generation, evaluations, speed, seed and stop reason in one line.
fn figures(world: &World) -> String {
    let (show, words) = (world.resource::<Show>(), world.resource::<Words>());
    let Some(evolution) = show.run.and_then(|run| world.get::<Evolution>(run)) else {
        return String::new();
    };
    let progress = &show.said;
    let busy = progress.busy.as_secs_f64().max(1e-6);
    let shown = show.frame.as_ref().map_or(0, |frame| frame.generation);
    let mut line = words.fill(
        "theatre.figures",
        &[
            ("generation", shown.to_string()),
            ("evaluations", progress.evaluations.to_string()),
            ("speed", thousands(progress.evaluations as f64 / busy)),
            ("milliseconds", format!("{:.1}", busy * 1e3)),
            ("seed", evolution.live().seed().to_string()),
        ],
    );
    if let Some(stop) = &progress.stop {
        line.push_str("  ·  ");
        line.push_str(&words.say(stop_key(stop)));
    }
    line
}

fn stop_key(stop: &Stop) -> &'static str {
    match stop {
        Stop::TargetMet => "stop.target_met",
        Stop::GenerationLimit => "stop.generation_limit",
        Stop::Stagnation => "stop.stagnation",
        Stop::TimeBudget => "stop.time_budget",
        Stop::Cancelled => "stop.cancelled",
        Stop::Failed(_) => "stop.failed",
    }
}

fn thousands(number: f64) -> String {
    if number >= 1e4 {
        format!("{:.0}k", number / 1e3)
    } else {
        format!("{number:.0}")
    }
}

/// The small pictures, feasible and infeasible ones apart.
fn population(column: &mut ChildSpawnerCommands, images: &mut Assets<Image>) {
    column
        .spawn(panel(Node {
            padding: UiRect::all(px(14)),
            ..stack(FlexDirection::Column, 6.0)
        }))
        .insert(Shown::when(|world| !gridded(world)))
        .with_children(|panel| {
            for feasible in [true, false] {
                let colour = if feasible {
                    palette::LAMP
                } else {
                    palette::FAULT
                };
                let told = Told::by(move |world| sizes(world, feasible));
                panel.spawn((
                    words(Size::Small, colour, told),
                    Shown::when(move |world| feasible || constrained(world)),
                ));
                panel
                    .spawn(Node {
                        flex_wrap: FlexWrap::Wrap,
                        column_gap: px(3),
                        row_gap: px(3),
                        min_height: px(THUMB),
                        ..default()
                    })
                    .with_children(|grid| {
                        for place in 0..MEMBERS {
                            member(grid, images, Slot::Group(feasible, place), THUMB);
                        }
                    });
            }
        });
}

/// Whether the members have places in a grid.
fn gridded(world: &World) -> bool {
    world.resource::<Show>().about.grid.is_some()
}

/// The grid of an atlas: a row for each name, and what changes along them.
fn atlas(column: &mut ChildSpawnerCommands, images: &mut Assets<Image>) {
    column
        .spawn(panel(Node {
            padding: UiRect::all(px(14)),
            ..stack(FlexDirection::Column, 4.0)
        }))
        .insert(Shown::when(gridded))
        .with_children(|panel| {
            for row in 0..GRID.1 {
                panel
                    .spawn(Node {
                        align_items: AlignItems::Center,
                        ..stack(FlexDirection::Row, 4.0)
                    })
                    .with_children(|line| {
                        let name = move |world: &World| {
                            let grid = world.resource::<Show>().about.grid;
                            let words = world.resource::<Words>();
                            grid.map_or(String::new(), |grid| words.say(grid.rows[row]))
                        };
                        line.spawn(Node {
                            width: px(92),
                            flex_shrink: 0.0,
                            ..default()
                        })
                        .with_child(words(
                            Size::Small,
                            palette::MIST,
                            Told::by(name),
                        ));
                        for place in 0..GRID.0 {
                            let slot = Slot::Grid((row * GRID.0 + place) as u32);
                            member(line, images, slot, PLACE);
                        }
                    });
            }
            let axis = |world: &World| {
                let grid = world.resource::<Show>().about.grid;
                let words = world.resource::<Words>();
                grid.map_or(String::new(), |grid| words.say(grid.axis))
            };
            panel
                .spawn(Node {
                    padding: UiRect::left(px(96)),
                    ..default()
                })
                .with_child(words(Size::Small, palette::MIST, Told::by(axis)));
        });
}

/// Side of a small picture, in interface pixels.
const THUMB: f32 = 44.0;
/// Side of a place in the grid of an atlas.
const PLACE: f32 = 62.0;

/// Whether individuals can be infeasible at all.
fn constrained(world: &World) -> bool {
    world.resource::<Show>().about.fault.is_some()
}

fn sizes(world: &World, feasible: bool) -> String {
    let (show, words) = (world.resource::<Show>(), world.resource::<Words>());
    let count = show.members(feasible).count();
    let key = match (feasible, constrained(world)) {
        (true, true) => show.about.groups[0],
        (true, false) => "theatre.members",
        (false, _) => show.about.groups[1],
    };
    let mut line = words.fill(key, &[("count", count.to_string())]);
    if let (false, Some(fault)) = (feasible, show.about.fault) {
        line.push_str("  ·  ");
        line.push_str(&words.say(fault));
    }
    line
}

fn member(parent: &mut ChildSpawnerCommands, images: &mut Assets<Image>, slot: Slot, side: f32) {
    let member = move |world: &World| {
        let show = world.resource::<Show>();
        match slot {
            Slot::Group(feasible, place) => Some(show.members(feasible).nth(place)?.0),
            Slot::Grid(place) => show.member_at(place).map(|_| place),
        }
    };
    let node = Node {
        width: px(side),
        height: px(side),
        padding: UiRect::all(px(1)),
        border_radius: BorderRadius::all(px(3)),
        ..default()
    };
    let there = move |world: &World| member(world).is_some();
    let mut button = parent.spawn(bare_button(Look::Tile, node, move |world| {
        if let Some(member) = member(world) {
            controls::choose(world, member);
        }
    }));
    // A place in a grid is there even if nobody has it.
    if matches!(slot, Slot::Group(..)) {
        button.insert(Shown::when(there));
    }
    button.with_child((
        slot,
        ImageNode::new(images.add(Image::transparent())),
        Node {
            width: percent(100),
            height: percent(100),
            ..default()
        },
        Shown::when(there),
        Pickable::IGNORE,
    ));
}

fn chart(column: &mut ChildSpawnerCommands, images: &mut Assets<Image>) {
    column
        .spawn(panel(Node {
            flex_grow: 1.0,
            padding: UiRect::all(px(14)),
            ..stack(FlexDirection::Column, 6.0)
        }))
        .with_children(|panel| {
            panel
                .spawn(stack(FlexDirection::Row, 22.0))
                .with_children(|legend| {
                    legend.spawn(words(
                        Size::Small,
                        palette::LAMP,
                        Told::by(|world| {
                            world.resource::<Words>().say(if constrained(world) {
                                world.resource::<Show>().about.legend[0]
                            } else {
                                "theatre.chart.fitness"
                            })
                        }),
                    ));
                    let coverage = label("theatre.chart.coverage", Size::Small, palette::THOUGHT);
                    legend.spawn((coverage, Shown::when(gridded)));
                    for (at, colour) in [(1, palette::FAULT), (2, palette::THOUGHT)] {
                        let told = Told::by(move |world| {
                            let key = world.resource::<Show>().about.legend[at];
                            world.resource::<Words>().say(key)
                        });
                        let words = words(Size::Small, colour, told);
                        legend.spawn((words, Shown::when(constrained)));
                    }
                });
            panel
                .spawn(Node {
                    flex_grow: 1.0,
                    ..stack(FlexDirection::Row, 8.0)
                })
                .with_children(|row| {
                    row.spawn(Node {
                        width: px(34),
                        align_items: AlignItems::End,
                        justify_content: JustifyContent::SpaceBetween,
                        ..stack(FlexDirection::Column, 0.0)
                    })
                    .with_children(|axis| {
                        for part in [1.0, 0.5, 0.0] {
                            let told = Told::by(move |world| {
                                let top = world.resource::<Show>().top;
                                format!("{}", part * top.max(1.0))
                            });
                            axis.spawn(words(Size::Small, palette::MIST, told));
                        }
                    });
                    row.spawn(Node {
                        flex_grow: 1.0,
                        ..default()
                    })
                    .with_child((
                        Chart,
                        ImageNode::new(images.add(Image::transparent()))
                            .with_mode(NodeImageMode::Stretch),
                        // Out of the flow, so that the texture's size does not widen the row.
                        Node {
                            position_type: PositionType::Absolute,
                            width: percent(100),
                            height: percent(100),
                            ..default()
                        },
                    ));
                });
            panel
                .spawn(Node {
                    justify_content: JustifyContent::SpaceBetween,
                    padding: UiRect::left(px(42)),
                    ..default()
                })
                .with_children(|axis| {
                    axis.spawn(words(
                        Size::Small,
                        palette::MIST,
                        Told::by(|_| "0".to_owned()),
                    ));
                    axis.spawn(label(
                        "theatre.chart.generation",
                        Size::Small,
                        palette::MIST,
                    ));
                    let last = |world: &World| {
                        let newest = world.resource::<Show>().said.generation;
                        newest.unwrap_or(0).to_string()
                    };
                    axis.spawn(words(Size::Small, palette::MIST, Told::by(last)));
                });
        });
}

pub(super) fn put(images: &mut Assets<Image>, node: &ImageNode, image: Image) {
    if let Err(error) = images.insert(node.image.id(), image) {
        warn!("a picture cannot be shown: {error}");
    }
}

/// Shows a view that has been painted.
pub(super) fn put_view(
    mut show: ResMut<Show>,
    members: Query<(&Slot, &ImageNode)>,
    charts: Query<&ImageNode, With<Chart>>,
    mut images: ResMut<Assets<Image>>,
) {
    let view = show
        .painting
        .as_mut()
        .and_then(|task| block_on(poll_once(task)));
    let Some(view) = view else { return };
    show.painting = None;
    let Some(view) = view else { return };
    for (slot, image) in view.members {
        if let Some((_, node)) = members.iter().find(|(other, _)| **other == slot) {
            put(&mut images, node, image);
        }
    }
    if let Ok(node) = charts.single() {
        put(&mut images, node, view.chart);
    }
    let old = show.frame.take().map(|old| old.lead.picture);
    if old.as_ref() != Some(&view.frame.lead.picture) {
        show.before = old;
        show.changed = 0.0;
        show.pictures = show.pictures.wrapping_add(1);
    }
    show.top = view.top;
    show.frame = Some(view.frame);
    show.said = show.progress.clone();
}

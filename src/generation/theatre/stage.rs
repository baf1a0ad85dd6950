//! What the theatre shows: the best, the population, the curves and the figures.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::input_focus::tab_navigation::TabGroup;
use bevy::prelude::*;
use bevy::tasks::AsyncComputeTaskPool;
use bevy::tasks::futures_lite::future::{block_on, poll_once};

use super::{MEMBERS, Show, controls};
use crate::generation::Fact;
use crate::generation::run::Stop;
use crate::generation::task::Evolution;
use crate::shell::screen::{Menu, Screen};
use crate::shell::settings::Settings;
use crate::shell::theme::bind::{Shown, Told};
use crate::shell::theme::paint::Canvas;
use crate::shell::theme::palette;
use crate::shell::theme::widget::{Look, Size, bare_button, label, panel, stack, words};
use crate::shell::words::Words;

/// Pixels a side of the large picture's texture.
const BEST: u32 = 560;

/// The large picture.
#[derive(Component)]
pub(super) struct BestPicture;

/// A small picture, by its place among those shown of its population.
#[derive(Component)]
pub(super) struct MemberPicture {
    feasible: bool,
    place: usize,
}

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
                best(row, images);
                row.spawn(Node {
                    flex_grow: 1.0,
                    min_width: px(0),
                    ..stack(FlexDirection::Column, 12.0)
                })
                .with_children(|column| {
                    population(column, images);
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

fn picture_node(side: f32) -> Node {
    Node {
        width: px(side),
        height: px(side),
        ..default()
    }
}

fn best(row: &mut ChildSpawnerCommands, images: &mut Assets<Image>) {
    row.spawn(panel(Node {
        width: px(336),
        ..stack(FlexDirection::Column, 10.0)
    }))
    .with_children(|column| {
        column.spawn(label("theatre.best", Size::Lead, palette::LAMP));
        column.spawn((
            BestPicture,
            ImageNode::new(images.add(Image::transparent())),
            picture_node(294.0),
        ));
        column
            .spawn(stack(FlexDirection::Column, 2.0))
            .with_children(|list| (0..MOST_FACTS).for_each(|at| fact(list, at)));
    });
}

/// Facts that are shown.
const MOST_FACTS: usize = 8;

/// The bar of a fact, to the right of the middle if it counts for the individual, else to the left.
#[derive(Component)]
pub(super) struct FactBar(usize);

fn fact_at(world: &World, at: usize) -> Option<&Fact> {
    world.resource::<Show>().frame.as_ref()?.facts.get(at)
}

fn fact(list: &mut ChildSpawnerCommands, at: usize) {
    let told = move |world: &World| {
        let words = world.resource::<Words>();
        let line = |fact: &Fact| words.fill(fact.key, &[("value", fact.value.clone())]);
        fact_at(world, at).map_or(String::new(), line)
    };
    list.spawn((
        words(Size::Small, palette::PAPER, Told::by(told)),
        Shown::when(move |world| fact_at(world, at).is_some()),
    ));
    list.spawn((
        Node {
            height: px(5),
            ..default()
        },
        BackgroundColor(palette::NIGHT),
        Shown::when(move |world| fact_at(world, at).is_some_and(|fact| fact.bar.is_some())),
    ))
    .with_child((
        FactBar(at),
        Node {
            position_type: PositionType::Absolute,
            top: px(0),
            bottom: px(0),
            ..default()
        },
        BackgroundColor(palette::LEAF),
    ));
}

/// The bars follow the facts.
pub(super) fn put_bars(
    show: Res<Show>,
    mut bars: Query<(&FactBar, &mut Node, &mut BackgroundColor)>,
) {
    if !show.is_changed() {
        return;
    }
    for (FactBar(at), mut node, mut colour) in &mut bars {
        let facts = show.frame.as_ref().map(|frame| &frame.facts);
        let bar = facts.and_then(|facts| facts.get(*at)?.bar).unwrap_or(0.0);
        let length = 50.0 * bar.abs().min(1.0);
        node.left = percent(if bar < 0.0 { 50.0 - length } else { 50.0 });
        node.width = percent(length);
        let wanted = if bar < 0.0 {
            palette::FAULT
        } else {
            palette::LEAF
        };
        colour.set_if_neq(BackgroundColor(wanted));
    }
}

/// The small pictures, feasible and infeasible ones apart.
fn population(column: &mut ChildSpawnerCommands, images: &mut Assets<Image>) {
    column
        .spawn(panel(Node {
            padding: UiRect::all(px(14)),
            ..stack(FlexDirection::Column, 6.0)
        }))
        .with_children(|panel| {
            for feasible in [true, false] {
                panel.spawn(words(
                    Size::Small,
                    if feasible {
                        palette::LAMP
                    } else {
                        palette::FAULT
                    },
                    Told::by(move |world| sizes(world, feasible)),
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
                            member(grid, images, feasible, place);
                        }
                    });
            }
        });
}

/// Side of a small picture, in interface pixels.
const THUMB: f32 = 44.0;

fn sizes(world: &World, feasible: bool) -> String {
    let (show, words) = (world.resource::<Show>(), world.resource::<Words>());
    let count = show.members(feasible).count();
    let key = if feasible {
        "theatre.feasible"
    } else {
        "theatre.infeasible"
    };
    let mut line = words.fill(key, &[("count", count.to_string())]);
    if !feasible {
        line.push_str("  ·  ");
        line.push_str(&words.say(show.about.fault));
    }
    line
}

fn member(
    grid: &mut ChildSpawnerCommands,
    images: &mut Assets<Image>,
    feasible: bool,
    place: usize,
) {
    let member = move |world: &World| {
        let found = world.resource::<Show>().members(feasible).nth(place);
        found.map(|(member, _)| *member)
    };
    let node = Node {
        width: px(THUMB),
        height: px(THUMB),
        padding: UiRect::all(px(1)),
        border_radius: BorderRadius::all(px(3)),
        ..default()
    };
    grid.spawn((
        bare_button(Look::Tile, node, move |world| {
            if let Some(member) = member(world) {
                controls::choose(world, member);
            }
        }),
        Shown::when(move |world| member(world).is_some()),
    ))
    .with_child((
        MemberPicture { feasible, place },
        ImageNode::new(images.add(Image::transparent())),
        Node {
            width: percent(100),
            height: percent(100),
            ..default()
        },
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
                    for (key, colour) in [
                        ("theatre.chart.feasible", palette::LAMP),
                        ("theatre.chart.infeasible", palette::FAULT),
                        ("theatre.chart.size", palette::THOUGHT),
                    ] {
                        legend.spawn(label(key, Size::Small, colour));
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

fn put(images: &mut Assets<Image>, node: &ImageNode, image: Image) {
    if let Err(error) = images.insert(node.image.id(), image) {
        warn!("a picture cannot be shown: {error}");
    }
}

/// Shows a view that has been painted.
pub(super) fn put_view(
    mut show: ResMut<Show>,
    members: Query<(&MemberPicture, &ImageNode)>,
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
    for (feasible, place, image) in view.members {
        let slot = members
            .iter()
            .find(|(picture, _)| picture.feasible == feasible && picture.place == place);
        if let Some((_, node)) = slot {
            put(&mut images, node, image);
        }
    }
    if let Ok(node) = charts.single() {
        put(&mut images, node, view.chart);
    }
    let old = show.frame.take().map(|old| old.best.picture);
    if old.as_ref() != Some(&view.frame.best.picture) {
        show.before = old;
        show.changed = 0.0;
    }
    show.top = view.top;
    show.frame = Some(view.frame);
    show.said = show.progress.clone();
}

/// Shows the best on its way from what it was before.
pub(super) fn morph_best(
    mut show: ResMut<Show>,
    settings: Res<Settings>,
    nodes: Query<&ImageNode, With<BestPicture>>,
    mut images: ResMut<Assets<Image>>,
    mut shown: Local<f32>,
) {
    if let Some(task) = &mut show.morphing {
        let Some(image) = block_on(poll_once(task)) else {
            return;
        };
        show.morphing = None;
        if let (Some(image), Ok(node)) = (image, nodes.single()) {
            put(&mut images, node, image);
        }
    }
    let Some(frame) = &show.frame else {
        *shown = 0.0;
        return;
    };
    if *shown == show.changed {
        return;
    }
    *shown = show.changed;
    let (before, after) = (show.before.clone(), frame.best.picture.clone());
    // Ease out.
    let t = 1.0 - (1.0 - show.changed).powi(3);
    let moving = t < 1.0 && !settings.reduced_motion;
    show.morphing = Some(AsyncComputeTaskPool::get().spawn(async move {
        let mut canvas = Canvas::new(BEST, BEST)?;
        match before.filter(|_| moving) {
            Some(before) => canvas.morph(&before, &after, t, BEST as f32),
            None => canvas.picture(&after, Vec2::ZERO, BEST as f32),
        }
        Some(canvas.image())
    }));
}

//! The flags on the curve of the chart: their places, their drawing, and their words. The buttons over them lead to
//! their generations.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::picking::hover::Hovered;
use bevy::prelude::*;

use super::axis::{Axis, Plane};
use super::explain::{self, Topic};
use super::sentences::SentenceWriter;
use super::{Show, controls};
use crate::generation::story::Milestone;
use crate::shell::theme::bind::{BoundText, VisibleWhen};
use crate::shell::theme::paint::Canvas;
use crate::shell::theme::palette;
use crate::shell::theme::tooltip::Tooltip;
use crate::shell::theme::widget::spoken_name;
use crate::shell::words::Words;

/// The most flags that a curve has.
const MOST: usize = 6;
/// The length of a pole, as a part of the chart's height.
const POLE: f32 = 0.12;
/// The least and the greatest length of a pole, in pixels.
const POLE_PIXELS: (f32, f32) = (9.0, 22.0);
/// The length and half the height of a pennant, in poles.
const PENNANT: Vec2 = Vec2::new(0.6, 0.25);
/// The radius of a ball, in poles.
const BALL: f32 = 0.28;
/// The least distance between two flags, in poles, so that neither they nor their buttons overlap.
const APART: f32 = 1.6;
/// The room around a flag that belongs to its button, in pixels.
const AROUND: f32 = 3.0;

/// The flag of the first feasible individual in a legend: a ball on a pole.
pub(super) const FIRST_FLAG: &str = "●";
/// The flag of a better best in a legend: a pennant on a pole.
pub(super) const BETTER_FLAG: &str = "◀|";

/// A flag on the curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Flag {
    /// The moment that it marks.
    pub(super) milestone: Milestone,
    /// The foot of the pole, which stands on the curve, in pixels.
    foot: Vec2,
    /// The other end of the pole.
    top: Vec2,
    /// The tip of the pennant.
    tip: Vec2,
    /// Its rectangle with the room around it, as parts of the chart's width and height.
    place: Rect,
}

/// Plants flags on the curve: at the first feasible individual, at the newest record, and at the records with the
/// largest steps, as far as there is room. They stand from left to right.
pub(super) fn plant_flags(plane: &Plane, axis: &Axis, milestones: &[Milestone]) -> Vec<Flag> {
    if plane.size.min_element() < 1.0 {
        // The chart is not laid out yet.
        return Vec::new();
    }
    let pole = pole_of(plane);
    let newest = milestones.len().saturating_sub(1);
    let wishes: Vec<(f32, f64)> = milestones
        .iter()
        .enumerate()
        .map(|(at, one)| {
            let rise = match one.before {
                None => f64::INFINITY,
                Some(_) if at == newest => f64::MAX,
                Some(before) => axis.height(one.fitness) - axis.height(before),
            };
            (plane.at(one.generation, 0.0).x, rise)
        })
        .collect();
    let kept = with_room(&wishes, APART * pole).into_iter();
    kept.map(|at| Flag::at(&milestones[at], plane, axis, pole))
        .collect()
}

/// The length of a pole in pixels.
fn pole_of(plane: &Plane) -> f32 {
    (POLE * plane.size.y).clamp(POLE_PIXELS.0, POLE_PIXELS.1)
}

/// Chooses the flags that have room, and returns their indexes in ascending order. `wishes` holds the place and the
/// importance of each flag. More important flags are placed first, and two flags are at least `gap` apart.
fn with_room(wishes: &[(f32, f64)], gap: f32) -> Vec<usize> {
    let mut order: Vec<usize> = (0..wishes.len()).collect();
    order.sort_by(|a, b| wishes[*b].1.total_cmp(&wishes[*a].1));
    let mut kept: Vec<usize> = Vec::new();
    for at in order {
        let is_apart = |other: &usize| (wishes[*other].0 - wishes[at].0).abs() >= gap;
        if kept.len() < MOST && kept.iter().all(is_apart) {
            kept.push(at);
        }
    }
    kept.sort_unstable();
    kept
}

impl Flag {
    fn at(milestone: &Milestone, plane: &Plane, axis: &Axis, pole: f32) -> Self {
        let foot = plane.at(milestone.generation, axis.height(milestone.fitness));
        let pennant = PENNANT * pole;
        // Where the curve is near an edge of the chart, the flag hangs or waves the other way.
        let up = if foot.y > 1.4 * pole { -1.0 } else { 1.0 };
        let side = if foot.x > pennant.x { -1.0 } else { 1.0 };
        let top = foot + Vec2::new(0.0, up * pole);
        let tip = top + Vec2::new(side * pennant.x, -up * pennant.y);
        let mut area = Rect::from_corners(foot, top);
        if milestone.is_first_feasible() {
            area = area.union(Rect::from_center_half_size(top, Vec2::splat(BALL * pole)));
        } else {
            area = area.union_point(tip);
        }
        let area = area.inflate(AROUND);
        let part = |corner: Vec2| (corner / plane.size).clamp(Vec2::ZERO, Vec2::ONE);
        Flag {
            milestone: *milestone,
            foot,
            top,
            tip,
            place: Rect::from_corners(part(area.min), part(area.max)),
        }
    }

    /// Draws the flag with a pole of a width in pixels. A ball marks the first feasible individual, a pennant a better
    /// best, so they are told apart without their colours.
    pub(super) fn draw(&self, canvas: &mut Canvas, width: f32) {
        let Flag { foot, top, tip, .. } = *self;
        canvas.line(&[foot, top], width, palette::PAPER);
        if self.milestone.is_first_feasible() {
            let pole = (top.y - foot.y).abs();
            canvas.disc(top, BALL * pole, palette::LEAF);
        } else {
            let below = Vec2::new(top.x, 2.0 * tip.y - top.y);
            canvas.polygon(&[top, tip, below], palette::PAPER);
        }
    }
}

/// Marks the button over a flag, by the flag's number from the left.
#[derive(Component)]
pub(super) struct FlagButton(usize);

/// Spawns the buttons over the flags of the chart. Each tells what its flag marks, and leads to that generation.
pub(super) fn spawn_buttons(chart: &mut ChildSpawnerCommands) {
    for at in 0..MOST {
        let node = Node {
            position_type: PositionType::Absolute,
            border_radius: BorderRadius::all(px(4)),
            ..default()
        };
        let button = explain::silent_button(node, move |world| go_to_flag(world, at));
        let text = BoundText::new(move |world| flag_text(world, at));
        let seen = VisibleWhen::new(move |world| flag(world.resource::<Show>(), at).is_some());
        chart
            .spawn((FlagButton(at), button, seen, Tooltip::new(text.clone())))
            .with_child(spoken_name(text));
    }
}

fn flag(show: &Show, at: usize) -> Option<&Flag> {
    show.chart.flags.get(at)
}

/// The moment that a flag marks, in words; empty if there is no such flag.
fn flag_text(world: &World, at: usize) -> String {
    let (show, words) = (world.resource::<Show>(), world.resource::<Words>());
    let told = flag(show, at).map(|flag| SentenceWriter { show, words }.milestone(&flag.milestone));
    told.unwrap_or_default()
}

/// Goes to the generation of a flag, and explains the flag.
fn go_to_flag(world: &mut World, at: usize) {
    let show = world.resource::<Show>();
    let Some(milestone) = flag(show, at).map(|flag| flag.milestone) else {
        return;
    };
    if let Some(record) = show.record_from(milestone.generation) {
        controls::go_to_record(world, record);
        explain::explain(world, Topic::Flag(milestone));
    }
}

/// The generation of the flag under the pointer.
pub(super) fn pointed_generation<'a>(
    show: &Show,
    buttons: impl IntoIterator<Item = (&'a FlagButton, &'a Hovered)>,
) -> Option<u32> {
    let mut buttons = buttons.into_iter();
    let (FlagButton(at), _) = buttons.find(|(_, hovered)| hovered.get())?;
    flag(show, *at).map(|flag| flag.milestone.generation)
}

/// Moves the buttons over their flags.
pub(super) fn place_buttons(show: Res<Show>, mut buttons: Query<(&FlagButton, &mut Node)>) {
    if !show.is_changed() {
        return;
    }
    for (FlagButton(at), mut node) in &mut buttons {
        let Some(Flag { place, .. }) = flag(&show, *at) else {
            continue;
        };
        let [left, top] = (100.0 * place.min).to_array().map(percent);
        let [width, height] = (100.0 * place.size()).to_array().map(percent);
        // A node that is written to is laid out anew, even if nothing is different.
        if (node.left, node.top, node.width, node.height) != (left, top, width, height) {
            (node.left, node.top) = (left, top);
            (node.width, node.height) = (width, height);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_important_flags_have_room_and_there_are_few() {
        let wishes = |places: &[(f32, f64)]| with_room(places, 10.0);
        assert_eq!(wishes(&[(0.0, 0.1), (50.0, 0.2), (100.0, 0.1)]), [0, 1, 2]);
        assert_eq!(wishes(&[(80.0, 0.1), (85.0, 0.3), (92.0, 0.2)]), [1]);
        assert_eq!(wishes(&[(80.0, 0.1), (95.0, 0.3), (100.0, 0.2)]), [0, 1]);
        let many: Vec<(f32, f64)> = (0..100).map(|at| (20.0 * at as f32, 0.1)).collect();
        assert_eq!(wishes(&many).len(), MOST);
        assert_eq!(wishes(&[]), Vec::<usize>::new());
    }

    fn milestone(generation: u32, before: Option<f64>, fitness: f64) -> Milestone {
        Milestone {
            generation,
            fitness,
            before,
        }
    }

    #[test]
    fn the_first_flag_the_newest_and_the_largest_steps_are_planted_within_the_chart() {
        let plane = Plane {
            size: Vec2::new(300.0, 150.0),
            last: 100,
        };
        let axis = Axis::Fitness {
            low: 0.0,
            high: 1.0,
        };
        let all = [
            milestone(0, None, 0.1),
            milestone(40, Some(0.1), 0.15),
            milestone(42, Some(0.15), 0.8),
            milestone(97, Some(0.8), 0.9),
            milestone(100, Some(0.9), 1.0),
        ];
        let flags = plant_flags(&plane, &axis, &all);
        let planted: Vec<u32> = flags.iter().map(|flag| flag.milestone.generation).collect();
        assert_eq!(planted, [0, 42, 100]);
        for flag in &flags {
            let Rect { min, max } = flag.place;
            assert!(
                min.cmpge(Vec2::ZERO).all() && max.cmple(Vec2::ONE).all(),
                "{flag:?}"
            );
            let foot = flag.foot / plane.size;
            assert!(
                flag.place.contains(foot) && flag.place.width() > 0.02,
                "{flag:?}"
            );
        }
        for pair in flags.windows(2) {
            assert!(pair[0].place.max.x <= pair[1].place.min.x, "{pair:?}");
        }
    }
}

//! The births of a generation, shown over the populations: every child comes from its two parents and takes its place.
//! At a fast pace the births are a flow of sparks within and between the populations. At the slow pace, and after one
//! step, they come one by one: small pictures of both parents fly to the place of the child, which then replaces the
//! individual that had that place before.

use std::sync::Arc;

use bevy::prelude::*;
use bevy::tasks::Task;

use super::Show;
use super::curves::population_colour;
use super::members::{GridLayout, GridView, MemberGrid};
use crate::base::smoothstep;
use crate::generation::PopulationKind;
use crate::generation::birth::Birth;
use crate::generation::driver::RunDriver;
use crate::generation::pools::{spawn_or_default, take_result};
use crate::generation::watch::{Births, DisplaySelection, Frame, PictureKind};
use crate::shell::settings::Settings;
use crate::shell::theme::look::Look;
use crate::shell::theme::paint::{Canvas, Painted, replace_image};
use crate::shell::theme::palette;
use crate::shell::theme::widget::canvas;

/// Marks the layer above both populations.
#[derive(Component)]
pub(super) struct BirthLayer;

/// The seconds from the parents to the place of the child, if the births are a flow.
const FLOW: f32 = 0.45;
/// The seconds from the parents to the place of the child, if the births come one by one.
const FLIGHT: f32 = 0.9;
/// The shortest time from one birth to the next at which births come one by one, in seconds.
const ONE_BY_ONE: f32 = 0.03;
/// The shortest time from one birth to the next at which a birth can be followed in the large picture, in seconds.
const LOOK: f32 = 0.25;
/// The time from one birth to the next after a single step of the run, in seconds.
const STEP: f32 = 0.4;
/// The longest time of all births after a single step, in seconds.
const STEP_TOTAL: f32 = 12.0;
/// The shortest time from one birth to the next after a single step, in seconds. Where it is reached, all births take
/// longer than [`STEP_TOTAL`].
const STEP_SHORTEST: f32 = 0.04;
/// The part of the time of a generation in which its births begin.
const SPREAD: f32 = 0.75;

/// A child that moves to its place.
#[derive(Clone, Copy, Debug)]
struct Path {
    /// The corners of the parents' places and their sides; `None` for a parent that is not on the screen.
    parents: [Option<(Vec2, f32)>; 2],
    /// The populations of the parents.
    parent_populations: [PopulationKind; 2],
    /// The corner of the child's place, and its side.
    child: Vec2,
    side: f32,
    /// The population of the child.
    population: PopulationKind,
    /// The index of the child in the record.
    member: u32,
    /// The time at which its movement begins, in seconds.
    start: f32,
}

/// The births that are shown.
#[derive(Default)]
pub(super) struct BirthShow {
    /// The generation on the screen.
    generation: Option<u32>,
    paths: Arc<Vec<Path>>,
    /// The pictures of the previous populations, while births come one by one.
    before: [Option<Arc<Painted>>; 2],
    /// The rectangles of the pictures of the populations on the layer.
    areas: [Rect; 2],
    one_by_one: bool,
    /// The seconds since the first birth, and the seconds at which the last one is over.
    seconds: f32,
    end: f32,
    is_blank: bool,
    painting: Option<Task<Option<Image>>>,
}

impl BirthShow {
    /// Whether births come one by one and the last one is not over, or their picture is being painted.
    pub(super) fn is_moving(&self) -> bool {
        self.painting.is_some() || self.one_by_one && self.seconds < self.end
    }

    /// The child that is being born, by its index in the record, if births come one by one.
    fn newborn(&self) -> Option<u32> {
        let begun = |path: &&Path| path.start <= self.seconds;
        let is_shown = self.one_by_one && self.seconds < self.end;
        let newest = self.paths.iter().rev().find(begun);
        newest.filter(|_| is_shown).map(|path| path.member)
    }

    /// Whether each birth takes long enough for a look at the child and its parents.
    fn can_be_followed(&self) -> bool {
        self.end >= LOOK * self.paths.len() as f32
    }
}

/// The layer, to be spawned in the column of the populations.
pub(super) fn layer(images: &mut Assets<Image>) -> impl Bundle {
    (BirthLayer, Pickable::IGNORE, canvas(images))
}

/// Begins with the births of a generation when it comes onto the screen. `old` are the pictures of the previous
/// populations, and `frame` is the new generation.
pub(super) fn begin(
    show: &mut Show,
    driver: Option<&RunDriver>,
    frame: &Frame,
    old: [Option<Arc<Painted>>; 2],
) {
    let last = show.births.generation.replace(frame.generation);
    let goes_on = show.record.is_none() || show.repetition.is_some();
    let is_next = last.is_some_and(|last| last < frame.generation) && goes_on;
    let (Some(births), Some(driver), true) = (&frame.births, driver, is_next) else {
        if last != Some(frame.generation) {
            show.births.paths = Arc::default();
            show.births.end = 0.0;
        }
        return;
    };
    let layouts = Layouts::of(show, frame, births);
    let mut paths = layouts.paths(frame, births);
    let all = frame.members.len();
    let rate = match show.repetition {
        Some(repetition) => driver.pace.rate(repetition.seconds(), all),
        None => driver.rate(all),
    };
    let total = seconds_of_births(rate, paths.len());
    let interval = total / paths.len().max(1) as f32;
    // The places would be wrong with the pictures of any generation but the previous one.
    let one_by_one = interval >= ONE_BY_ONE && last.map(|last| last + 1) == Some(frame.generation);
    for (number, path) in paths.iter_mut().enumerate() {
        path.start = interval * number as f32;
    }
    let flight = if one_by_one { FLIGHT } else { FLOW };
    let now = &mut show.births;
    now.end = paths.last().map_or(0.0, |path| path.start + flight);
    now.paths = Arc::new(paths);
    now.before = if one_by_one { old } else { [None, None] };
    now.one_by_one = one_by_one;
    now.seconds = 0.0;
}

impl Show {
    /// The child that is being born, if its parents are to be shown and there is time for it.
    pub(super) fn newborn(&self) -> Option<u32> {
        let is_free = self.large.kind == PictureKind::Family && self.member.is_none();
        let newborn = self.births.newborn();
        newborn.filter(|_| is_free && self.births.can_be_followed())
    }

    /// The individual of the large picture, which may be a child that is being born.
    pub(super) fn displayed_selection(&self) -> DisplaySelection {
        let selection = self.selection();
        DisplaySelection {
            member: selection.member.or(self.followed),
            ..selection
        }
    }
}

/// The seconds in which the births of a generation begin that are shown, at a rate of generations per second. A run
/// that is paused has the rate 0, and makes one step at a time.
fn seconds_of_births(rate: f32, shown: usize) -> f32 {
    if rate == 0.0 {
        let shown = shown as f32;
        return (STEP * shown).min(STEP_TOTAL.max(STEP_SHORTEST * shown));
    }
    SPREAD / rate
}

/// The places of the members in the previous generation and in this one.
struct Layouts {
    /// The upper left corners of the grids on the layer.
    corners: [Vec2; 2],
    sizes: [Vec2; 2],
    before: [GridLayout; 2],
    now: [GridLayout; 2],
}

impl Layouts {
    fn of(show: &Show, frame: &Frame, births: &Births) -> Self {
        let view = |of: usize| -> &GridView { &show.grids[of] };
        Layouts {
            corners: [0, 1].map(|of| show.births.areas[of].min),
            sizes: [0, 1].map(|of| view(of).size),
            before: [0, 1].map(|of| view(of).layout(births.before[of])),
            now: PopulationKind::BOTH.map(|kind| {
                let count = frame.members_of(kind).len();
                view(kind.index()).layout(count)
            }),
        }
    }

    /// The corner of a place on the layer; `None` if no part of it is visible.
    fn corner(&self, of: usize, layout: &GridLayout, place: usize) -> Option<Vec2> {
        let at = layout.place(place);
        let is_seen = (at + layout.side).cmpgt(Vec2::ZERO).all() && at.cmplt(self.sizes[of]).all();
        is_seen.then_some(self.corners[of] + at)
    }

    /// The paths of all children that are on the screen, in the order of their places.
    fn paths(&self, frame: &Frame, births: &Births) -> Vec<Path> {
        let mut paths = Vec::new();
        for kind in [PopulationKind::Feasible, PopulationKind::Infeasible] {
            let of = kind.index();
            for (place, (member, _)) in frame.members_of(kind).iter().enumerate() {
                let Some(Birth::Child(first, second)) = births.of.get(*member as usize) else {
                    continue;
                };
                let Some(child) = self.corner(of, &self.now[of], place) else {
                    continue;
                };
                let parents = [*first, *second].map(|parent| births.place_before(parent));
                let place_of = |(kind, place): (PopulationKind, usize)| {
                    let of = kind.index();
                    let layout = &self.before[of];
                    Some((self.corner(of, layout, place)?, layout.side))
                };
                paths.push(Path {
                    parents: parents.map(place_of),
                    parent_populations: parents.map(|(kind, _)| kind),
                    child,
                    side: self.now[of].side,
                    population: kind,
                    member: *member,
                    start: 0.0,
                });
            }
        }
        paths
    }
}

/// Keeps the places of the populations on the layer.
pub(super) fn measure_layer(
    mut show: ResMut<Show>,
    layers: Query<(&ComputedNode, &UiGlobalTransform), With<BirthLayer>>,
    grids: Query<(&MemberGrid, &ComputedNode, &UiGlobalTransform)>,
) {
    let corner = |node: &ComputedNode, at: &UiGlobalTransform| at.translation - node.size() / 2.0;
    let Ok((layer, at)) = layers.single() else {
        return;
    };
    for (grid, node, place) in &grids {
        let from = corner(node, place) - corner(layer, at);
        let area = Rect::from_corners(from, from + node.size());
        let of = grid.0.index();
        if show.births.areas[of] != area {
            show.births.areas[of] = area;
        }
    }
}

/// Advances the births, and paints them in the background.
pub(super) fn paint_births(
    time: Res<Time>,
    settings: Res<Settings>,
    mut show: ResMut<Show>,
    layers: Query<(&ComputedNode, &ImageNode), With<BirthLayer>>,
    mut images: ResMut<Assets<Image>>,
) {
    let births = &mut show.bypass_change_detection().births;
    births.seconds += time.delta_secs() * settings.animation_speed();
    let Ok((layer, node)) = layers.single() else {
        return;
    };
    if let Some(Some(image)) = take_result(&mut births.painting) {
        replace_image(&mut images, &node.image, image);
    }
    if births.painting.is_some() {
        return;
    }
    if births.seconds >= births.end || settings.reduced_motion {
        if !births.is_blank {
            births.is_blank = true;
            births.before = [None, None];
            replace_image(&mut images, &node.image, Image::transparent());
        }
        return;
    }
    births.is_blank = false;
    let painter = Painter {
        size: layer.size(),
        look: settings.look(),
        paths: Arc::clone(&births.paths),
        before: births.before.clone(),
        areas: births.areas,
        one_by_one: births.one_by_one,
        seconds: births.seconds,
        end: births.end,
    };
    births.painting = Some(spawn_or_default(move || painter.paint()));
}

/// Paints a moment of the births.
struct Painter {
    size: Vec2,
    look: Look,
    paths: Arc<Vec<Path>>,
    before: [Option<Arc<Painted>>; 2],
    areas: [Rect; 2],
    one_by_one: bool,
    seconds: f32,
    end: f32,
}

impl Painter {
    fn paint(&self) -> Option<Image> {
        let mut canvas = Canvas::with_look(self.size.x as u32, self.size.y as u32, self.look)?;
        if self.one_by_one {
            self.paint_old(&mut canvas);
        }
        for path in self.paths.iter() {
            if self.one_by_one {
                self.paint_parents(&mut canvas, path);
            } else {
                self.paint_sparks(&mut canvas, path);
            }
        }
        Some(canvas.image())
    }

    /// The progress of a child to its place, 0 to 1; `None` before it begins.
    fn progress(&self, path: &Path, seconds: f32) -> Option<f32> {
        let progress = (self.seconds - path.start) / seconds;
        (progress >= 0.0).then_some(progress.min(1.0))
    }

    /// Covers the new generation with the pictures of the old one, except where children have arrived.
    fn paint_old(&self, canvas: &mut Canvas) {
        for (area, before) in self.areas.iter().zip(&self.before) {
            let Some(before) = before else { continue };
            canvas.block(*area, palette::GLASS);
            canvas.painted(before, area.min);
        }
        for path in self.paths.iter() {
            if self.progress(path, FLIGHT) == Some(1.0) {
                canvas.clear(Rect::from_corners(path.child, path.child + path.side));
            }
        }
        // The members that no child replaces fade at the end.
        let rest = self.end - self.seconds;
        if rest < 0.5 * FLIGHT {
            let left = (2.0 * rest / FLIGHT).max(0.0);
            for area in self.areas {
                canvas.fade(area, left);
            }
        }
    }

    /// Paints the parents of a child on their way to its place.
    fn paint_parents(&self, canvas: &mut Canvas, path: &Path) {
        let Some(progress) = self.progress(path, FLIGHT).filter(|at| *at < 1.0) else {
            return;
        };
        let t = smoothstep(progress);
        for (number, parent) in path.parents.iter().enumerate() {
            let Some((from, side)) = *parent else {
                continue;
            };
            let of = path.parent_populations[number].index();
            let Some(before) = &self.before[of] else {
                continue;
            };
            let colour = palette::tint(crate::generation::family::ORIGINS[number]);
            canvas.frame(from, side, (0.06 * side).max(2.0), colour);
            // Each parent ends in one half of the child's place.
            let small = side + (0.5 * path.side - side) * t;
            let to = path.child + Vec2::new(0.5 * path.side * number as f32, 0.25 * path.side);
            let at = from.lerp(to, t);
            let part = Rect::from_corners(from, from + side);
            let part = Rect {
                min: part.min - self.areas[of].min,
                max: part.max - self.areas[of].min,
            };
            canvas.part(before, part, at, small);
            canvas.frame(at, small, (0.06 * small).max(2.0), colour);
        }
        let glow = population_colour(path.population).with_alpha(t);
        canvas.frame(path.child, path.side, (0.08 * path.side).max(2.0), glow);
    }

    /// Paints the two sparks of a child: each begins at a parent, in the colour of the parent's population, and both
    /// end at the child's place in the colour of the child's.
    fn paint_sparks(&self, canvas: &mut Canvas, path: &Path) {
        let Some(progress) = self.progress(path, FLOW).filter(|at| *at < 1.0) else {
            return;
        };
        let target = path.child + path.side / 2.0;
        let size = (0.14 * path.side).clamp(2.0, 7.0);
        for (parent, kind) in path.parents.iter().zip(path.parent_populations) {
            let Some((from, side)) = *parent else {
                continue;
            };
            let from = from + side / 2.0;
            let colour = population_colour(kind).mix(&population_colour(path.population), progress);
            for (behind, alpha) in [(0.12, 0.25), (0.06, 0.5), (0.0, 0.9)] {
                let at = from.lerp(target, smoothstep((progress - behind).max(0.0)));
                canvas.disc(at, size / 2.0, colour.with_alpha(alpha));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generation::Picture;
    use crate::generation::driver::Pace;
    use crate::generation::watch::Thumbnail;

    fn frame(feasible: usize, infeasible: usize, births: Births) -> Frame {
        let thumbnail = |violation| Thumbnail {
            picture: Picture::default(),
            fitness: 0.5,
            violation,
            elite: false,
        };
        let members = (0..feasible + infeasible)
            .map(|at| (at as u32, thumbnail(u32::from(at >= feasible))))
            .collect();
        Frame {
            generation: 1,
            selected: thumbnail(0),
            is_outcome: false,
            insight: None,
            family: None,
            births: Some(births),
            life: None,
            lockable: Vec::new(),
            locked: Vec::new(),
            creature: None,
            facts: Vec::new(),
            members,
        }
    }

    #[test]
    fn a_path_leads_from_both_parents_to_the_child_across_the_populations() {
        let births = Births {
            before: [2, 1],
            of: [Birth::Elite(0), Birth::Child(0, 2), Birth::Child(1, 1)].into(),
        };
        let frame = frame(2, 1, births.clone());
        let mut show = Show::default();
        for (of, area) in [(1, 0.0), (0, 200.0)] {
            show.grids[of] = GridView::of_size(Vec2::new(100.0, 100.0), 50.0);
            show.births.areas[of] =
                Rect::from_corners(Vec2::new(0.0, area), Vec2::new(100.0, area + 100.0));
        }
        let layouts = Layouts::of(&show, &frame, &births);
        let paths = layouts.paths(&frame, &births);
        assert_eq!(paths.len(), 2, "an elite is not born");
        // Pictures are 50 pixels wide: the feasible child is the second of its grid, its parents are the first feasible
        // and the second infeasible member before.
        assert_eq!(paths[0].child, Vec2::new(50.0, 0.0));
        let parents = paths[0].parents.map(|parent| parent.map(|(at, _)| at));
        assert_eq!(parents, [Some(Vec2::ZERO), Some(Vec2::new(50.0, 200.0))]);
        assert_eq!(
            paths[0].parent_populations,
            [PopulationKind::Feasible, PopulationKind::Infeasible]
        );
        // The infeasible child has the first infeasible member of before as both parents.
        assert_eq!(
            (paths[1].child, paths[1].member),
            (Vec2::new(0.0, 200.0), 2)
        );
        assert_eq!(
            paths[1].parents[0].map(|(at, _)| at),
            Some(Vec2::new(0.0, 200.0))
        );
    }

    #[test]
    fn births_come_one_by_one_only_where_there_is_time() {
        for count in [1, 16, 40, 119, 500, 10_000] {
            for pace in [Pace::Paused, Pace::Slow] {
                let interval = seconds_of_births(pace.rate(0.0, count), count) / count as f32;
                assert!(interval >= ONE_BY_ONE, "{count} individuals, {pace:?}");
            }
            let interval = seconds_of_births(60.0, count);
            assert!(interval / (count as f32) < ONE_BY_ONE, "{count}");
            // The usual pace is fast after some seconds, and the births of a generation must be over before the next.
            let usual = Pace::Usual.rate(8.0, count);
            assert!(seconds_of_births(usual, count) < 1.0 / usual, "{count}");
        }
        assert_eq!(seconds_of_births(Pace::FlatOut.rate(0.0, 16), 16), 0.0);
        // A step is over after 12 seconds if that is long enough, and a population that is partly visible has more time
        // for each birth.
        assert_eq!(seconds_of_births(0.0, 100), STEP_TOTAL);
        assert!(seconds_of_births(Pace::Slow.rate(0.0, 2_000), 100) / 100.0 > 0.5);
    }
}

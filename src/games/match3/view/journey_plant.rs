//! The way of the journey as a plant. Its stem grows to the next stop; leaves stand between the stops, flowers at those
//! that are won, and buds at those to come. Where the way forks, a side shoot grows out of it. In each world the plant
//! is tinted in the hue of the world.

use std::f32::consts::TAU;

use bevy::prelude::*;
use bevy::tasks::Task;

use super::journey_coming::{THIN, coming_ink, paint_coming_bud};
use super::journey_layout::{PAGE, ROWS, SIDE, Spot, first_of_row, map_size, place_at};
use super::journey_map::{Map, first_stop_of_page};
use super::journey_worlds::hue;
use crate::games::match3::journey::{Fork, Journey, JourneyWorld, PlayerJourney};
use crate::generation::pools::{spawn_or_default, take_result};
use crate::shell::screen::Screen;
use crate::shell::settings::Settings;
use crate::shell::theme::look::Look;
use crate::shell::theme::paint::{Canvas, Painted};
use crate::shell::theme::palette;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Growth>().add_systems(
        Update,
        (grow_plant, paint_plant)
            .chain()
            .run_if(in_state(Screen::Setup)),
    );
}

/// The picture of the plant, behind the stops.
#[derive(Component)]
pub(super) struct PlantPicture;

/// The growth of the plant, and its picture.
#[derive(Resource, Default)]
struct Growth {
    /// The stop that the tip has come to, counted from 0; `None` before the plant was seen.
    tip: Option<f32>,
    /// The plant and the look that were painted last.
    painted: Option<(Plant, Look)>,
    task: Option<Task<Option<Image>>>,
}

/// Seconds in which the stem grows to the next stop.
const GROWTH: f32 = 0.7;
/// The longest step of the growth, in seconds. The first frames of a page take long, and would hide the growth.
const LONGEST_STEP: f32 = 0.04;

/// Lets the stem grow to the stop that is played next.
fn grow_plant(
    time: Res<Time>,
    settings: Res<Settings>,
    travels: Res<PlayerJourney>,
    pictures: Query<(), With<PlantPicture>>,
    mut growth: ResMut<Growth>,
) {
    if pictures.is_empty() {
        return;
    }
    let next = travels.0.next_index() as f32;
    let tip = growth.tip.unwrap_or(next);
    let step = time.delta_secs().min(LONGEST_STEP) * settings.animation_speed() / GROWTH;
    // A new journey begins with a new plant, and only the last part of a long way is shown.
    let grows = tip < next && !settings.reduced_motion;
    let tip = if grows {
        (tip.max(next - 1.0) + step).min(next)
    } else {
        next
    };
    if growth.tip != Some(tip) {
        growth.tip = Some(tip);
    }
}

/// Paints the plant in the background when it has changed.
fn paint_plant(
    map: Res<Map>,
    travels: Res<PlayerJourney>,
    settings: Res<Settings>,
    added: Query<(), Added<PlantPicture>>,
    mut pictures: Query<&mut ImageNode, With<PlantPicture>>,
    mut growth: ResMut<Growth>,
    mut images: ResMut<Assets<Image>>,
) {
    let growth = &mut *growth;
    if !added.is_empty() {
        growth.painted = None;
    }
    if let Some(Some(image)) = take_result(&mut growth.task) {
        let image = images.add(image);
        for mut picture in &mut pictures {
            picture.image = image.clone();
        }
    }
    if growth.task.is_some() {
        return;
    }
    let Some(tip) = growth.tip.filter(|_| !pictures.is_empty()) else {
        return;
    };
    let stops = &travels.0.stops;
    let first = first_stop_of_page(&travels.0, &map);
    let shown = stops.iter().skip(first as usize).take(PAGE as usize);
    let plant = Plant {
        first,
        tip: tip - first as f32,
        stars: shown.map(|stop| stop.stars).collect(),
        shoots: shoots_of(&travels.0, first),
    };
    let now = Some((plant, settings.look()));
    if growth.painted != now {
        growth.task = now.clone().map(|(plant, look)| {
            spawn_or_default(move || plant.paint(look).map(|painted| painted.image()))
        });
        growth.painted = now;
    }
}

/// The plant on a page of the map.
#[derive(Clone, Debug, PartialEq)]
struct Plant {
    /// The first stop of the page.
    first: u32,
    /// The place of the page that the tip of the stem has come to; beyond the last place on older pages.
    tip: f32,
    /// The stars of the stops of the page; 0 for one that is not won.
    stars: Vec<u8>,
    /// The side shoots of the page.
    shoots: Vec<Shoot>,
}

/// A side shoot.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Shoot {
    /// The place of the page where the way forks.
    place: u32,
    /// The number of its stops.
    stops: u8,
    /// The number of its stops that can be played. To them it has grown.
    open: u8,
}

/// The side shoots of the page that begins with a stop.
fn shoots_of(journey: &Journey, first: u32) -> Vec<Shoot> {
    let shoot = |place: u32| {
        let Fork { stops, .. } = Fork::at(first + place)?;
        let number = |side| Spot { place, side }.number(first);
        let open = (1..=stops).filter(|side| journey.is_open(number(*side)));
        let open = open.count() as u8;
        Some(Shoot { place, stops, open })
    };
    (0..PAGE).filter_map(shoot).collect()
}

/// The width of the stem, in interface pixels.
const STEM: f32 = 6.0;
/// The points by which the stem is drawn between two stops.
const SMOOTH: u32 = 12;
/// The length of a leaf.
const LEAF: f32 = 19.0;
/// The width of the vein of a leaf, as a part of its length.
const VEIN: f32 = 0.063;
/// The places of leaves between two stops, as parts of the way, and the sides of the stem on which they stand.
const LEAVES: [(f32, f32); 2] = [(0.37, 1.0), (0.51, -1.0)];
/// The place of a flower, from the middle of its stop.
const FLOWER: Vec2 = Vec2::new(SIDE / 2.0 + 15.0, -SIDE / 2.0 + 12.0);
/// The radius of a flower that is open.
const PETALS: f32 = 7.0;
/// The radius of the bud of a stop that is still to come.
const BUD: f32 = 15.0;
/// The width of a side shoot.
const SHOOT: f32 = 4.0;
/// The radius of the buds of a side shoot.
const SHOOT_BUD: f32 = 10.0;
/// The opacity of the hue of a world over the green of the plant.
const TINT: f32 = 0.45;

/// The tint of the leaves and buds at a stop, by the number of the stop from 0.
pub(super) fn tint_at(number: u32) -> Color {
    hue(JourneyWorld::of(number)).with_alpha(TINT)
}

impl Plant {
    /// Paints the page.
    fn paint(&self, look: Look) -> Option<Painted> {
        let size = map_size();
        let mut canvas = Canvas::with_look(size.x as u32, size.y as u32, look)?;
        // No way lies over the hollow of a bud.
        self.paint_coming_stem(&mut canvas);
        self.paint_shoots(&mut canvas);
        self.paint_coming_buds(&mut canvas);
        self.paint_stem(&mut canvas);
        self.paint_next(&mut canvas);
        for (place, stars) in self.stars.iter().enumerate() {
            self.paint_flower(&mut canvas, place as u32, *stars);
        }
        Some(canvas.into_painted())
    }

    /// The part of a place that is open, 0 to 1: it opens while the tip goes on from there.
    fn opened(&self, place: f32) -> f32 {
        (self.tip - place).clamp(0.0, 1.0)
    }

    /// The tint of the plant at a place.
    fn tint(&self, place: u32) -> Color {
        tint_at(self.first + place)
    }

    /// The place that the tip comes to next.
    fn here(&self) -> f32 {
        self.tip.max(0.0).ceil()
    }

    /// The stem that is still to grow.
    fn paint_coming_stem(&self, canvas: &mut Canvas) {
        for place in 1..PAGE {
            let to = place as f32;
            let path = stem(to - 1.0, to);
            canvas.line(&path, THIN * STEM, coming_ink(to - self.here()));
        }
    }

    /// The buds of the stem that is still to grow.
    fn paint_coming_buds(&self, canvas: &mut Canvas) {
        for place in 0..PAGE {
            let ahead = place as f32 - self.here();
            if ahead > 0.0 {
                let (at, ink) = (place_at(place), coming_ink(ahead));
                paint_coming_bud(canvas, at, BUD, ink, self.tint(place));
            }
        }
    }

    /// The side shoots: green up to the stops that can be played, and faint with a bud for each stop beyond.
    fn paint_shoots(&self, canvas: &mut Canvas) {
        for Shoot { place, stops, open } in &self.shoots {
            let (place, tint) = (*place, self.tint(*place));
            let ink = coming_ink(place as f32 - self.tip.max(0.0));
            for side in 1..=*stops {
                let path = shoot_path(place, side);
                if side <= *open {
                    canvas.line(&path, SHOOT, palette::LEAF);
                    canvas.line(&path, SHOOT, tint);
                } else {
                    canvas.line(&path, THIN * SHOOT, ink);
                }
            }
            for side in open + 1..=*stops {
                let at = Spot { place, side }.middle();
                paint_coming_bud(canvas, at, SHOOT_BUD, ink, tint);
            }
        }
    }

    /// The bud of the stop that is played next. It swells while the stem comes to it.
    fn paint_next(&self, canvas: &mut Canvas) {
        let here = self.here();
        if here < PAGE as f32 {
            let swollen = 0.5 + 0.5 * self.opened(here - 1.0);
            let at = place_at(here as u32);
            canvas.disc(at, 1.1 * BUD * swollen, palette::LEAF);
            canvas.disc(at, 0.6 * BUD * swollen, palette::kind(7));
        }
    }

    fn paint_stem(&self, canvas: &mut Canvas) {
        let tip = self.tip.min((PAGE - 1) as f32);
        if tip <= 0.0 {
            return;
        }
        canvas.line(&stem(0.0, tip), STEM, palette::LEAF);
        for row in 0..ROWS {
            // The stem between two rows has the tint of the world to which it leads.
            let (first, after) = (first_of_row(row), first_of_row(row + 1));
            let (from, to) = (first.saturating_sub(1) as f32, tip.min((after - 1) as f32));
            if from < to {
                canvas.line(&stem(from, to), STEM, self.tint(first));
            }
        }
        for place in 0..PAGE - 1 {
            for (part, side) in LEAVES {
                let at = place as f32 + part;
                let grown = 2.0 * (self.tip - at);
                if grown > 0.0 {
                    let length = LEAF * grown.min(1.0);
                    paint_leaf_of_stem(canvas, (at, side), length, self.tint(place + 1));
                }
            }
        }
    }

    /// A flower with two petals for each star and one more, or a bud.
    fn paint_flower(&self, canvas: &mut Canvas, place: u32, stars: u8) {
        let (foot, head) = (place_at(place), place_at(place) + FLOWER);
        let stalk = bent_line(foot, Vec2::new(head.x, foot.y - 12.0), head);
        canvas.line(&stalk, 0.5 * STEM, palette::LEAF);
        let open = match stars {
            0 => 0.0,
            _ => self.opened(place as f32),
        };
        canvas.disc(head, 0.6 * PETALS, palette::LEAF);
        if open <= 0.0 {
            canvas.disc(head - Vec2::new(0.0, 2.0), 0.32 * PETALS, palette::kind(7));
            return;
        }
        let petals = 2 * u32::from(stars) + 1;
        let size = PETALS * (0.5 + 0.5 * open);
        let radius = 1.08 * size * (TAU / 2.0 / petals as f32).sin();
        for petal in 0..petals {
            let angle = petal as f32 / petals as f32 * TAU - TAU / 4.0;
            let at = head + size * Vec2::from_angle(angle);
            canvas.disc(at, radius, palette::kind(7));
        }
        canvas.disc(head, 0.5 * size, palette::kind(1));
    }
}

/// A line that runs towards a bend and then to its head, as points.
pub(super) fn bent_line(foot: Vec2, bend: Vec2, head: Vec2) -> Vec<Vec2> {
    let point = |at: u32| {
        let t = at as f32 / SMOOTH as f32;
        foot.lerp(bend, t).lerp(bend.lerp(head, t), t)
    };
    (0..=SMOOTH).map(point).collect()
}

/// The way of a side shoot to one of its stops, as points: up out of the stem to the first one, and on to the next.
fn shoot_path(place: u32, side: u8) -> Vec<Vec2> {
    let before = side.saturating_sub(1);
    let (foot, head) = (
        Spot {
            place,
            side: before,
        }
        .middle(),
        Spot { place, side }.middle(),
    );
    let bend = match before {
        0 => Vec2::new(foot.x + 0.15 * (head.x - foot.x), head.y),
        _ => (foot + head) / 2.0 - Vec2::new(0.0, 8.0),
    };
    bent_line(foot, bend, head)
}

/// A leaf at a place of the stem, on one of its sides.
fn paint_leaf_of_stem(canvas: &mut Canvas, (at, side): (f32, f32), length: f32, tint: Color) {
    let foot = stem_at(at);
    let along = (stem_at(at + 0.02) - foot).normalize_or(Vec2::X);
    let out = (along.perp() * side + 0.6 * along).normalize_or(Vec2::Y);
    paint_leaf(canvas, foot, out, length, tint);
}

/// A leaf that grows from its foot in a direction, which is a vector of length 1.
pub(super) fn paint_leaf(canvas: &mut Canvas, foot: Vec2, out: Vec2, length: f32, tint: Color) {
    let aside = out.perp() * length * 0.26;
    let edge = |t: f32, half: f32| foot + out * length * t + aside * half;
    let outline = [
        edge(0.0, 0.0),
        edge(0.28, 0.85),
        edge(0.55, 1.0),
        edge(0.8, 0.6),
        edge(1.0, 0.0),
        edge(0.8, -0.6),
        edge(0.55, -1.0),
        edge(0.28, -0.85),
    ];
    canvas.polygon(&outline, palette::LEAF);
    canvas.polygon(&outline, tint);
    canvas.line(&[foot, edge(0.8, 0.0)], VEIN * length, palette::GLASS);
}

/// The stem between two places of the page, as points.
fn stem(from: f32, to: f32) -> Vec<Vec2> {
    let parts = ((to - from) * SMOOTH as f32).ceil().max(1.0) as u32;
    let at = |part: u32| stem_at(from + (to - from) * part as f32 / parts as f32);
    (0..=parts).map(at).collect()
}

/// A point of the stem, which runs smoothly through all places: a spline of Catmull and Rom.
fn stem_at(place: f32) -> Vec2 {
    let last = (PAGE - 1) as f32;
    let start = place.clamp(0.0, last - 0.001).floor();
    let t = (place - start).clamp(0.0, 1.0);
    let near = |by: f32| place_at((start + by).clamp(0.0, last) as u32);
    let [before, from, to, after] = [-1.0, 0.0, 1.0, 2.0].map(near);
    let (square, cube) = (t * t, t * t * t);
    0.5 * (2.0 * from
        + (to - before) * t
        + (2.0 * before - 5.0 * from + 4.0 * to - after) * square
        + (3.0 * from - before - 3.0 * to + after) * cube)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn painted_from(first: u32, tip: f32, stars: &[u8]) -> Vec<u8> {
        let plant = Plant {
            first,
            tip,
            stars: stars.to_vec(),
            shoots: Vec::new(),
        };
        plant.paint(Look::USUAL).expect("a picture").rgb()
    }

    #[test]
    fn a_side_shoot_grows_to_its_stops_as_they_open() {
        let with_open = |open: u8| {
            let shoot = Shoot {
                place: 3,
                stops: 2,
                open,
            };
            let plant = Plant {
                first: 0,
                tip: 5.0,
                stars: vec![1; 5],
                shoots: vec![shoot],
            };
            plant.paint(Look::USUAL).expect("a picture").rgb()
        };
        let pictures = [
            painted(5.0, &[1; 5]),
            with_open(0),
            with_open(1),
            with_open(2),
        ];
        for (at, one) in pictures.iter().enumerate() {
            assert!(pictures[..at].iter().all(|other| other != one), "{at}");
        }
    }

    fn painted(tip: f32, stars: &[u8]) -> Vec<u8> {
        painted_from(0, tip, stars)
    }

    #[test]
    fn the_plant_is_tinted_in_the_hues_of_the_worlds_of_its_page() {
        let pages = [0, PAGE, 2 * PAGE].map(|first| painted_from(first, 9.0, &[1; 9]));
        assert!(pages[0] != pages[1] && pages[1] != pages[2] && pages[0] != pages[2]);
    }

    #[test]
    fn the_stem_runs_through_all_stops() {
        for place in 0..PAGE {
            let away = stem_at(place as f32).distance(place_at(place));
            assert!(away < 0.5, "{place}: {away}");
        }
    }

    #[test]
    fn the_plant_shows_how_far_it_has_grown_and_how_each_stop_was_won() {
        let pictures = [
            painted(0.0, &[]),
            painted(0.0, &[0]),
            painted(0.5, &[1]),
            painted(1.0, &[1]),
            painted(1.0, &[3]),
            painted(2.0, &[3, 2]),
            painted(40.0, &[3; PAGE as usize]),
        ];
        for (at, one) in pictures.iter().enumerate() {
            assert!(pictures[..at].iter().all(|other| other != one), "{at}");
        }
    }
}

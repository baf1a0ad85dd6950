//! The worlds of the journey: their names, their grounds under the map and under a level, and the tint of the plant.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;
use bevy::tasks::Task;

use super::journey_layout::{ROWS, band_of_row, first_of_row, name_of_row};
use super::journey_map::{Map, first_stop_of_page};
use super::setup_tabs::{ModeTab, SetupPage};
use crate::games::match3::journey::{JourneyWorld, PlayerJourney};
use crate::generation::pools::{spawn_or_default, take_result};
use crate::shell::screen::Screen;
use crate::shell::settings::Settings;
use crate::shell::theme::look::Look;
use crate::shell::theme::palette;
use crate::shell::theme::widget::{TextSize, bound_text};
use crate::shell::window::ground::{Ground, GroundPattern};
use crate::shell::words::Words;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<PaintedBands>()
        .add_systems(Update, paint_bands.run_if(in_state(Screen::Setup)));
}

/// The key of the name of a world.
fn name_key(of: JourneyWorld) -> &'static str {
    match of {
        JourneyWorld::SeedTray => "match3.world.seed_tray",
        JourneyWorld::AgarPlate => "match3.world.agar_plate",
        JourneyWorld::MushroomCellar => "match3.world.mushroom_cellar",
        JourneyWorld::YeastPlate => "match3.world.yeast_plate",
        JourneyWorld::AlgaeTank => "match3.world.algae_tank",
        JourneyWorld::OrchidHouse => "match3.world.orchid_house",
        JourneyWorld::ColdRoom => "match3.world.cold_room",
        JourneyWorld::RootBed => "match3.world.root_bed",
    }
}

/// The name of the world of a stop, by the number of the stop from 0. When the worlds come again, their names have
/// numbers.
pub(super) fn world_name(number: u32, words: &Words) -> String {
    let name = words.get(name_key(JourneyWorld::of(number)));
    match JourneyWorld::rounds_before(number) {
        0 => name,
        before => {
            let values = [("world", name), ("round", (before + 1).to_string())];
            words.fill("match3.world.again", &values)
        }
    }
}

/// The line that says in which world a stop lies.
pub(super) fn world_line(number: u32, words: &Words) -> String {
    words.fill("match3.world.in", &[("world", world_name(number, words))])
}

/// The hue of a world, in which its ground and its part of the plant are tinted.
pub(super) fn hue(of: JourneyWorld) -> Color {
    match of {
        JourneyWorld::SeedTray => palette::LEAF,
        JourneyWorld::AgarPlate => palette::kind(1),
        JourneyWorld::MushroomCellar => palette::kind(4),
        JourneyWorld::YeastPlate => palette::kind(5),
        JourneyWorld::AlgaeTank => palette::kind(6),
        JourneyWorld::OrchidHouse => palette::kind(7),
        JourneyWorld::ColdRoom => palette::kind(3),
        JourneyWorld::RootBed => palette::kind(0),
    }
}

/// The ground of the world of a stop.
pub(super) fn ground(number: u32, density: f32) -> Ground {
    let world = JourneyWorld::of(number);
    let pattern = match world {
        JourneyWorld::AgarPlate | JourneyWorld::AlgaeTank => GroundPattern::Dish,
        JourneyWorld::YeastPlate | JourneyWorld::ColdRoom => GroundPattern::Streaks,
        JourneyWorld::MushroomCellar | JourneyWorld::RootBed => GroundPattern::Threads,
        JourneyWorld::SeedTray | JourneyWorld::OrchidHouse => GroundPattern::Wells,
    };
    Ground {
        pattern,
        hues: [hue(world), palette::LAMP],
        density,
    }
}

/// The ground of a row of the map.
#[derive(Component)]
struct WorldBand(u32);

/// The first stop of the page and the look whose grounds were painted last.
#[derive(Resource, Default)]
struct PaintedBands {
    of: Option<(u32, Look)>,
    task: Option<Task<Vec<Option<Image>>>>,
}

/// The part of a ground that lies under a row of the map, in pixels of the ground.
const PART: Rect = Rect {
    min: Vec2::new(0.0, 228.0),
    max: Vec2::new(1280.0, 492.0),
};
/// The density of the grounds on the map.
const DENSITY: f32 = 0.5;

/// Spawns the ground of each row of the map, and on it the name of its world.
pub(super) fn spawn_bands(map: &mut ChildSpawnerCommands) {
    for row in 0..ROWS {
        map.spawn((
            WorldBand(row),
            ImageNode::default().with_mode(NodeImageMode::Stretch),
            band_of_row(row),
            Pickable::IGNORE,
        ));
    }
    for row in 0..ROWS {
        let name = move |world: &World| {
            let journey = &world.resource::<PlayerJourney>().0;
            let first = first_stop_of_page(journey, world.resource::<Map>());
            world_name(first + first_of_row(row), world.resource::<Words>())
        };
        map.spawn((name_of_row(row), Pickable::IGNORE))
            .with_child(bound_text(TextSize::Body, palette::PAPER, name));
    }
}

/// Paints the grounds of the page in the background when the page or the look has changed. They are large, so they are
/// not painted before the map is seen.
fn paint_bands(
    page: Res<SetupPage>,
    map: Res<Map>,
    travels: Res<PlayerJourney>,
    settings: Res<Settings>,
    added: Query<(), Added<WorldBand>>,
    mut bands: Query<(&WorldBand, &mut ImageNode)>,
    mut painted: ResMut<PaintedBands>,
    mut images: ResMut<Assets<Image>>,
) {
    if bands.is_empty() {
        return;
    }
    let painted = &mut *painted;
    if !added.is_empty() {
        painted.of = None;
    }
    if page.tab != ModeTab::Journey {
        return;
    }
    if let Some(grounds) = take_result(&mut painted.task) {
        for (WorldBand(row), mut band) in &mut bands {
            // In high contrast the grounds are plain, and have no pictures.
            let ground = grounds.get(*row as usize).cloned().flatten();
            band.rect = ground.is_some().then_some(PART);
            band.image = ground.map_or(ImageNode::default().image, |image| images.add(image));
        }
    }
    let now = Some((first_stop_of_page(&travels.0, &map), settings.look()));
    if painted.task.is_some() || painted.of == now {
        return;
    }
    painted.of = now;
    painted.task = now.map(|(first, look)| {
        spawn_or_default(move || {
            let rows = (0..ROWS).map(|row| ground(first + first_of_row(row), DENSITY));
            let paint = |ground: Ground| ground.paint(look).map(|painted| painted.image());
            rows.map(paint).collect()
        })
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell::words::Language;

    #[test]
    fn every_world_has_a_name_of_its_own_in_each_language_and_a_ground_of_its_own() {
        let stops = || (0..JourneyWorld::ALL.len() as u32).map(|at| at * JourneyWorld::STOPS);
        for (language, _) in Language::ALL {
            let words = Words::of(language);
            let names: Vec<String> = stops().map(|stop| world_name(stop, &words)).collect();
            for (at, name) in names.iter().enumerate() {
                assert!(
                    !name.contains("match3.") && !names[..at].contains(name),
                    "{name}"
                );
            }
            let again = world_name(JourneyWorld::STOPS * JourneyWorld::ALL.len() as u32, &words);
            assert!(again.contains(&names[0]) && again.contains('2'), "{again}");
        }
        let grounds: Vec<Ground> = stops().map(|stop| ground(stop, 0.5)).collect();
        for (at, ground) in grounds.iter().enumerate() {
            assert!(!grounds[..at].contains(ground), "{ground:?}");
        }
    }
}

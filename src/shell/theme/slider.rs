//! A slider through numbered things, such as the moves of a game: one is chosen by dragging a thumb along a line.

use std::sync::Arc;

use bevy::a11y::{AccessibilityNode, AccessibilitySystems};
use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::input_focus::tab_navigation::TabIndex;
use bevy::picking::hover::Hovered;
use bevy::prelude::*;
use bevy::ui::auto_directional_navigation::AutoDirectionalNavigation;
use bevy::ui_widgets::{
    Slider, SliderRange, SliderStep, SliderThumb, SliderValue, TrackClick, ValueChange, observe,
};

use super::bind::{BoundQuery, WorldFn, changed_values};
use super::palette;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        PostUpdate,
        (
            follow_places,
            place_thumbs,
            number_for_speech.before(AccessibilitySystems::Update),
        )
            .chain(),
    );
}

/// The width of the thumb of a slider, in interface pixels. The middle of the thumb stays half of that away from the
/// ends of the line.
pub const THUMB: f32 = 18.0;

/// Keeps a slider at a number, within the numbers up to a last one.
#[derive(Component)]
struct BoundSlider(WorldFn<(f32, f32)>);

/// Lets a screen reader say other numbers than the places of a slider: those of the things, where not every number has a
/// thing.
#[derive(Component)]
pub struct SpokenNumbers(WorldFn<(u32, u32)>);

impl SpokenNumbers {
    /// `numbers` returns the number of the thing that is chosen, and of the last one.
    pub fn new(numbers: impl Fn(&World) -> (u32, u32) + Send + Sync + 'static) -> Self {
        SpokenNumbers(Arc::new(numbers))
    }
}

/// Spawns a slider through numbered things, and returns it. It is at the first number of `place` and ends at the second
/// one; both count from 0. A number that the player chooses is passed to `action`.
pub fn slider(
    parent: &mut ChildSpawnerCommands,
    width: Val,
    place: impl Fn(&World) -> (usize, usize) + Send + Sync + 'static,
    action: impl Fn(&mut World, usize) + Clone + Send + Sync + 'static,
) -> Entity {
    let node = Node {
        width,
        height: px(22),
        align_items: AlignItems::Center,
        ..default()
    };
    let pass_value = move |change: On<ValueChange<f32>>, mut commands: Commands| {
        let (entity, value, action) = (change.source, change.value, action.clone());
        commands.entity(entity).insert(SliderValue(value));
        let number = value.round().max(0.0) as usize;
        commands.queue(move |world: &mut World| action(world, number));
    };
    let place = move |world: &World| {
        let (at, last) = place(world);
        (at as f32, last.max(1) as f32)
    };
    let mut slider = parent.spawn((
        Name::new("Slider"),
        node,
        Slider {
            track_click: TrackClick::Snap,
            ..default()
        },
        SliderValue(0.0),
        SliderRange::new(0.0, 1.0),
        SliderStep(1.0),
        BoundSlider(Arc::new(place)),
        Hovered::default(),
        TabIndex(0),
        AutoDirectionalNavigation::default(),
        Outline::new(px(2), px(2), Color::NONE),
        observe(pass_value),
    ));
    slider.with_children(spawn_track);
    slider.id()
}

/// Spawns the line of a slider, and the thumb in the room that it moves in.
fn spawn_track(slider: &mut ChildSpawnerCommands) {
    let line = Node {
        width: percent(100),
        height: px(4),
        border_radius: BorderRadius::MAX,
        ..default()
    };
    slider.spawn((line, BackgroundColor(palette::RIM), Pickable::IGNORE));
    let room = Node {
        position_type: PositionType::Absolute,
        left: px(0),
        right: px(THUMB),
        top: px(2),
        bottom: px(2),
        ..default()
    };
    let thumb = Node {
        position_type: PositionType::Absolute,
        width: px(THUMB),
        height: px(THUMB),
        border_radius: BorderRadius::MAX,
        ..default()
    };
    slider.spawn((room, Pickable::IGNORE)).with_child((
        Name::new("Thumb"),
        SliderThumb,
        thumb,
        BackgroundColor(palette::LAMP),
    ));
}

/// Keeps each slider at its number.
fn follow_places(world: &mut World, query: BoundQuery<BoundSlider>) {
    let is_there = |slider: EntityRef, wanted: &(f32, f32)| {
        let value = slider.get::<SliderValue>().map_or(0.0, |value| value.0);
        let range = slider.get::<SliderRange>();
        (value, range.map_or(0.0, SliderRange::end)) == *wanted
    };
    for (slider, (at, last)) in changed_values(world, query, |bound| &bound.0, is_there) {
        let place = (SliderValue(at), SliderRange::new(0.0, last));
        world.entity_mut(slider).insert(place);
    }
}

/// Puts the spoken numbers of sliders in the place of those that Bevy has set.
fn number_for_speech(world: &mut World, query: BoundQuery<SpokenNumbers>) {
    let is_there = |slider: EntityRef, (at, last): &(u32, u32)| {
        slider.get::<AccessibilityNode>().is_none_or(|access| {
            let numbers = [access.numeric_value(), access.max_numeric_value()];
            numbers == [Some(f64::from(*at)), Some(f64::from(*last))]
        })
    };
    for (slider, (at, last)) in changed_values(world, query, |bound| &bound.0, is_there) {
        if let Some(mut access) = world.get_mut::<AccessibilityNode>(slider) {
            access.set_numeric_value(at.into());
            access.set_max_numeric_value(last.into());
        }
    }
}

/// Puts the thumb of each slider at its value.
fn place_thumbs(
    sliders: Query<(&SliderValue, &SliderRange, &Children), With<Slider>>,
    tracks: Query<&Children>,
    mut thumbs: Query<&mut Node, With<SliderThumb>>,
) {
    for (value, range, children) in &sliders {
        let left = percent(range.thumb_position(value.0) * 100.0);
        for thumb in children
            .iter()
            .flat_map(|child| tracks.get(child))
            .flatten()
        {
            if let Ok(mut node) = thumbs.get_mut(*thumb)
                && node.left != left
            {
                node.left = left;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The move that is shown, and the number of moves.
    #[derive(Resource)]
    struct Moves(usize, usize);

    #[test]
    fn a_slider_follows_the_world_and_passes_on_whole_numbers() {
        let mut app = App::new();
        app.insert_resource(Moves(2, 5)).add_plugins(plugin);
        let place = |world: &World| {
            let moves = world.resource::<Moves>();
            (moves.0, moves.1)
        };
        let go_to = |world: &mut World, number: usize| world.resource_mut::<Moves>().0 = number;
        app.world_mut()
            .commands()
            .spawn_empty()
            .with_children(|page| {
                slider(page, percent(100), place, go_to);
            });
        app.world_mut().flush();
        app.update();
        let mut sliders = app
            .world_mut()
            .query::<(Entity, &SliderValue, &SliderRange)>();
        let (source, value, range) = sliders.single(app.world()).expect("one slider");
        assert_eq!((value.0, range.end()), (2.0, 5.0));
        app.world_mut().trigger(ValueChange {
            source,
            value: 3.6_f32,
            is_final: false,
        });
        app.update();
        assert_eq!(app.world().resource::<Moves>().0, 4);
        let (_, value, _) = sliders.single(app.world()).expect("one slider");
        assert_eq!(value.0, 4.0);
    }

    #[test]
    fn a_screen_reader_says_the_numbers_of_the_things_and_not_their_places() {
        let mut app = App::new();
        app.insert_resource(Moves(2, 5)).add_plugins(plugin);
        let places = |world: &World| {
            let moves = world.resource::<Moves>();
            (moves.0, moves.1)
        };
        let numbers = move |world: &World| {
            let (at, last) = places(world);
            (8 * at as u32, 8 * last as u32)
        };
        let mut commands = app.world_mut().commands();
        commands.spawn_empty().with_children(|page| {
            let slider = slider(page, percent(100), places, |_, _| {});
            let mut slider = page.commands_mut().entity(slider);
            slider.insert(SpokenNumbers::new(numbers));
        });
        app.world_mut().flush();
        for at in [2, 3] {
            app.world_mut().resource_mut::<Moves>().0 = at;
            app.update();
            let mut nodes = app
                .world_mut()
                .query::<(&AccessibilityNode, &SliderValue)>();
            let (access, value) = nodes.single(app.world()).expect("one slider");
            assert_eq!(access.numeric_value(), Some(8.0 * at as f64));
            assert_eq!(access.max_numeric_value(), Some(40.0));
            assert_eq!(value.0, at as f32, "the thumb stays at the place");
        }
    }
}

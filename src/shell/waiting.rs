//! The banner in the middle of the window that tells for what the player waits, with a button that stops it. It is shown
//! and said only if that takes longer than a moment.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::access::Speech;
use super::theme::bind::VisibleWhen;
use super::theme::palette;
use super::theme::widget::{ButtonStyle, TextSize, button, label, stack};
use super::words::Words;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Waits>()
        .add_systems(Startup, spawn_banner)
        .add_systems(Update, count_seconds);
}

/// The seconds after which the banner is shown.
const DELAY: f32 = 0.4;

/// Something for which the player may have to wait.
#[derive(Clone, Copy)]
pub struct Wait {
    /// The key of the phrase that tells it.
    pub phrase: &'static str,
    /// Whether it goes on.
    pub goes_on: fn(&mut World) -> bool,
    /// Stops it.
    pub stop: fn(&mut World),
}

/// Everything for which the player may have to wait, with the seconds for which it has gone on; `None` if it does not.
#[derive(Resource, Default)]
struct Waits(Vec<(Wait, Option<f32>)>);

/// Adds something for which the player may have to wait.
pub fn add_wait(app: &mut App, wait: Wait) {
    let mut waits = app.world_mut().get_resource_or_init::<Waits>();
    waits.0.push((wait, None));
}

fn is_long(seconds: Option<f32>) -> bool {
    seconds.is_some_and(|seconds| seconds > DELAY)
}

/// Counts the seconds, from the frame on in which the wait is seen first: that frame may have come long after the one
/// before.
fn count_seconds(world: &mut World) {
    let passed = world.resource::<Time<Real>>().delta_secs();
    world.resource_scope(|world, mut waits: Mut<Waits>| {
        for (wait, seconds) in &mut waits.0 {
            let was_long = is_long(*seconds);
            let counted = seconds.map_or(0.0, |seconds| seconds + passed);
            *seconds = (wait.goes_on)(world).then_some(counted);
            if is_long(*seconds) && !was_long {
                let said = world.resource::<Words>().get(wait.phrase);
                world.resource_mut::<Speech>().say(said);
            }
        }
    });
}

fn spawn_banner(mut commands: Commands, waits: Res<Waits>) {
    let is_any_long = |world: &World| {
        let mut waits = world.resource::<Waits>().0.iter();
        waits.any(|(_, seconds)| is_long(*seconds))
    };
    let whole_window = Node {
        position_type: PositionType::Absolute,
        width: percent(100),
        height: percent(100),
        align_items: AlignItems::Center,
        justify_content: JustifyContent::Center,
        ..stack(FlexDirection::Column, 12.0)
    };
    commands
        .spawn((
            Name::new("Waiting banner"),
            whole_window,
            GlobalZIndex(90),
            Pickable::IGNORE,
            VisibleWhen::new(is_any_long),
        ))
        .with_children(|banner| {
            for (number, (wait, _)) in waits.0.iter().enumerate() {
                spawn_row(banner, number, *wait);
            }
        });
}

fn spawn_row(banner: &mut ChildSpawnerCommands, number: usize, wait: Wait) {
    let is_shown = move |world: &World| {
        let wait = world.resource::<Waits>().0.get(number);
        wait.is_some_and(|(_, seconds)| is_long(*seconds))
    };
    banner
        .spawn((
            Node {
                align_items: AlignItems::Center,
                column_gap: px(24),
                padding: UiRect::axes(px(28), px(20)),
                border: px(1).all(),
                border_radius: BorderRadius::all(px(10)),
                ..default()
            },
            BackgroundColor(palette::NIGHT.with_alpha(0.96)),
            BorderColor::all(palette::RIM),
            VisibleWhen::new(is_shown),
        ))
        .with_children(|row| {
            row.spawn(label(wait.phrase, TextSize::Lead, palette::PAPER));
            button(row, ButtonStyle::Plain, "theatre.cancel", wait.stop);
        });
}

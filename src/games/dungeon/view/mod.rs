//! What a player sees of the dungeon, and how moves come in.
//!
//! The view sends moves to the session, a turn at a time, and shows what came of them. It keeps no rules.

mod actors;
mod art;
mod errand;
mod hand;
mod look;
mod map;
mod messages;
mod minimap;
mod odds;
mod panel;
mod result;
mod setup;

use bevy::prelude::*;

use super::KEY;
use super::descent::DescentStatus;
use super::map::Cell;
use super::play::{Play, keep};
use super::players::Player;
use super::players::careful::Careful;
use super::players::routes::Routes;
use super::rules::{Move, Status};
use crate::shell::audio::{self, Sound};
use crate::shell::board::Frame;
use crate::shell::games::active;
use crate::shell::input::ReadActions;
use crate::shell::screen::{Menu, Screen};
use crate::shell::settings::Settings;
use crate::shell::theme::sprites::Sprites;
use errand::Errand;

pub(super) fn plugin(app: &mut App) {
    art::add(&mut app.world_mut().resource_mut::<Sprites>());
    app.init_resource::<View>()
        .add_plugins((
            setup::plugin,
            odds::plugin,
            panel::plugin,
            messages::plugin,
            minimap::plugin,
            result::plugin,
        ))
        .add_systems(
            PreUpdate,
            hand::close
                .after(ReadActions)
                .run_if(in_state(Screen::Play).and_then(active(KEY))),
        )
        .add_systems(OnEnter(Screen::Play), reset.run_if(active(KEY)))
        .add_systems(OnExit(Screen::Play), reset)
        .add_systems(
            Update,
            (
                rebuild,
                hand::pointer,
                hand::keys,
                hand::gamepad,
                go_on,
                actors::follow,
                map::fit,
                map::show,
                actors::show,
                hand::mark,
            )
                .chain()
                .run_if(in_state(Screen::Play).and_then(active(KEY)))
                .run_if(resource_exists::<Play>),
        );
}

/// Seconds that a turn is shown for.
const TURN: f32 = 0.11;

/// The state of the view; all of it can be lost without changing the game.
#[derive(Resource, Default)]
struct View {
    /// Where the map lies: places are cells from the upper left one of the map.
    frame: Frame,
    /// The cell that the view is centred on, smoothly.
    eye: Option<Vec2>,
    /// [`Play::jumps`] and depth when the sprites were built.
    built: Option<(u32, u8)>,
    root: Option<Entity>,
    /// Seconds until the last turn has been shown.
    busy: f32,
    /// Moves asked for while others are shown.
    wanted: Option<Move>,
    /// What is done without being asked each turn.
    errand: Option<Errand>,
    routes: Routes,
    player: Careful,
    /// The enemies that were seen after the last turn.
    in_sight: Vec<usize>,
    /// The cell that is pointed at by the mouse, or by the keyboard while looking.
    pointed: Option<Cell>,
    /// Whether the keyboard moves what is pointed at.
    looking: bool,
    /// The known route to what is pointed at.
    route: Vec<Cell>,
    /// What has been told, oldest first.
    log: Vec<messages::Line>,
    /// Whether the whole history is shown.
    history: bool,
    /// The turn for which the minimap was painted.
    painted: Option<(u32, u8, u32)>,
}

fn reset(mut view: ResMut<View>) {
    // The sprites go with their root, which belongs to the screen.
    *view = View::default();
}

/// Builds everything anew in another dungeon.
fn rebuild(world: &mut World) {
    let play = world.resource::<Play>();
    let now = Some((play.jumps, play.descent().depth()));
    let mut view = world.resource_mut::<View>();
    if view.built == now {
        return;
    }
    let (old, before) = (view.root.take(), view.built);
    view.built = now;
    view.eye = None;
    view.in_sight.clear();
    view.route.clear();
    view.pointed = None;
    if before.map(|(jumps, _)| jumps) != now.map(|(jumps, _)| jumps) {
        view.errand = None;
        messages::greet(world);
    }
    if let Some(old) = old {
        world.entity_mut(old).despawn();
    }
    let name = Name::new("Dungeon");
    let root = world.spawn((
        name,
        DespawnOnExit(Screen::Play),
        Transform::default(),
        Visibility::default(),
    ));
    let root = root.id();
    world.resource_mut::<View>().root = Some(root);
    actors::spawn(world, root);
    if world.resource::<Play>().descent().setup().arena {
        world.resource_mut::<View>().errand = Some(Errand::PlayItself);
    }
}

/// Makes the next move that was asked for, or that an errand asks for, once the turn before has been shown.
fn go_on(world: &mut World) {
    let speed = world.resource::<Settings>().animation_speed();
    let delta = world.resource::<Time>().delta_secs() * speed;
    let still = *world.resource::<State<Menu>>().get() != Menu::None;
    let mut view = world.resource_mut::<View>();
    view.busy -= delta;
    if still {
        view.busy = view.busy.max(0.0);
        return;
    }
    // A slow frame may show several turns; what is shown stays behind by no more than one.
    let mut most = 8;
    while world.resource::<View>().busy <= 0.0 && most > 0 {
        most -= 1;
        let wanted = world.resource_mut::<View>().wanted.take();
        let errand = world.resource::<View>().errand;
        let quick = matches!(errand, Some(Errand::Rest));
        let made = match wanted {
            Some(made) => {
                world.resource_mut::<View>().errand = None;
                Some(made)
            }
            None => errand::next(world),
        };
        let Some(made) = made else { break };
        make(world, made);
        let mut view = world.resource_mut::<View>();
        let turn = if quick { TURN * 0.3 } else { TURN };
        view.busy = view.busy.max(-delta) + turn;
    }
    let mut view = world.resource_mut::<View>();
    view.busy = view.busy.max(0.0);
}

/// Makes a move and tells what came of it.
fn make(world: &mut World, made: Move) {
    let played = world.resource_mut::<Play>().session.play(made);
    match played {
        Ok(events) => {
            keep(world);
            let mut view = world.resource_mut::<View>();
            if !view.looking {
                // The map has moved under the mouse.
                (view.pointed, view.route) = (None, Vec::new());
            }
            messages::tell(world, &events);
            actors::play(world, &events);
            errand::heed(world, &events);
            let play = world.resource::<Play>();
            let over = play.descent().game.status() != Status::Alive;
            let fate = play.descent().status();
            if over && fate != DescentStatus::Descending {
                let sound = match fate {
                    DescentStatus::Completed => Sound::Win,
                    _ => Sound::Lose,
                };
                world.write_message(audio::Play(sound));
                world.resource_mut::<NextState<Menu>>().set(Menu::Result);
            }
        }
        Err(why) => {
            world.resource_mut::<View>().errand = None;
            messages::refuse(world, &why);
            world.write_message(audio::Play(Sound::Refuse));
        }
    }
}

/// Moves of the automatic player: many where the player is in a hurry.
pub(super) fn play_itself(world: &mut World) {
    let hurry = world.resource::<Settings>().animation_percent >= 300;
    let moves = if hurry { 40 } else { 1 };
    for _ in 0..moves {
        let view = world.resource::<View>();
        if !hurry && (view.busy > 0.0 || view.wanted.is_some()) {
            return;
        }
        let Some(made) = own_move(world) else {
            return;
        };
        make(world, made);
    }
}

/// The move that the automatic player would make.
fn own_move(world: &mut World) -> Option<Move> {
    world.resource_scope(|world, mut view: Mut<View>| {
        let play = world.get_resource::<Play>()?;
        view.player.choose(&play.descent().game)
    })
}

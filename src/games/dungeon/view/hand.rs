//! The player's hand: mouse, keyboard and gamepad become moves and errands.

use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use super::actors::place;
use super::errand::{self, Errand};
use super::map::{PANEL, layer};
use super::{View, art};
use crate::games::dungeon::map::Cell;
use crate::games::dungeon::play::Play;
use crate::games::dungeon::rules::{Game, Item, Move, Step};
use crate::shell::board::Pointer;
use crate::shell::input::{Action, Actions};
use crate::shell::screen::Menu;
use crate::shell::theme::sprites::Sprites;

/// Keys for the eight steps: arrows, number pad and vi's.
const STEPS: [(KeyCode, (i16, i16)); 20] = [
    (KeyCode::ArrowUp, (0, -1)),
    (KeyCode::ArrowRight, (1, 0)),
    (KeyCode::ArrowDown, (0, 1)),
    (KeyCode::ArrowLeft, (-1, 0)),
    (KeyCode::Numpad8, (0, -1)),
    (KeyCode::Numpad6, (1, 0)),
    (KeyCode::Numpad2, (0, 1)),
    (KeyCode::Numpad4, (-1, 0)),
    (KeyCode::Numpad9, (1, -1)),
    (KeyCode::Numpad3, (1, 1)),
    (KeyCode::Numpad1, (-1, 1)),
    (KeyCode::Numpad7, (-1, -1)),
    (KeyCode::KeyK, (0, -1)),
    (KeyCode::KeyL, (1, 0)),
    (KeyCode::KeyJ, (0, 1)),
    (KeyCode::KeyH, (-1, 0)),
    (KeyCode::KeyU, (1, -1)),
    (KeyCode::KeyN, (1, 1)),
    (KeyCode::KeyB, (-1, 1)),
    (KeyCode::KeyY, (-1, -1)),
];

/// Keys for what is carried.
const USES: [KeyCode; 8] = [
    KeyCode::Digit1,
    KeyCode::Digit2,
    KeyCode::Digit3,
    KeyCode::Digit4,
    KeyCode::Digit5,
    KeyCode::Digit6,
    KeyCode::Digit7,
    KeyCode::Digit8,
];

/// Seconds for which a key is held before it repeats.
const HOLD: f32 = 0.28;

fn step_of(way: (i16, i16)) -> Option<Move> {
    let number = Cell::STEPS.iter().position(|step| *step == way)?;
    Some(Move::Step(Step(number as u8)))
}

/// Asks for a move; what was done without thinking ends.
pub(super) fn ask(view: &mut View, made: Move) {
    view.errand = None;
    view.wanted = Some(made);
}

/// Goes a step, or moves what is looked at.
fn go(view: &mut View, game: &Game, way: (i16, i16)) {
    if view.looking {
        let at = view.pointed.unwrap_or(game.hero.at).step(way);
        if game.dungeon().layout.map.has(at) {
            point(view, game, Some(at));
        }
    } else if let Some(made) = step_of(way) {
        ask(view, made);
    }
}

/// Points at a cell, and finds the way there.
fn point(view: &mut View, game: &Game, cell: Option<Cell>) {
    if view.pointed == cell {
        return;
    }
    view.pointed = cell;
    let route = cell.and_then(|cell| view.routes.to(game, |at| at == cell));
    view.route = route.unwrap_or_default();
}

/// Begins or ends looking around with the keyboard.
pub(super) fn look(world: &mut World) {
    world.resource_scope(|world, mut view: Mut<View>| {
        view.looking = !view.looking;
        let game = &world.resource::<Play>().descent().game;
        let at = view.looking.then_some(game.hero.at);
        point(&mut view, game, at);
    });
}

/// Drinks, if there is something to drink.
pub(super) fn drink(world: &mut World) {
    let game = &world.resource::<Play>().descent().game;
    let potion = game
        .hero
        .items
        .iter()
        .position(|item| *item == Item::Potion);
    if let Some(place) = potion {
        ask(&mut world.resource_mut::<View>(), Move::Use(place as u8));
    }
}

/// What the main button does: to where one looks, or through a portal.
fn act(view: &mut View) -> Option<Errand> {
    if view.looking {
        view.looking = false;
        return view.pointed.map(Errand::Travel);
    }
    // Where there is no portal, that is said.
    ask(view, Move::Portal);
    None
}

/// The mouse points at cells, and travels to them or strikes.
pub(super) fn pointer(
    pointer: Pointer,
    window: Query<&Window, With<PrimaryWindow>>,
    scale: Res<UiScale>,
    menu: Res<State<Menu>>,
    play: Res<Play>,
    mut view: ResMut<View>,
    mut moved: MessageReader<CursorMoved>,
    mut commands: Commands,
) {
    let moved = moved.read().count() > 0;
    let Ok(window) = window.single() else { return };
    if *menu.get() != Menu::None {
        return;
    }
    let (Some(point_at), Some(cursor)) = (pointer.at(), window.cursor_position()) else {
        return;
    };
    let game = &play.descent().game;
    if cursor.x > window.width() - PANEL * scale.0 {
        if moved && !view.looking {
            point(&mut view, game, None);
        }
        return;
    }
    let at = view.frame.place_at(point_at).round();
    let cell = Cell {
        x: at.x as i16,
        y: at.y as i16,
    };
    let clicked = pointer.buttons.just_pressed(MouseButton::Left);
    if moved || clicked {
        view.looking = false;
        let known = game.explored().has(&game.dungeon().layout.map, cell);
        point(&mut view, game, known.then_some(cell));
    }
    if !clicked || view.pointed != Some(cell) {
        return;
    }
    let way = (cell.x - game.hero.at.x, cell.y - game.hero.at.y);
    if way == (0, 0) {
        let portal = game.portal_at(cell).is_some();
        ask(&mut view, if portal { Move::Portal } else { Move::Wait });
    } else if cell.distance_to(game.hero.at) == 1 {
        go(&mut view, game, way);
    } else {
        commands.queue(move |world: &mut World| errand::begin(world, Errand::Travel(cell)));
    }
}

/// Back ends looking around and the history before it is a pause.
pub(super) fn close(mut actions: ResMut<Actions>, menu: Res<State<Menu>>, mut view: ResMut<View>) {
    let open = view.looking || view.history;
    if open && *menu.get() == Menu::None && actions.take(Action::Back) {
        (view.looking, view.history, view.pointed) = (false, false, None);
        view.route.clear();
    }
}

/// Seconds since the last step that a held key has made.
#[derive(Default)]
pub(super) struct Held(f32);

pub(super) fn keys(
    keys: Res<ButtonInput<KeyCode>>,
    time: Res<Time>,
    menu: Res<State<Menu>>,
    play: Res<Play>,
    mut view: ResMut<View>,
    mut held: Local<Held>,
    mut commands: Commands,
) {
    let control = keys.any_pressed([KeyCode::ControlLeft, KeyCode::ControlRight]);
    if *menu.get() != Menu::None || control {
        return;
    }
    let game = &play.descent().game;
    if keys.get_just_pressed().len() > 0 {
        held.0 = 0.0;
        // Any key ends what is done without thinking.
        view.errand = None;
    }
    held.0 += time.delta_secs();
    let repeats = held.0 > HOLD && view.busy <= 0.0 && view.wanted.is_none();
    let pressed = |key| keys.just_pressed(key) || repeats && keys.pressed(key);
    // Two arrows at once go across.
    let arrows = STEPS[..4].iter().filter(|(key, _)| keys.pressed(*key));
    let both = arrows.fold((0, 0), |sum, (_, way)| (sum.0 + way.0, sum.1 + way.1));
    for (number, (key, way)) in STEPS.iter().enumerate() {
        if pressed(*key) {
            let across = number < 4 && both.0 != 0 && both.1 != 0;
            go(&mut view, game, if across { both } else { *way });
            break;
        }
    }
    for (place, key) in USES.iter().enumerate() {
        if keys.just_pressed(*key) {
            ask(&mut view, Move::Use(place as u8));
        }
    }
    let wait = [KeyCode::Space, KeyCode::Period, KeyCode::Numpad5];
    let shift = keys.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]);
    let exit = keys.just_pressed(KeyCode::KeyE) || shift && keys.just_pressed(KeyCode::Period);
    if exit {
        commands.queue(errand::to_exit);
    } else if wait.iter().any(|key| pressed(*key)) {
        ask(&mut view, Move::Wait);
    }
    let confirm = keys.just_pressed(KeyCode::Enter) || keys.just_pressed(KeyCode::NumpadEnter);
    if confirm && let Some(errand) = act(&mut view) {
        commands.queue(move |world: &mut World| errand::begin(world, errand));
    }
    if keys.just_pressed(KeyCode::KeyG) {
        ask(&mut view, Move::Guard);
    }
    for (key, errand) in [
        (KeyCode::KeyX, Errand::Explore),
        (KeyCode::KeyZ, Errand::Rest),
        (KeyCode::KeyA, Errand::PlayItself),
    ] {
        if keys.just_pressed(key) {
            commands.queue(move |world: &mut World| errand::begin(world, errand));
        }
    }
    if keys.just_pressed(KeyCode::KeyV) {
        commands.queue(look);
    }
    if keys.just_pressed(KeyCode::KeyM) {
        view.history = !view.history;
    }
}

/// The gamepad: stick or cross to go, South to act, North to explore, West to guard, the shoulders to rest
/// and to the exit, the triggers to drink and to look, Select for the history.
pub(super) fn gamepad(
    gamepads: Query<&Gamepad>,
    time: Res<Time>,
    menu: Res<State<Menu>>,
    play: Res<Play>,
    mut view: ResMut<View>,
    mut held: Local<Held>,
    mut commands: Commands,
) {
    if *menu.get() != Menu::None {
        return;
    }
    let game = &play.descent().game;
    held.0 += time.delta_secs();
    for gamepad in &gamepads {
        if gamepad.get_just_pressed().next().is_some() {
            view.errand = None;
        }
        let stick = gamepad.left_stick() + gamepad.dpad();
        let part = |value: f32| {
            if value.abs() > 0.45 {
                value.signum() as i16
            } else {
                0
            }
        };
        let way = (part(stick.x), -part(stick.y));
        if way == (0, 0) {
            held.0 = HOLD;
        } else if held.0 >= HOLD && view.busy <= 0.0 {
            held.0 = HOLD * 0.4;
            go(&mut view, game, way);
        }
        if gamepad.just_pressed(GamepadButton::South)
            && let Some(errand) = act(&mut view)
        {
            commands.queue(move |world: &mut World| errand::begin(world, errand));
        }
        if gamepad.just_pressed(GamepadButton::West) {
            ask(&mut view, Move::Guard);
        }
        for (button, errand) in [
            (GamepadButton::North, Errand::Explore),
            (GamepadButton::LeftTrigger, Errand::Rest),
        ] {
            if gamepad.just_pressed(button) {
                commands.queue(move |world: &mut World| errand::begin(world, errand));
            }
        }
        for (button, act) in [
            (
                GamepadButton::RightTrigger,
                errand::to_exit as fn(&mut World),
            ),
            (GamepadButton::LeftTrigger2, drink),
            (GamepadButton::RightTrigger2, look),
            (GamepadButton::Select, |world| {
                let mut view = world.resource_mut::<View>();
                view.history = !view.history;
            }),
        ] {
            if gamepad.just_pressed(button) {
                commands.queue(act);
            }
        }
    }
}

/// A mark on the map: the cell that is pointed at, or a step of the way there.
#[derive(Component, Clone, Copy, PartialEq)]
pub(super) enum Mark {
    Pointed,
    Step(usize),
}

/// Keeps the marks where they belong.
pub(super) fn mark(
    mut commands: Commands,
    sprites: Res<Sprites>,
    view: Res<View>,
    menu: Res<State<Menu>>,
    mut marks: Query<(Entity, &Mark, &mut Transform, &mut Sprite)>,
) {
    let shown = *menu.get() == Menu::None;
    let cell_of = |mark: Mark| match mark {
        Mark::Pointed => view.pointed.filter(|_| shown),
        // The last step lies under the mark of what is pointed at.
        Mark::Step(at) => {
            let inner = view.route.len().saturating_sub(1);
            view.route.get(at).copied().filter(|_| shown && at < inner)
        }
    };
    let mut known = Vec::new();
    for (entity, mark, mut transform, mut sprite) in &mut marks {
        known.push(*mark);
        let Some(cell) = cell_of(*mark) else {
            commands.entity(entity).despawn();
            continue;
        };
        let at = view.frame.world(place(cell));
        transform.translation.x = at.x;
        transform.translation.y = at.y;
        sprite.custom_size = Some(Vec2::splat(view.frame.cell));
    }
    let Some(root) = view.root else { return };
    let steps = (0..view.route.len()).map(Mark::Step);
    for mark in steps.chain([Mark::Pointed]) {
        if cell_of(mark).is_none() || known.contains(&mark) {
            continue;
        }
        let (name, z) = match mark {
            Mark::Pointed => ("dun_target", layer::MARK),
            Mark::Step(_) => ("dun_step", layer::ROUTE),
        };
        commands.spawn((
            Name::new("Mark"),
            mark,
            art::sprite(&sprites, name, z),
            ChildOf(root),
        ));
    }
}

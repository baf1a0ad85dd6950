//! The player's hand: mouse, keyboard and gamepad become moves and auto-actions.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use super::auto_actions::{self, AutoAction};
use super::bindings::{HeroAction, actions_of_buttons, actions_of_keys, place_of_cross};
use super::map::PANEL;
use super::messages::{self, Tone};
use super::{OpenCard, View, heirs, large_map, picking};
use crate::games::dungeon::Table;
use crate::games::dungeon::map::Cell;
use crate::games::dungeon::rules::{Consumable, Game, Move, Step};
use crate::shell::board::{BoardKeys, Pointer, is_at_panel};
use crate::shell::input::keys_and_mouse::KeysAndMouse;
use crate::shell::input::{Action, Actions};
use crate::shell::screen::Menu;
use crate::shell::settings::Settings;

/// Seconds for which a key or the stick is held before it repeats.
const REPEAT_AFTER: f32 = 0.28;
/// The part of that time that counts as over when the stick has made a step, so that it repeats sooner.
const STICK_REPEAT_HEAD_START: f32 = 0.4;

/// Does the action of a key or a button.
pub(super) fn perform(world: &mut World, action: HeroAction) {
    // A key acts on the card that lies over the map, and does nothing else.
    match world.resource::<View>().open {
        Some(OpenCard::Heirs) => return heirs::take_key(world, action),
        Some(OpenCard::Map) => return large_map::toggle(world),
        Some(OpenCard::History) | None => {}
    }
    if !matches!(
        action,
        HeroAction::Step(_) | HeroAction::Act | HeroAction::Pick
    ) {
        world.resource_mut::<View>().picked = None;
    }
    match action {
        HeroAction::Pick => {
            // While boons are offered, a boon is chosen as soon as the player no longer looks around.
            let has_looked = end_looking(world);
            if !(has_looked && picking::is_choosing(world)) {
                picking::begin_or_confirm_choice(world);
            }
        }
        HeroAction::Step(way) if keys_choose(world) => picking::move_choice(world, way),
        HeroAction::Act if keys_choose(world) => picking::confirm_choice(world),
        HeroAction::Step(way) => step(world, way),
        HeroAction::Play(chosen_move) => {
            let chosen_move = of_offer(world, chosen_move);
            request(world, chosen_move);
        }
        HeroAction::Act => act(world),
        HeroAction::Drink => drink(world),
        HeroAction::Begin(action) => auto_actions::begin(world, action),
        HeroAction::TravelToExit => auto_actions::travel_to_exit(world),
        HeroAction::ToggleLook => toggle_look(world),
        HeroAction::ToggleHistory => toggle_history(world),
        HeroAction::ToggleHeirs => heirs::toggle(world),
        HeroAction::ToggleMap => large_map::toggle(world),
    }
}

/// Whether the arrows choose a boon or a thing. While the player looks around, they move the pointed cell.
fn keys_choose(world: &World) -> bool {
    picking::is_choosing(world) && !world.resource::<View>().looking
}

/// While boons are offered, the keys of the first places on the belt take them.
fn of_offer(world: &World, chosen_move: Move) -> Move {
    let table = world.get_resource::<Table>();
    let is_offered = table.is_some_and(|table| table.state().game.offer().is_some());
    match chosen_move {
        Move::Belt(place) if is_offered => Move::Boon(place),
        other => other,
    }
}

/// Requests a move, which ends an auto-action. It is made once the last turn has been shown. A replay takes none.
pub(super) fn request(world: &mut World, chosen_move: Move) {
    let table = world.get_resource::<Table>();
    if !table.is_some_and(Table::takes_moves) {
        return;
    }
    let mut view = world.resource_mut::<View>();
    view.auto_action = None;
    view.requested = Some(chosen_move);
}

/// Makes the move of a button. A card over the map closes instead, as with a key.
pub(super) fn press_button(world: &mut World, chosen_move: Move) {
    let mut view = world.resource_mut::<View>();
    view.picked = None;
    if let Some(OpenCard::Heirs | OpenCard::Map) = view.open {
        view.open = None;
        return;
    }
    request(world, chosen_move);
}

/// Makes a step, or moves the pointed cell while the player looks around.
fn step(world: &mut World, way: (i16, i16)) {
    if world.resource::<View>().looking {
        look_further(world, way);
    } else if let Some(step) = step_number(way) {
        request(world, Move::Step(step));
    }
}

/// The step to a neighbouring cell; `None` if the way leads nowhere or farther.
fn step_number(way: (i16, i16)) -> Option<Step> {
    let number = Cell::STEPS.iter().position(|step| *step == way)?;
    Some(Step(number as u8))
}

/// Points at the neighbour of the pointed cell.
fn look_further(world: &mut World, way: (i16, i16)) {
    world.resource_scope(|world, mut view: Mut<View>| {
        let game = &world.resource::<Table>().state().game;
        let at = view.pointed.unwrap_or(game.hero.at).step(way);
        if game.dungeon().layout.map.has(at) {
            point_at(&mut view, game, Some(at));
        }
    });
}

/// Goes to the cell that is looked at. Otherwise the hero goes through the portal, or waits where there is none.
fn act(world: &mut World) {
    let mut view = world.resource_mut::<View>();
    if !view.looking {
        let at = world.resource::<Table>().state().game.hero.at;
        act_on_cell(world, at);
        return;
    }
    view.looking = false;
    if let Some(to) = view.pointed {
        auto_actions::begin(world, AutoAction::Travel(to));
    }
}

/// Drinks a potion, if the hero carries one.
fn drink(world: &mut World) {
    let belt = &world.resource::<Table>().state().game.hero.belt;
    let potion = belt.iter().position(|thing| *thing == Consumable::Potion);
    match potion {
        Some(place) => request(world, Move::Belt(place as u8)),
        None => messages::log_message(world, ("dungeon.say.no_potion", Tone::Plain, vec![])),
    }
}

/// Begins or ends looking around.
pub(super) fn toggle_look(world: &mut World) {
    world.resource_scope(|world, mut view: Mut<View>| {
        view.looking = !view.looking;
        let game = &world.resource::<Table>().state().game;
        let at = view.looking.then_some(game.hero.at);
        point_at(&mut view, game, at);
    });
}

/// Ends looking around. Returns whether the player looked around.
fn end_looking(world: &mut World) -> bool {
    let mut view = world.resource_mut::<View>();
    let has_looked = std::mem::take(&mut view.looking);
    if has_looked {
        view.pointed = None;
        view.route.clear();
    }
    has_looked
}

/// Shows or hides the history.
pub(super) fn toggle_history(world: &mut World) {
    world.resource_mut::<View>().toggle(OpenCard::History);
}

/// Points at a cell, and finds the way there.
fn point_at(view: &mut View, game: &Game, cell: Option<Cell>) {
    if view.pointed == cell {
        return;
    }
    view.pointed = cell;
    let route = cell.and_then(|cell| view.routes.to(game, |at| at == cell));
    view.route = route.unwrap_or_default();
}

/// After a turn, points at no cell, because the map has moved and another cell may lie under the mouse. While the player
/// looks around, the way to the pointed cell is found anew from where the hero is now.
pub(super) fn follow_hero(world: &mut World) {
    world.resource_scope(|world, mut view: Mut<View>| {
        let game = &world.resource::<Table>().state().game;
        let cell = view.pointed.take().filter(|_| view.looking);
        view.route.clear();
        point_at(&mut view, game, cell);
    });
}

/// The mouse over the map and the panel.
#[derive(SystemParam)]
pub(super) struct Mouse<'w, 's> {
    pointer: Pointer<'w, 's>,
    window: Query<'w, 's, &'static Window, With<PrimaryWindow>>,
    scale: Res<'w, UiScale>,
    menu: Res<'w, State<Menu>>,
    settings: Res<'w, Settings>,
}

/// The target under the mouse.
enum UnderMouse {
    Cell(Cell),
    Panel,
}

impl Mouse<'_, '_> {
    /// The target under the mouse, if the mouse is in the window, no menu is open, and no card covers the dungeon.
    fn target(&self, view: &View) -> Option<UnderMouse> {
        let window = self.window.single().ok()?;
        let (point, cursor) = (self.pointer.at()?, window.cursor_position()?);
        if *self.menu.get() != Menu::None || view.has_card() {
            return None;
        }
        let side = self.settings.panel_side;
        if is_at_panel(window, self.scale.0, PANEL, side, cursor.x) {
            return Some(UnderMouse::Panel);
        }
        let at = view.frame.place_at(point).round();
        Some(UnderMouse::Cell(Cell {
            x: at.x as i16,
            y: at.y as i16,
        }))
    }

    /// Whether the mouse is over the map.
    pub(super) fn is_over_map(&self, view: &View) -> bool {
        matches!(self.target(view), Some(UnderMouse::Cell(_)))
    }

    fn has_clicked(&self) -> bool {
        self.pointer.buttons.just_pressed(MouseButton::Left)
    }
}

/// Points at the cell under the mouse, as far as the hero knows it.
pub(super) fn point_with_mouse(
    mouse: Mouse,
    table: Res<Table>,
    mut view: ResMut<View>,
    mut moved: MessageReader<CursorMoved>,
) {
    let moved = moved.read().count() > 0;
    let game = &table.state().game;
    match mouse.target(&view) {
        Some(UnderMouse::Cell(cell)) if moved || mouse.has_clicked() => {
            let is_known = game.explored().has(&game.dungeon().layout.map, cell);
            point_at(&mut view, game, is_known.then_some(cell));
        }
        Some(UnderMouse::Panel) if moved && !view.looking => point_at(&mut view, game, None),
        _ => {}
    }
}

/// Acts on the known cell that is clicked. The hero travels to a distant cell, and steps to a neighbouring one or
/// strikes the enemy there. On the hero's own cell the click uses a portal, or waits. While the player looks around, a
/// click only looks.
pub(super) fn go_to_click(mouse: Mouse, view: Res<View>, mut commands: Commands) {
    let Some(UnderMouse::Cell(cell)) = mouse.target(&view) else {
        return;
    };
    if mouse.has_clicked() && view.pointed == Some(cell) && !view.looking {
        commands.queue(move |world: &mut World| act_on_cell(world, cell));
    }
}

/// Does the action of a click on a known cell. A click neither chooses a thing nor moves the pointed cell.
pub(super) fn act_on_cell(world: &mut World, cell: Cell) {
    let mut view = world.resource_mut::<View>();
    (view.looking, view.picked) = (false, None);
    let game = &world.resource::<Table>().state().game;
    let hero = game.hero.at;
    let action = match cell.distance_to(hero) {
        0 if game.portal_at(cell).is_some() => HeroAction::Play(Move::Portal),
        0 => HeroAction::Play(Move::Wait),
        1 => match step_number((cell.x - hero.x, cell.y - hero.y)) {
            Some(step) => HeroAction::Play(Move::Step(step)),
            None => return,
        },
        _ => HeroAction::Begin(AutoAction::Travel(cell)),
    };
    perform(world, action);
}

/// The key for back closes what is open over the dungeon, and ends looking around, before it opens the pause menu.
pub(super) fn close_overlays(
    mut actions: ResMut<Actions>,
    menu: Res<State<Menu>>,
    mut view: ResMut<View>,
) {
    let is_open = view.looking || view.open.is_some() || view.picked.is_some();
    if is_open && *menu.get() == Menu::None && actions.take(Action::Back) {
        (view.looking, view.pointed) = (false, None);
        (view.open, view.picked) = (None, None);
        view.route.clear();
    }
}

/// The repetition of steps while a key or the stick is held.
#[derive(Default)]
pub(super) struct KeyRepeat {
    /// For keys, the seconds since the last key was pressed. For the stick, a timer that allows a step at
    /// [`REPEAT_AFTER`].
    seconds: f32,
    /// Whether a card covered the dungeon when the key was pressed, or when all sticks were at rest last.
    began_on_card: bool,
}

impl KeyRepeat {
    /// Whether what is held may go on. A card that has opened since then must not close before it is read.
    fn may_go_on(&self, view: &View) -> bool {
        self.began_on_card || !view.has_card()
    }
}

/// Does the actions of the keys. Any key ends an auto-action. While the focus is in the panel, keys do nothing here.
pub(super) fn read_keys(
    pressed: KeysAndMouse,
    settings: Res<Settings>,
    time: Res<Time>,
    board: BoardKeys,
    mut view: ResMut<View>,
    mut held: Local<KeyRepeat>,
    mut commands: Commands,
) {
    if !board.are_free() || pressed.has_control() {
        return;
    }
    if pressed.keys.get_just_pressed().len() > 0 {
        (held.seconds, held.began_on_card) = (0.0, view.has_card());
        view.auto_action = None;
    }
    held.seconds += time.delta_secs();
    let is_idle = view.busy <= 0.0 && view.requested.is_none();
    let may_repeat = held.seconds > REPEAT_AFTER && is_idle && held.may_go_on(&view);
    for action in actions_of_keys(&pressed, &settings, may_repeat) {
        commands.queue(move |world: &mut World| perform(world, action));
    }
}

/// Does the actions of the gamepads' buttons. Any button ends an auto-action.
pub(super) fn read_buttons(
    gamepads: Query<&Gamepad>,
    settings: Res<Settings>,
    board: BoardKeys,
    mut view: ResMut<View>,
    mut commands: Commands,
) {
    if !board.are_free() {
        return;
    }
    for gamepad in &gamepads {
        if gamepad.get_just_pressed().next().is_some() {
            view.auto_action = None;
        }
        for action in actions_of_buttons(gamepad, &settings) {
            commands.queue(move |world: &mut World| perform(world, action));
        }
    }
}

/// Makes steps in the direction of the sticks or the cross of a gamepad, as long as the player holds it.
pub(super) fn read_sticks(
    gamepads: Query<&Gamepad>,
    (time, settings): (Res<Time>, Res<Settings>),
    board: BoardKeys,
    (view, table): (Res<View>, Res<Table>),
    mut held: Local<KeyRepeat>,
    mut commands: Commands,
) {
    if !board.are_free() {
        return;
    }
    held.seconds += time.delta_secs();
    // A choice need not wait until the last turn has been shown.
    let chooses = view.picked.is_some() || table.state().game.offer().is_some();
    // Another gamepad that is at rest does not end what is held.
    let mut ways = gamepads.iter().map(|gamepad| {
        let sticks = gamepad.left_stick() + gamepad.right_stick();
        way_of(
            sticks + place_of_cross(gamepad, &settings),
            settings.stick_deflection(),
        )
    });
    let Some(way) = ways.find(|way| *way != (0, 0)) else {
        (held.seconds, held.began_on_card) = (REPEAT_AFTER, view.has_card());
        return;
    };
    if held.seconds >= REPEAT_AFTER && (view.busy <= 0.0 || chooses) && held.may_go_on(&view) {
        held.seconds = REPEAT_AFTER * STICK_REPEAT_HEAD_START;
        commands.queue(move |world: &mut World| perform(world, HeroAction::Step(way)));
    }
}

/// The step to which a stick points that is pushed farther than `least`, 0 to 1. Up is north. Each of the eight ways has
/// the same angle.
fn way_of(stick: Vec2, least: f32) -> (i16, i16) {
    // The sine of 22.5 degrees, at which a straight way ends and a diagonal begins.
    const DIAGONAL: f32 = 0.382_683_43;
    if stick.length() <= least {
        return (0, 0);
    }
    let part = |value: f32| match value.abs() > DIAGONAL {
        true => value.signum() as i16,
        false => 0,
    };
    let direction = stick.normalize();
    (part(direction.x), -part(direction.y))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stick_points_in_eight_ways_from_the_chosen_deflection_on() {
        let way = |x, y| way_of(Vec2::new(x, y), 0.4);
        assert_eq!(way(0.39, 0.0), (0, 0));
        assert_eq!(way(0.41, 0.0), (1, 0));
        assert_eq!(way(0.0, 0.9), (0, -1));
        assert_eq!(way(-0.3, -0.3), (-1, 1));
        // A straight way ends at 22.5 degrees: these are at 18 and at 24.
        assert_eq!(way(0.9, 0.3), (1, 0));
        assert_eq!(way(0.9, 0.4), (1, -1));
        assert_eq!(way_of(Vec2::new(0.5, 0.0), 0.6), (0, 0));
    }
}

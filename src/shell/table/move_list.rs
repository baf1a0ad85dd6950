//! The list of a game's moves in its panel. A button opens it, in the place of the insights.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::input_focus::InputFocus;
use bevy::picking::hover::Hovered;
use bevy::prelude::*;
use bevy::ui_widgets::ScrollIntoView;

use super::{Pacing, TableGame, playing};
use crate::session::{Table, TableVersion};
use crate::shell::theme::bind::{SelectedWhen, VisibleWhen};
use crate::shell::theme::palette;
use crate::shell::theme::scroll::scroll_area;
use crate::shell::theme::widget::{ButtonStyle, TextSize, bare_button, choice, stack, text_font};

/// A game whose panel lists its moves.
pub trait MoveListGame: TableGame {
    /// Returns the moves that are listed now, the oldest first.
    fn listed_moves(world: &World) -> Vec<ListedMove>;

    /// Shows the position that belongs to a move, which is given by its number from 0. `None` if moves cannot be
    /// clicked.
    const OPEN: Option<fn(&mut World, usize)> = None;

    /// Returns the variations of the game, in the order of the table.
    fn listed_variations(_world: &World) -> Vec<ListedVariation> {
        Vec::new()
    }

    /// Shows a variation, which is given by its number from 0. `None` if variations cannot be clicked.
    const OPEN_VARIATION: Option<fn(&mut World, usize)> = None;

    /// Whether the position that belongs to a move is shown because the player goes through the game.
    fn is_position_shown(_world: &World, _move_number: usize) -> bool {
        false
    }
}

/// A line of the list.
#[derive(Clone, Debug, PartialEq)]
pub struct ListedMove {
    /// The number of the move in the game, from 0; `None` for a pass, which is no move of its own.
    pub number: Option<usize>,
    /// The move in short notation.
    pub text: String,
    /// The colour of the player who made it, if the players have colours.
    pub colour: Option<Color>,
}

/// A variation in the list.
#[derive(Clone, Debug, PartialEq)]
pub struct ListedVariation {
    /// The number of moves of the game before it.
    pub after: usize,
    /// Its moves in short notation.
    pub text: String,
}

impl ListedVariation {
    /// Makes the line of a variation from its own moves and passes.
    pub fn of(after: usize, moves: &[ListedMove]) -> Self {
        // Passes before its first move are those of the game.
        let own = moves.iter().skip_while(|listed| listed.number.is_none());
        let moves: Vec<&str> = own.map(|listed| listed.text.as_str()).collect();
        let text = format!("({}. {})", after + 1, moves.join("  "));
        ListedVariation { after, text }
    }
}

/// A line of the list: a move, or a variation with its number.
#[derive(Clone, Debug, PartialEq)]
enum Line {
    Move(ListedMove),
    Variation(usize, ListedVariation),
}

/// Puts each variation below the round of the move that it replaces, or at the end.
fn lines(moves: Vec<ListedMove>, variations: Vec<ListedVariation>, seats: usize) -> Vec<Line> {
    let rows = moves.len().div_ceil(seats);
    let row_of = |variation: &ListedVariation| {
        let place = moves
            .iter()
            .position(|listed| listed.number == Some(variation.after));
        place.map_or(rows.saturating_sub(1), |place| place / seats)
    };
    let mut below = vec![Vec::new(); rows.max(1)];
    for (number, variation) in variations.into_iter().enumerate() {
        below[row_of(&variation)].push(Line::Variation(number, variation));
    }
    let mut moves = moves.into_iter().map(Line::Move);
    let mut lines = Vec::new();
    for variations in below {
        lines.extend(moves.by_ref().take(seats));
        lines.extend(variations);
    }
    lines
}

/// Whether lists of moves are open.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
struct OpenMoveList(bool);

/// Whether the list is open.
pub fn is_open(world: &World) -> bool {
    world.resource::<OpenMoveList>().0
}

/// Opens the list.
pub fn open(world: &mut World) {
    world.resource_mut::<OpenMoveList>().0 = true;
}

/// Closes the list, so that its place is free.
pub fn close(world: &mut World) {
    world.resource_mut::<OpenMoveList>().0 = false;
}

/// Adds the system that keeps the list of a game.
pub fn add_move_list<G: MoveListGame>(app: &mut App) {
    app.init_resource::<OpenMoveList>()
        .init_resource::<PointedMove>()
        .add_systems(
            Update,
            (update_list::<G>, point_at_move)
                .chain()
                .run_if(playing::<G>),
        );
}

/// The number of a listed move, from 0.
#[derive(Component)]
struct ListedMoveNumber(usize);

/// The listed move that the player points at, or that has the focus. The board marks its cells.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PointedMove(pub Option<usize>);

fn point_at_move(
    moves: Query<(Entity, &ListedMoveNumber, &Hovered)>,
    focus: Res<InputFocus>,
    mut pointed: ResMut<PointedMove>,
) {
    let hovered = moves.iter().find(|(_, _, hovered)| hovered.get());
    let focused = || focus.get().and_then(|focused| moves.get(focused).ok());
    let found = hovered.or_else(focused);
    pointed.set_if_neq(PointedMove(
        found.map(|(_, ListedMoveNumber(number), _)| *number),
    ));
}

/// The greatest height of the list in interface pixels.
const HEIGHT: f32 = 120.0;
/// The gap between moves in interface pixels.
const GAP: f32 = 2.0;

/// Spawns the button that opens the list.
pub fn spawn_opener(row: &mut ChildSpawnerCommands) {
    choice(row, "play.move_list", SelectedWhen::new(is_open), |world| {
        let open = is_open(world);
        world.resource_mut::<OpenMoveList>().0 = !open;
    });
}

/// Spawns the list, which is there while it is open.
pub fn spawn_list(top: &mut ChildSpawnerCommands) {
    top.spawn((stack(FlexDirection::Column, 0.0), VisibleWhen::new(is_open)))
        .with_children(|place| {
            let outer = Node {
                max_height: px(HEIGHT),
                ..default()
            };
            scroll_area(place, outer, stack(FlexDirection::Column, 0.0), |area| {
                let lines = Node {
                    width: percent(100),
                    flex_shrink: 0.0,
                    flex_wrap: FlexWrap::Wrap,
                    align_content: AlignContent::FlexStart,
                    row_gap: px(GAP),
                    ..default()
                };
                area.spawn((Name::new("Moves"), MoveList::default(), lines));
            });
        });
}

/// The state on which a list depends: the version of the table, the number of all moves, and whether the player looks
/// back.
type ListState = (TableVersion, usize, bool);

/// The lines that have nodes.
#[derive(Component, Default)]
struct MoveList {
    shown: Vec<(Line, Entity)>,
    /// The state from which the list was made, once it is complete.
    state: Option<ListState>,
    /// The number of frames until it scrolls to the move that is shown. Its layout takes some frames.
    frames_to_scroll: u8,
}

/// The number of moves that get nodes in a frame, so that no frame takes long.
const MOVES_A_FRAME: usize = 16;
/// The number of frames between a change and scrolling.
const SCROLL_AFTER: u8 = 3;

/// Lets the list follow the game, and scrolls to the newest move or to the one whose position is shown.
fn update_list<G: MoveListGame>(world: &mut World, lists: &mut QueryState<Entity, With<MoveList>>) {
    let Some(entity) = lists.iter(world).next() else {
        return;
    };
    let table = world.resource::<Table<G>>();
    let all = table.session().all_moves().len();
    let state = (
        table.version(),
        all,
        world.resource::<Pacing>().is_looking_back(),
    );
    let is_open = is_open(world);
    let Some(mut component) = world.get_mut::<MoveList>(entity) else {
        return;
    };
    if !is_open {
        // No line is laid out while the list is closed.
        component.bypass_change_detection().frames_to_scroll = SCROLL_AFTER;
        return;
    }
    let mut list = std::mem::take(&mut *component);
    if list.state != Some(state) {
        let is_whole = list.follow::<G>(world, entity);
        list.state = is_whole.then_some(state);
        list.frames_to_scroll = SCROLL_AFTER;
    } else if list.frames_to_scroll > 0 {
        list.frames_to_scroll -= 1;
        if list.frames_to_scroll == 0 {
            list.scroll::<G>(world);
        }
    }
    if let Some(mut component) = world.get_mut::<MoveList>(entity) {
        *component = list;
    }
}

impl MoveList {
    /// Removes the nodes of moves that were taken back, and spawns those of new moves. Returns whether all have nodes.
    fn follow<G: MoveListGame>(&mut self, world: &mut World, entity: Entity) -> bool {
        let seats = world.resource::<Table<G>>().seats().len().max(1);
        let moves = lines(G::listed_moves(world), G::listed_variations(world), seats);
        let same = self.shown.iter().zip(&moves);
        let same = same.take_while(|((shown, _), wanted)| shown == *wanted);
        let same = same.count();
        for (_, node) in self.shown.drain(same..) {
            world.despawn(node);
        }
        let all = moves.len();
        for listed in moves.into_iter().skip(same).take(MOVES_A_FRAME) {
            let node = match &listed {
                Line::Move(listed) => spawn_move::<G>(world, entity, listed, seats),
                Line::Variation(number, listed) => {
                    spawn_variation::<G>(world, entity, *number, listed)
                }
            };
            self.shown.push((listed, node));
        }
        self.shown.len() == all
    }

    /// Scrolls to the move whose position is shown, or else to the newest one.
    fn scroll<G: MoveListGame>(&self, world: &mut World) {
        let variation = world.resource::<Table<G>>().shown_variation();
        let is_position_shown = |line: &Line| match line {
            Line::Move(listed) => {
                let number = listed.number;
                number.is_some_and(|number| G::is_position_shown(world, number))
            }
            Line::Variation(number, _) => variation == Some(*number),
        };
        let mut shown = self.shown.iter();
        let here = shown.find(|(listed, _)| is_position_shown(listed));
        if let Some((_, entity)) = here.or(self.shown.last()) {
            world.trigger(ScrollIntoView { entity: *entity });
        }
    }
}

/// Spawns a variation: a line of its own, indented and in brackets.
fn spawn_variation<G: MoveListGame>(
    world: &mut World,
    list: Entity,
    number: usize,
    listed: &ListedVariation,
) -> Entity {
    let node = Node {
        width: percent(100),
        padding: UiRect::new(px(18), px(4), px(2), px(2)),
        border_radius: BorderRadius::all(px(6)),
        ..default()
    };
    let mut entry = match G::OPEN_VARIATION {
        Some(open) => {
            let shown = SelectedWhen::new(move |world| {
                let table = world.get_resource::<Table<G>>();
                table.is_some_and(|table| table.shown_variation() == Some(number))
            });
            let button = bare_button(ButtonStyle::Chip, node, move |world| open(world, number));
            world.spawn((button, shown, ChildOf(list)))
        }
        None => world.spawn((node, ChildOf(list))),
    };
    entry.with_child((
        Text::new(listed.text.clone()),
        text_font(TextSize::Small),
        TextColor(palette::MIST),
        Pickable::IGNORE,
    ));
    entry.id()
}

/// Spawns a move. The moves of a round stand in a line, each below the earlier ones of the same seat.
fn spawn_move<G: MoveListGame>(
    world: &mut World,
    list: Entity,
    listed: &ListedMove,
    seats: usize,
) -> Entity {
    let node = Node {
        // The width is a little less than the share of a seat, because of rounding.
        width: percent(99.0 / seats as f32),
        padding: UiRect::axes(px(4), px(2)),
        align_items: AlignItems::Center,
        column_gap: px(4),
        border_radius: BorderRadius::all(px(6)),
        ..default()
    };
    let mut entry = match (G::OPEN, listed.number) {
        (Some(open), Some(number)) => {
            let shown = SelectedWhen::new(move |world| G::is_position_shown(world, number));
            let button = bare_button(ButtonStyle::Chip, node, move |world| open(world, number));
            world.spawn((button, shown, ListedMoveNumber(number), ChildOf(list)))
        }
        _ => world.spawn((node, ChildOf(list))),
    };
    let text = match listed.number {
        Some(number) => format!("{}. {}", number + 1, listed.text),
        None => listed.text.clone(),
    };
    entry.with_children(|entry| {
        if let Some(colour) = listed.colour {
            let dot = Node {
                width: px(7),
                height: px(7),
                flex_shrink: 0.0,
                border_radius: BorderRadius::MAX,
                ..default()
            };
            entry.spawn((dot, BackgroundColor(colour), Pickable::IGNORE));
        }
        entry.spawn((
            Text::new(text),
            text_font(TextSize::Small),
            TextColor(palette::PAPER),
            Pickable::IGNORE,
        ));
    });
    entry.id()
}

//! The list of openings: while the player looks back at a game that has ended, it says what was played from the
//! position on the board in the player's own games. A click plays a move as a variation.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::names::move_name;
use crate::games::hexxagon::insight::{Insight, InsightKind};
use crate::games::hexxagon::openings::OpeningMove;
use crate::games::hexxagon::own_openings::OwnOpenings;
use crate::games::hexxagon::rules::Hexxagon;
use crate::games::hexxagon::table::Table;
use crate::session::TableVersion;
use crate::session::replay::Replays;
use crate::shell::screen::Screen;
use crate::shell::table::{Pacing, move_list, playing, variations};
use crate::shell::theme::bind::{EnabledWhen, SelectedWhen, VisibleWhen};
use crate::shell::theme::palette;
use crate::shell::theme::scroll::scroll_area;
use crate::shell::theme::widget::{ButtonStyle, TextSize, bare_button, bound_text, button, stack};
use crate::shell::words::Words;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<OwnOpenings>()
        .init_resource::<OpeningList>()
        .add_systems(Update, update_list.run_if(playing::<Hexxagon>))
        .add_systems(OnExit(Screen::Play), |mut list: ResMut<OpeningList>| {
            *list = OpeningList::default();
        });
}

/// The most moves that are listed.
const MOST: usize = 6;
/// The greatest height of the list in interface pixels, which is the height of the curve in whose place it stands.
const HEIGHT: f32 = 120.0;

/// The state on which the list depends: the version of the table, and that of the openings.
type ListState = (TableVersion, u32);

/// The list of openings.
#[derive(Resource, Default)]
struct OpeningList {
    /// Whether the player has opened it.
    is_open: bool,
    /// The moves that were played in the position on the board.
    moves: Vec<OpeningMove>,
    /// The state to which the moves belong.
    state: Option<ListState>,
}

/// Whether there are openings to be listed: not in a game under way, in which they would be a help.
fn is_available(world: &World) -> bool {
    let looks_back = world.resource::<Insight>().kind() == InsightKind::Game;
    let is_replay = world.get_resource::<Table>().is_some_and(Table::is_replay);
    looks_back && (is_replay || world.resource::<Pacing>().is_at_ended_game())
}

/// Whether the list is seen. The list of moves goes before it.
pub(super) fn is_shown(world: &World) -> bool {
    world.resource::<OpeningList>().is_open && is_available(world) && !move_list::is_open(world)
}

/// Opens the list in the place of the list of moves, or closes it.
fn toggle(world: &mut World) {
    let opens = !is_shown(world);
    world.resource_mut::<OpeningList>().is_open = opens;
    if opens {
        move_list::close(world);
    }
}

/// Lets the list follow the position on the board and the games that are kept.
fn update_list(world: &mut World) {
    if !is_shown(world) {
        return;
    }
    world.resource_scope(|world, mut openings: Mut<OwnOpenings>| {
        openings.follow(world.resource::<Replays>());
    });
    let (table, openings) = (world.resource::<Table>(), world.resource::<OwnOpenings>());
    let state = (table.version(), openings.version());
    if world.resource::<OpeningList>().state == Some(state) {
        return;
    }
    let Some(read) = openings.read() else {
        world.insert_resource(OpeningList {
            is_open: true,
            ..default()
        });
        return;
    };
    let next = table.session().all_moves().get(table.moves().len());
    let moves = read.book.moves_in(table.state(), next.copied());
    let mut list = world.resource_mut::<OpeningList>();
    list.moves = moves;
    list.moves.truncate(MOST);
    list.state = Some(state);
}

/// Spawns the button that opens the list. In a game under way it cannot be pressed.
pub(super) fn spawn_button(row: &mut ChildSpawnerCommands) {
    let opens = button(row, ButtonStyle::Chip, "hex.openings", toggle);
    row.commands_mut()
        .entity(opens)
        .insert((SelectedWhen::new(is_shown), EnabledWhen::new(is_available)));
}

/// Spawns the list.
pub(super) fn spawn_list(parent: &mut ChildSpawnerCommands) {
    let place = (
        stack(FlexDirection::Column, 0.0),
        VisibleWhen::new(is_shown),
    );
    parent.spawn(place).with_children(|place| {
        let outer = Node {
            max_height: px(HEIGHT),
            ..default()
        };
        scroll_area(place, outer, stack(FlexDirection::Column, 2.0), |area| {
            area.spawn(bound_text(TextSize::Small, palette::MIST, about_text));
            (0..MOST).for_each(|at| spawn_move(area, at));
            area.spawn((
                bound_text(TextSize::Small, palette::MIST, skipped_text),
                VisibleWhen::new(|world| !skipped(world).is_empty()),
            ));
        });
    });
}

/// Spawns a line of the list: a button that plays its move as a variation.
fn spawn_move(list: &mut ChildSpawnerCommands, at: usize) {
    let node = Node {
        width: percent(100),
        flex_shrink: 0.0,
        padding: UiRect::axes(px(8), px(2)),
        border_radius: BorderRadius::all(px(6)),
        ..default()
    };
    let line = bare_button(ButtonStyle::Chip, node, move |world| play(world, at));
    let seen = VisibleWhen::new(move |world| listed(world, at).is_some());
    let text = bound_text(TextSize::Small, palette::PAPER, move |world: &World| {
        move_text(world, at)
    });
    // A player has resigned in the last position of some games, and no move is made there.
    let goes_on = EnabledWhen::new(|world| {
        let table = world.get_resource::<Table>();
        table.is_some_and(|table| !table.is_over())
    });
    list.spawn((line, seen, goes_on)).with_child(text);
}

fn listed(world: &World, at: usize) -> Option<&OpeningMove> {
    world.resource::<OpeningList>().moves.get(at)
}

/// Plays a move of the list in the position on the board.
fn play(world: &mut World, at: usize) {
    let Some(made) = listed(world, at).map(|listed| listed.made) else {
        return;
    };
    let length = world.resource::<Insight>().game().len();
    variations::try_in::<Hexxagon>(world, made, length);
}

/// Says what the list holds, or why it is empty.
fn about_text(world: &World) -> String {
    let list = world.resource::<OpeningList>();
    let is_read = world.resource::<OwnOpenings>().read().is_some();
    let key = match (is_read, list.moves.is_empty()) {
        (false, _) => "hex.openings.reading",
        (true, true) => "hex.openings.none",
        (true, false) => "hex.openings.about",
    };
    world.resource::<Words>().get(key)
}

/// A move in words, with the number of games in which it was played and their results.
fn move_text(world: &World, at: usize) -> String {
    let Some(OpeningMove { made, tally }) = listed(world, at) else {
        return String::new();
    };
    let values = [
        ("move", move_name(*made)),
        ("games", tally.games.to_string()),
        ("won", tally.won.to_string()),
        ("drawn", tally.drawn.to_string()),
    ];
    let key = match tally.drawn {
        0 => "hex.openings.move",
        _ => "hex.openings.move.drawn",
    };
    world.resource::<Words>().fill(key, &values)
}

/// The reasons why games were skipped.
fn skipped(world: &World) -> &[String] {
    let read = world.resource::<OwnOpenings>().read();
    read.map_or(&[], |read| read.skipped.as_slice())
}

/// Says how many games were skipped, and why the first of them was.
fn skipped_text(world: &World) -> String {
    let skipped = skipped(world);
    let values = [
        ("games", skipped.len().to_string()),
        ("why", skipped.first().cloned().unwrap_or_default()),
    ];
    world
        .resource::<Words>()
        .fill("hex.openings.skipped", &values)
}

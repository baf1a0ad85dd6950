//! The end of a game: who has won, the series, and what next.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;
use bevy::text::EditableText;

use super::{hand, panel};
use crate::games::tic_tac_toe::KEY;
use crate::games::tic_tac_toe::opponent::kept;
use crate::games::tic_tac_toe::play::{Play, against, next_game};
use crate::session::statistics::Statistics;
use crate::session::{Folders, Name};
use crate::shell::games::active;
use crate::shell::menus::{column, cover, leave_buttons};
use crate::shell::notice::Notices;
use crate::shell::screen::Menu;
use crate::shell::theme::bind::Told;
use crate::shell::theme::palette;
use crate::shell::theme::widget::{Look, Size, button, field, label, stack, words};
use crate::shell::words::Words;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Menu::Result), spawn.run_if(active(KEY)));
}

/// The field for the name of a strategy.
#[derive(Component)]
struct NameField;

fn spawn(mut commands: Commands, play: Option<Res<Play>>, folders: Option<Res<Folders>>) {
    let Some(play) = play else { return };
    // Beside the board, so that the last position can be seen.
    let beside = Node {
        margin: UiRect::left(percent(60)),
        max_width: px(500),
        ..column()
    };
    cover(&mut commands, Menu::Result, beside, |menu| {
        let lost = play
            .winner()
            .is_some_and(|seat| panel::is_you(&play.setup, 1 - seat));
        let colour = if lost { palette::FAULT } else { palette::LAMP };
        menu.spawn(words(Size::Title, colour, Told::by(panel::status)));
        menu.spawn(words(Size::Lead, palette::PAPER, Told::by(series)));
        menu.spawn(words(Size::Small, palette::MIST, Told::by(tally)));
        button(menu, Look::Primary, Told::key("ttt.next"), |world| {
            world.resource_mut::<NextState<Menu>>().set(Menu::None);
            next_game(world);
        });
        button(menu, Look::Plain, Told::key("ttt.look_back"), |world| {
            world.resource_mut::<NextState<Menu>>().set(Menu::None);
            hand::undo(world);
        });
        if play.strategy().is_some() && folders.is_some() {
            keep_row(menu, &play);
        }
        leave_buttons(menu);
    });
}

/// A name, and a button to keep the evolved strategy under it.
fn keep_row(menu: &mut ChildSpawnerCommands, play: &Play) {
    menu.spawn(Node {
        align_items: AlignItems::Center,
        ..stack(FlexDirection::Row, 10.0)
    })
    .with_children(|row| {
        row.spawn(label("ttt.keep.name", Size::Body, palette::MIST));
        field(row, NameField, 180.0, &play.session.id().seed.to_string());
        button(row, Look::Plain, Told::key("ttt.keep"), keep_strategy);
    });
}

fn keep_strategy(world: &mut World) {
    let mut fields = world.query_filtered::<&EditableText, With<NameField>>();
    let Ok(name) = fields.single(world).map(|field| field.value().to_string()) else {
        return;
    };
    let said = match kept_as(world, &name) {
        Ok(()) => world
            .resource::<Words>()
            .fill("ttt.keep.done", &[("name", name)]),
        Err(why) => why,
    };
    world.resource_mut::<Notices>().say(said);
}

fn kept_as(world: &World, name: &str) -> Result<(), String> {
    let name = Name::typed(name).map_err(|error| error.to_string())?;
    let play = world.get_resource::<Play>();
    let (Some(play), Some(folders)) = (play, world.get_resource::<Folders>()) else {
        return Ok(());
    };
    let Some(strategy) = play.strategy() else {
        return Ok(());
    };
    if kept::shelf(folders).names().contains(&name) {
        let words = world.resource::<Words>();
        return Err(words.fill("ttt.keep.taken", &[("name", name.to_string())]));
    }
    let origin = play.session.id().to_string();
    kept::save(folders, &name, strategy, &origin).map_err(|error| error.to_string())
}

fn series(world: &World) -> String {
    let (Some(play), words) = (world.get_resource::<Play>(), world.resource::<Words>()) else {
        return String::new();
    };
    let name = |seat| panel::seat_name(&play.setup, seat, words);
    words.fill(
        "ttt.series",
        &[
            ("first", name(0)),
            ("second", name(1)),
            ("won", play.series.won[0].to_string()),
            ("lost", play.series.won[1].to_string()),
            ("drawn", play.series.drawn.to_string()),
        ],
    )
}

/// How all games against this opponent have ended.
fn tally(world: &World) -> String {
    let Some(play) = world.get_resource::<Play>() else {
        return String::new();
    };
    let humans: Vec<usize> = play.setup.humans().collect();
    let [human] = humans[..] else {
        return String::new();
    };
    tally_line(world, &against(&play.setup, 1 - human))
}

/// A tally in words.
pub(super) fn tally_line(world: &World, against: &str) -> String {
    let tally = world.resource::<Statistics>().of(KEY, against);
    world.resource::<Words>().fill(
        "ttt.tally",
        &[
            ("games", tally.games().to_string()),
            ("won", tally.won.to_string()),
            ("drawn", tally.drawn.to_string()),
            ("lost", tally.lost.to_string()),
        ],
    )
}

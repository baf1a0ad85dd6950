//! The parts of a run that can be kept: its file, the selected individual, a picture, and an animated picture. The
//! button opens a list of them. An individual is kept in its editor, which offers its name.

use std::sync::Arc;

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::film::Film;
use super::{Show, edit, run_file};
use crate::generation::driver::RunDriver;
use crate::generation::watch::Frame;
use crate::shell::notice::show_phrase;
use crate::shell::pictures;
use crate::shell::screen::Screen;
use crate::shell::settings::Settings;
use crate::shell::theme::bind::{EnabledWhen, SelectedWhen, VisibleWhen};
use crate::shell::theme::covering::CoversPictures;
use crate::shell::theme::palette;
use crate::shell::theme::sprites::Sprites;
use crate::shell::theme::widget::{ButtonStyle, button, choice, panel, stack};
use crate::shell::words::Words;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<KeepMenu>()
        .add_systems(OnExit(Screen::Theatre), close_menu);
}

/// The width of the list, in interface pixels: its longest line in both languages fits.
const LIST_WIDTH: f32 = 230.0;

/// Whether the list is open.
#[derive(Resource, Default)]
pub(super) struct KeepMenu {
    pub(super) is_open: bool,
}

/// The two kinds of pictures.
#[derive(Clone, Copy)]
enum Kind {
    /// The generation that is shown now.
    Picture,
    /// The whole run.
    Film,
}

fn close_menu(mut menu: ResMut<KeepMenu>) {
    menu.is_open = false;
}

/// Spawns the button and, above it, the list.
pub(super) fn spawn_keep_button(row: &mut ChildSpawnerCommands) {
    row.spawn(Node::default()).with_children(|cell| {
        let open = SelectedWhen::new(|world| world.resource::<KeepMenu>().is_open);
        choice(cell, "theatre.keep", open, |world| {
            world.resource_mut::<KeepMenu>().is_open ^= true;
        });
        let list = panel(Node {
            position_type: PositionType::Absolute,
            bottom: percent(100),
            left: px(0),
            width: px(LIST_WIDTH),
            margin: UiRect::bottom(px(8)),
            padding: UiRect::all(px(10)),
            ..stack(FlexDirection::Column, 8.0)
        });
        let seen = VisibleWhen::new(|world| world.resource::<KeepMenu>().is_open);
        let mut list = cell.spawn((list, seen, CoversPictures, GlobalZIndex(1)));
        // The list hides the widgets behind it.
        list.insert(BackgroundColor(palette::RAISED));
        list.with_children(|list| {
            let run = button(list, ButtonStyle::Plain, "theatre.save_run", |world| {
                world.resource_mut::<KeepMenu>().is_open = false;
                run_file::save_and_announce(world);
            });
            let has_file = EnabledWhen::new(|world| world.resource::<Show>().save.is_some());
            list.commands_mut().entity(run).insert(has_file);
            let individual = button(
                list,
                ButtonStyle::Plain,
                "theatre.save_individual",
                |world| {
                    world.resource_mut::<KeepMenu>().is_open = false;
                    edit::edit_selected(world);
                },
            );
            let has_editor = VisibleWhen::new(|world| world.resource::<Show>().edit.is_some());
            list.commands_mut().entity(individual).insert(has_editor);
            for (key, kind) in [
                ("theatre.save_picture", Kind::Picture),
                ("theatre.save_film", Kind::Film),
            ] {
                button(list, ButtonStyle::Plain, key, move |world| {
                    world.resource_mut::<KeepMenu>().is_open = false;
                    start_painting(world, kind);
                });
            }
        });
    });
}

/// Begins a picture in the background. The history may forget the generation that is shown before the picture is
/// painted, so that the frame on the screen is painted itself.
fn start_painting(world: &mut World, kind: Kind) {
    let words = world.resource::<Words>();
    let show = world.resource::<Show>();
    let driver = show.run.and_then(|run| world.get::<RunDriver>(run));
    let Some((driver, frame)) = driver.zip(show.frame.as_ref()) else {
        return show_phrase(world, "theatre.nothing_to_save");
    };
    let seed = driver.watched().seed().to_string();
    // The picture of a map needs the members, of which a population may have thousands.
    let members = match show.archive {
        Some(_) => frame.members.clone(),
        None => Vec::new(),
    };
    let shown = Frame::of(frame.generation, frame.selected.clone(), members);
    let film = Film {
        run: Arc::clone(driver.watched()),
        is_archive: show.archive.is_some(),
        repaint: (show.about.legend).and_then(|of| of.repaint(world.resource::<Settings>())),
        sprites: world.resource::<Sprites>().painter(),
        title: words.get(show.about.title),
        line: words.fill("theatre.film.line", &[("seed", seed)]),
        curve: show.chart.curve.clone(),
    };
    if let Kind::Film = kind {
        show_phrase(world, "theatre.film.begun");
    }
    pictures::paint_and_save(world, move || match kind {
        Kind::Picture => film.picture(shown),
        Kind::Film => Some(film.animation()),
    });
}

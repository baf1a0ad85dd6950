//! Sharing replays: as one line of text or as a file, out of the program and into it.

use std::path::Path;

use bevy::clipboard::Clipboard;
use bevy::prelude::*;

use super::Played;
use crate::base::PlainError;
use crate::session::replay::ReplayFile;
use crate::session::{Autosave, FileName, Folders, Link, Replays, is_link, link};
use crate::shell::catalogue::set_behind;
use crate::shell::game_id::{no_game, open_game};
use crate::shell::games::{ActiveGame, GameCard, Games, ReplaySource, active_card};
use crate::shell::notice::{Notices, copy, show_failure_of, show_phrase};
use crate::shell::pictures::announce_when_written;
use crate::shell::screen::Screen;
use crate::shell::words::Words;

/// The name of a text from the clipboard in errors, in place of a path.
const PASTED: &str = "the copied text";

/// Copies a replay as one line of text.
pub(super) fn copy_line(world: &mut World, name: &FileName) {
    copy_made(world, name, "played.copied", |line| Ok(line.to_owned()));
}

/// Copies a link to a replay, which holds the whole game.
pub(super) fn copy_link(world: &mut World, name: &FileName) {
    copy_made(world, name, "notice.link_copied", |line| {
        let link = Link::of_line(line)?;
        Ok(link.to_string())
    });
}

/// Copies a text that is made of the line of a replay, and says so with the phrase of a key.
fn copy_made(
    world: &mut World,
    name: &FileName,
    done: &'static str,
    make: impl Fn(&str) -> Result<String, PlainError>,
) {
    let Some(file) = world.resource::<Replays>().get(name) else {
        return;
    };
    let line = file.line().map_err(PlainError::from);
    match line.and_then(|line| make(&line)) {
        Ok(text) => {
            let done = world.resource::<Words>().get(done);
            copy(world, text, done);
        }
        Err(why) => world.resource_mut::<Notices>().show(why.to_string()),
    }
}

/// Saves a copy of a replay in the folder of what the player shares. A notice shows its path.
pub(super) fn save_copy(world: &mut World, name: &FileName) {
    let Some(file) = world.resource::<Replays>().get(name) else {
        return;
    };
    let line = file.line().map_err(PlainError::from);
    let Some(folders) = world.get_resource::<Folders>() else {
        show_phrase(world, "notice.no_folders");
        return;
    };
    let path = folders.shared.join(format!("{name}.ron"));
    match line {
        Ok(line) => {
            let mut autosave = world.resource_mut::<Autosave>();
            autosave.write_text(path.clone(), line + "\n");
            announce_when_written(world, path);
        }
        Err(why) => world.resource_mut::<Notices>().show(why.to_string()),
    }
}

/// Shows a replay of any game.
pub(super) fn open_replay(
    world: &mut World,
    file: &ReplayFile,
    of: ReplaySource,
) -> Result<(), PlainError> {
    let card = world.resource::<Games>().find(file.game());
    let card = card.ok_or_else(|| no_game(world, file.game()))?;
    (card.open_replay)(world, file, of);
    Ok(())
}

/// Shows the replay in a line of text, or opens the game to which a link leads.
pub fn open_line(world: &mut World, text: &str) -> Result<(), PlainError> {
    if is_link(text) {
        let link = text.parse::<Link>()?;
        return open_link(world, &link);
    }
    open_text(world, Path::new(PASTED), text)
}

/// Opens the game to which a link leads.
pub fn open_link(world: &mut World, link: &Link) -> Result<(), PlainError> {
    match link {
        Link::Game(id) => open_game(world, id),
        Link::Replay(line) => open_text(world, Path::new(link::NAME), line),
    }
}

/// Shows the replay in a text; `path` is only for errors.
fn open_text(world: &mut World, path: &Path, text: &str) -> Result<(), PlainError> {
    let file = ReplayFile::parse(path, text)?;
    let of = ReplaySource::File(path.to_owned(), text.to_owned());
    open_from_outside(world, &file, of)
}

/// Shows a replay that is not opened from the list of games played.
pub(in crate::shell) fn open_from_outside(
    world: &mut World,
    file: &ReplayFile,
    of: ReplaySource,
) -> Result<(), PlainError> {
    open_replay(world, file, of)?;
    set_way_back(world, file.game());
    Ok(())
}

/// Lets the list of games played, to which a replay of a game leads, lead back to where the player is now.
fn set_way_back(world: &mut World, game: &str) {
    let active = world.resource::<ActiveGame>().0;
    let here = *world.resource::<State<Screen>>().get();
    let (screen, behind) = match here {
        // The replay was opened from the list itself.
        Screen::Played => return,
        // The replay takes the place of a game of its kind, and a game that has ended or is no game of its own, such as
        // another replay, would only lead here again.
        Screen::Play => {
            let is_left = |card: &GameCard| card.key != game && (card.save_state)(world).is_some();
            match active_card(world).filter(is_left) {
                Some(card) => (here, Some(card.key)),
                None => (Screen::Title, None),
            }
        }
        // A run ends when its theatre is left.
        Screen::Theatre if active.is_some() => (Screen::Setup, active),
        Screen::Theatre => (Screen::Title, None),
        _ => (here, active),
    };
    set_behind::<Played>(world, screen, behind);
}

/// Shows the replay whose line of text, or a link to which, is in the clipboard.
pub(super) fn open_clipboard(world: &mut World) {
    let clipboard = world.get_resource_mut::<Clipboard>();
    let text = clipboard.and_then(|mut clipboard| clipboard.fetch_text().poll_result()?.ok());
    match text.filter(|text| !text.trim().is_empty()) {
        Some(text) => show_failure_of(world, |world| open_line(world, &text)),
        None => show_phrase(world, "played.nothing_copied"),
    }
}

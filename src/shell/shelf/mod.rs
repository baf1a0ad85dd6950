//! The shelf: all things that the player has kept, of all games, as cards with pictures. The search of the player is in
//! [`Shelf`]; the cards follow from it and from the things that were found in the libraries.

mod act;
mod cards;
mod detail;
mod list;
mod picture;
mod runs;

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

pub use act::{look_at, play, put_back, remove, rename, text_of};
pub use list::{NEWEST, are_things_read, kept_creature, name_of};

use super::catalogue::{
    self, Catalogue, Finder, PAGE_HEIGHT, add_catalogue, spawn_back_button, spawn_empty,
    spawn_game_choices, spawn_search, spawn_turner,
};
use super::games::{GameCard, Games};
use super::notice::show_failure_of;
use super::screen::Screen;
use super::theatre::run_file::RunKinds;
use super::theme::bind::VisibleWhen;
use super::theme::paint_task::PaintWork;
use super::theme::palette;
use super::theme::sprites::Sprites;
use super::theme::widget::{TextSize, choices, label, stack};
use crate::base::PlainError;
use crate::generation::{Creature, Picture};
use crate::session::{FileName, Folders, Library, MAX_NAME, Moment, SavedLabel};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Shelf>()
        .init_resource::<ShelfKinds>()
        .add_plugins((list::plugin, runs::plugin))
        .add_systems(OnEnter(Screen::Shelf), spawn_page);
    add_catalogue::<Shelf>(app);
}

/// The picture of a thing.
#[derive(Clone)]
pub enum Drawing {
    /// A picture, as in the theatre.
    Picture(Picture),
    /// The bytes of the PNG file beside the thing; empty if there is none.
    Painted(Vec<u8>),
}

/// The content of the file of a thing.
pub struct ThingContent {
    /// The picture of the thing.
    pub drawing: Drawing,
    /// The creature that the thing is, if it is one.
    pub creature: Option<Creature>,
    /// The number of things in the file, of which the first one is shown and played.
    pub count: usize,
    /// The key of the problem, if the thing is a run. It decides to which game the run belongs.
    pub problem: Option<String>,
}

impl ThingContent {
    /// Whether the thing is a run whose file has no picture beside it.
    fn lacks_picture(&self) -> bool {
        matches!(&self.drawing, Drawing::Painted(bytes) if bytes.is_empty())
    }
}

/// A kind of things that are kept. Games add their kinds, and each editor adds its own.
#[derive(Clone, Copy)]
pub struct ShelfKind {
    /// The key of the game; `None` for runs, whose files name the problem and so the game.
    pub game: Option<&'static str>,
    /// The key of the name of the kind.
    pub name: &'static str,
    /// The library in which such things are kept.
    pub library: fn(&Folders) -> Library,
    /// Reads a file in the background. The error names the file and the fault in it.
    pub read: fn(&Path) -> Result<ThingContent, PlainError>,
    /// Starts a game with a thing or against it; `None` if it can only be looked at.
    pub play: Option<fn(&mut World, &Path) -> Result<(), PlainError>>,
    /// Shows a thing on a page where it can be changed.
    pub look: fn(&mut World, &Path) -> Result<(), PlainError>,
    /// Returns the text that gives the thing to another player.
    pub text: fn(&World, &Path) -> Result<String, PlainError>,
}

/// All kinds of things that are kept.
#[derive(Resource, Default)]
pub struct ShelfKinds(pub Vec<ShelfKind>);

/// Adds a kind of things that are kept.
pub fn add_shelf_kind(app: &mut App, kind: ShelfKind) {
    let mut kinds = app.world_mut().get_resource_or_init::<ShelfKinds>();
    kinds.0.push(kind);
}

/// A thing on the shelf.
pub struct Thing {
    /// Its kind.
    pub kind: ShelfKind,
    /// The name of its file.
    pub file: FileName,
    /// The path of its file.
    pub path: PathBuf,
    /// The time at which the file was written.
    pub written: Moment,
    /// The content of the file, or the reason why it cannot be read.
    pub content: Result<ThingContent, PlainError>,
}

impl Thing {
    /// Returns the creature that the thing is, if it is one.
    pub fn creature(&self) -> Option<Creature> {
        self.content.as_ref().ok()?.creature
    }

    /// Returns the game to which the thing belongs.
    fn game(&self, world: &World) -> Option<GameCard> {
        let of_run = || {
            let problem = self.content.as_ref().ok()?.problem.as_ref()?;
            let kinds = world.resource::<RunKinds>().0.iter();
            kinds
                .clone()
                .find(|kind| kind.key == problem)
                .map(|kind| kind.game)
        };
        let game = self.kind.game.or_else(of_run)?;
        world.resource::<Games>().find(game)
    }
}

/// A thing that was removed, as the names and the bytes of its files.
type Removed = Vec<(PathBuf, Vec<u8>)>;

/// The things on the shelf, and the search of the player.
#[derive(Resource, Default, Deref, DerefMut)]
pub struct Shelf {
    /// All things that are kept.
    things: Vec<Thing>,
    /// Their places in the list, by the paths of their files. Many widgets look for their things in each frame.
    places: HashMap<PathBuf, usize>,
    /// The name of the kind that is shown; `None` for all kinds.
    pub kind: Option<&'static str>,
    /// The things that are found, by the paths of their files.
    #[deref]
    paths: Finder<PathBuf>,
    /// The creatures among them that were kept last, the newest first.
    pub newest: Vec<Creature>,
    /// The thing that was removed last, with its label.
    removed: Option<(Removed, Option<SavedLabel>)>,
}

impl Shelf {
    /// Returns all things that are kept.
    pub fn things(&self) -> &[Thing] {
        &self.things
    }

    /// Returns the thing in a file.
    pub fn thing(&self, path: &Path) -> Option<&Thing> {
        self.things.get(*self.places.get(path)?)
    }

    fn set_things(&mut self, things: Vec<Thing>) {
        let paths = things.iter().map(|thing| thing.path.clone());
        self.places = paths.zip(0..).collect();
        self.things = things;
    }

    fn chosen_thing(&self) -> Option<&Thing> {
        self.thing(self.chosen.as_ref()?)
    }
}

impl Catalogue for Shelf {
    type Id = PathBuf;
    const SCREEN: Screen = Screen::Shelf;
    const PER_PAGE: usize = cards::CARDS;
    const MAX_NAME: usize = MAX_NAME;

    fn choose_game(&mut self, game: Option<&'static str>) {
        (self.game, self.kind, self.first) = (game, None, 0);
    }

    fn name_of(world: &World, path: &PathBuf) -> String {
        let thing = world.resource::<Shelf>().thing(path);
        thing.map_or(String::new(), |thing| name_of(world, thing))
    }

    fn rename(world: &mut World, path: &PathBuf, name: &str) {
        show_failure_of(world, |world| act::rename(world, path, name));
    }

    fn paint(world: &World, path: &PathBuf, side: f32) -> Option<PaintWork> {
        let thing = world.resource::<Shelf>().thing(path)?;
        let content = thing.content.as_ref().ok();
        let content = content.filter(|content| !content.lacks_picture())?;
        let drawing = content.drawing.clone();
        let sprites = world.resource::<Sprites>().painter();
        Some(Box::new(move || picture::image_of(&drawing, side, sprites)))
    }
}

/// Opens the page on all things, or on those of a game.
pub fn open(world: &mut World, game: Option<&'static str>) {
    catalogue::open::<Shelf>(world, game);
}

fn spawn_page(
    mut commands: Commands,
    games: Res<Games>,
    kinds: Res<ShelfKinds>,
    mut shelf: ResMut<Shelf>,
) {
    shelf.search.clear();
    let page = Node {
        min_height: px(PAGE_HEIGHT),
        padding: UiRect::axes(px(26), px(18)),
        ..stack(FlexDirection::Column, 10.0)
    };
    catalogue::spawn_page::<Shelf>(&mut commands, "Shelf", page, |page| {
        spawn_header(page);
        spawn_games(page, &games.0);
        spawn_kinds(page, &kinds.0);
        spawn_body(page);
        list::spawn_footer(page);
    });
}

fn line() -> Node {
    Node {
        align_items: AlignItems::Center,
        flex_wrap: FlexWrap::Wrap,
        row_gap: px(6),
        ..stack(FlexDirection::Row, 8.0)
    }
}

fn spawn_header(page: &mut ChildSpawnerCommands) {
    let node = Node {
        justify_content: JustifyContent::SpaceBetween,
        ..line()
    };
    page.spawn(node).with_children(|row| {
        row.spawn(label("shelf.title", TextSize::Head, palette::PAPER));
        spawn_back_button::<Shelf>(row);
    });
}

/// Spawns the buttons with which one of the games is chosen, and the field for the words that are looked for.
fn spawn_games(page: &mut ChildSpawnerCommands, games: &[GameCard]) {
    page.spawn(line()).with_children(|row| {
        spawn_game_choices::<Shelf>(row, games);
        let search = Node {
            margin: UiRect::left(auto()),
            ..line()
        };
        row.spawn(search)
            .with_children(|row| spawn_search(row, 220.0, ""));
    });
}

/// Spawns the buttons with which one of the kinds is chosen: the kinds of the chosen game, and those that belong to no
/// single game.
fn spawn_kinds(page: &mut ChildSpawnerCommands, kinds: &[ShelfKind]) {
    page.spawn(line()).with_children(|row| {
        let all = std::iter::once((None, "shelf.everything", None));
        let each = kinds
            .iter()
            .map(|kind| (kind.game, kind.name, Some(kind.name)));
        for (game, caption, kind) in all.chain(each) {
            let is_of_game = move |world: &World| {
                let chosen = world.resource::<Shelf>().game;
                chosen.is_none() || game.is_none() || game == chosen
            };
            row.spawn((Node::default(), VisibleWhen::new(is_of_game)))
                .with_children(|cell| {
                    choices(
                        cell,
                        [(caption, kind)],
                        |world, kind| world.resource::<Shelf>().kind == kind,
                        |world, kind| {
                            let mut shelf = world.resource_mut::<Shelf>();
                            (shelf.kind, shelf.first) = (kind, 0);
                        },
                    );
                });
        }
    });
}

/// Spawns the cards with the details of the chosen thing beside them.
fn spawn_body(page: &mut ChildSpawnerCommands) {
    let body = Node {
        flex_grow: 1.0,
        ..stack(FlexDirection::Row, 20.0)
    };
    page.spawn(body).with_children(|body| {
        let cards = Node {
            width: px(cards::WIDTH),
            flex_shrink: 0.0,
            ..stack(FlexDirection::Column, 8.0)
        };
        body.spawn(cards).with_children(|column| {
            cards::spawn(column);
            spawn_turner::<Shelf>(column);
        });
        spawn_empty::<Shelf>(body, list::empty_text);
        detail::spawn(body);
    });
}

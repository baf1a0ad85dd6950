//! The page of the games that were played: a list of replays, and the statistics. The search of the player is in
//! [`Played`]; the rows follow from it and from the replays that are kept.

mod courses;
mod detail;
mod figures;
mod forget_results;
mod list;
mod row;
mod share;
mod statistics;

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

pub(super) use row::result_text;
pub(super) use share::open_from_outside;
pub use share::{open_line, open_link};

use super::catalogue::{
    self, Catalogue, DENSITY, Finder, PAGE_HEIGHT, add_catalogue, spawn_back_button,
    spawn_game_choices, spawn_search,
};
use super::games::{GameCard, Games};
use super::screen::Screen;
use super::theme::bind::{SelectedWhen, VisibleWhen};
use super::theme::paint::Canvas;
use super::theme::paint_task::PaintWork;
use super::theme::palette;
use super::theme::sprites::Sprites;
use super::theme::widget::{TextSize, choice, choices, in_row, label, stack};
use crate::session::replay::{MAX_NAME, kept};
use crate::session::{FileName, Replays};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Played>()
        .add_plugins((list::plugin, row::plugin, statistics::plugin))
        .add_systems(OnEnter(Screen::Played), spawn_page);
    add_catalogue::<Played>(app);
}

/// The tabs of the page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PlayedTab {
    /// The list of games.
    #[default]
    Games,
    /// The statistics.
    Statistics,
}

/// The search of the player, and the replays that are found.
#[derive(Resource, Default, Deref, DerefMut)]
pub struct Played {
    /// The tab that is shown.
    pub tab: PlayedTab,
    /// Whether only replays with a star are shown.
    pub starred: bool,
    /// The replays that are found.
    #[deref]
    replays: Finder<FileName>,
}

impl Catalogue for Played {
    type Id = FileName;
    const SCREEN: Screen = Screen::Played;
    const PER_PAGE: usize = row::ROWS;
    const MAX_NAME: usize = MAX_NAME;

    fn name_of(world: &World, name: &FileName) -> String {
        let file = world.resource::<Replays>().get(name);
        file.map_or(String::new(), |file| file.name.clone())
    }

    fn rename(world: &mut World, name: &FileName, to: &str) {
        kept::rename(world, name, to);
    }

    fn paint(world: &World, name: &FileName, side: f32) -> Option<PaintWork> {
        let sprites = world.resource::<Sprites>();
        let file = world.resource::<Replays>().get(name)?;
        let picture = file.thumbnail(&|name| sprites.named(name));
        let sprites = sprites.painter();
        Some(Box::new(move || {
            let canvas = Canvas::of_picture(&picture, side as u32, DENSITY, sprites)?;
            Some(canvas.image())
        }))
    }
}

/// Opens the page; `game` is the game whose replays are shown, `None` for all games.
pub fn open(world: &mut World, game: Option<&'static str>) {
    catalogue::open::<Played>(world, game);
}

fn is_tab(tab: PlayedTab) -> VisibleWhen {
    VisibleWhen::new(move |world| world.resource::<Played>().tab == tab)
}

fn spawn_page(mut commands: Commands, games: Res<Games>, played: Res<Played>) {
    let page = Node {
        height: px(PAGE_HEIGHT),
        padding: UiRect::axes(px(26), px(20)),
        ..stack(FlexDirection::Column, 12.0)
    };
    let tab = |of: PlayedTab| {
        let node = Node {
            flex_grow: 1.0,
            min_height: px(0),
            ..stack(FlexDirection::Column, 12.0)
        };
        (node, is_tab(of))
    };
    catalogue::spawn_page::<Played>(&mut commands, "Played", page, |page| {
        spawn_header(page);
        spawn_games(page, &games.0, &played.search);
        page.spawn(tab(PlayedTab::Games)).with_children(list::spawn);
        page.spawn(tab(PlayedTab::Statistics))
            .with_children(statistics::spawn);
    });
}

fn spawn_header(page: &mut ChildSpawnerCommands) {
    page.spawn(Node {
        align_items: AlignItems::Center,
        justify_content: JustifyContent::SpaceBetween,
        ..default()
    })
    .with_children(|row| {
        row.spawn(label("played.title", TextSize::Head, palette::PAPER));
        in_row(row, 8.0, |halves| {
            choices(
                halves,
                [
                    ("played.games", PlayedTab::Games),
                    ("played.statistics", PlayedTab::Statistics),
                ],
                |world, tab| world.resource::<Played>().tab == tab,
                |world, tab| world.resource_mut::<Played>().tab = tab,
            );
        });
        spawn_back_button::<Played>(row);
    });
}

/// Spawns the buttons with which one of the games is chosen, and the widgets that narrow the list further.
fn spawn_games(page: &mut ChildSpawnerCommands, games: &[GameCard], words: &str) {
    page.spawn(Node {
        align_items: AlignItems::Center,
        flex_wrap: FlexWrap::Wrap,
        ..stack(FlexDirection::Row, 8.0)
    })
    .with_children(|row| {
        spawn_game_choices::<Played>(row, games);
        let narrow = Node {
            margin: UiRect::left(auto()),
            align_items: AlignItems::Center,
            ..stack(FlexDirection::Row, 8.0)
        };
        row.spawn((narrow, is_tab(PlayedTab::Games)))
            .with_children(|narrow| {
                let starred = SelectedWhen::new(|world| world.resource::<Played>().starred);
                choice(narrow, "played.starred", starred, |world| {
                    let mut played = world.resource_mut::<Played>();
                    (played.starred, played.first) = (!played.starred, 0);
                });
                spawn_search(narrow, 240.0, words);
            });
        let at_end = Node {
            margin: UiRect::left(auto()),
            ..default()
        };
        row.spawn((at_end, is_tab(PlayedTab::Statistics)))
            .with_children(forget_results::spawn);
    });
}

//! The page of the games that were played: a list of replays, and the statistics. What the player looks for is in
//! [`Played`]; the rows follow from it and from the replays that are kept.

mod anew;
mod detail;
mod figures;
mod list;
mod row;
mod share;
mod statistics;

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::input_focus::tab_navigation::TabGroup;
use bevy::prelude::*;

pub(super) use row::result_text;
pub use share::open_line;
pub(super) use share::open_text;

use super::games::{GameCard, Games};
use super::screen::{Menu, Screen};
use super::theme::bind::SelectedWhen;
use super::theme::bind::VisibleWhen;
use super::theme::palette;
use super::theme::scroll::{scroll_page, whole_page};
use super::theme::widget::{
    ButtonStyle, TextSize, button, choice, choices, in_row, label, panel, stack,
};
use crate::session::FileName;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Played>()
        .add_plugins((
            anew::plugin,
            list::plugin,
            row::plugin,
            detail::plugin,
            statistics::plugin,
        ))
        .add_systems(OnEnter(Screen::Played), spawn_page);
}

/// The halves of the page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Half {
    /// The list of games.
    #[default]
    Games,
    /// The statistics.
    Statistics,
}

/// What the player looks for, and what is found.
#[derive(Resource, Default)]
pub struct Played {
    /// The half of the page that is shown.
    pub half: Half,
    /// The game whose replays are shown; `None` for all games.
    pub game: Option<&'static str>,
    /// Whether only replays with a star are shown.
    pub starred: bool,
    /// The words that are looked for.
    pub search: String,
    /// The first replay that is shown, counted from the newest that was found.
    first: usize,
    /// The replays that were found, the newest first.
    pub found: Vec<FileName>,
    /// The replay that is chosen.
    pub chosen: Option<FileName>,
    /// The screen from which the page was opened.
    from: Screen,
}

/// Opens the page; `game` is the game whose replays are shown, or all of them.
pub fn open(world: &mut World, game: Option<&'static str>) {
    let from = *world.resource::<State<Screen>>().get();
    let mut played = world.resource_mut::<Played>();
    (played.game, played.first, played.from) = (game, 0, from);
    world
        .resource_mut::<NextState<Screen>>()
        .set(Screen::Played);
}

/// Returns the screen that lies behind the page.
pub(super) fn screen_behind(played: &Played) -> Screen {
    played.from
}

/// The width and the height of the page, in interface pixels.
const PAGE: Vec2 = Vec2::new(1_210.0, 676.0);

fn is_half(half: Half) -> VisibleWhen {
    VisibleWhen::new(move |world| world.resource::<Played>().half == half)
}

fn spawn_page(mut commands: Commands, games: Res<Games>) {
    let root = (
        Name::new("Played"),
        TabGroup::new(0),
        DespawnOnExit(Screen::Played),
        Node {
            width: percent(100),
            height: percent(100),
            ..default()
        },
        VisibleWhen::new(|world| *world.resource::<State<Menu>>().get() == Menu::None),
    );
    let whole = Node {
        align_items: AlignItems::Center,
        justify_content: JustifyContent::Center,
        ..whole_page()
    };
    let page = Node {
        width: px(PAGE.x),
        height: px(PAGE.y),
        flex_shrink: 0.0,
        padding: UiRect::axes(px(26), px(20)),
        ..stack(FlexDirection::Column, 12.0)
    };
    let half = |of: Half| {
        let node = Node {
            flex_grow: 1.0,
            min_height: px(0),
            ..stack(FlexDirection::Column, 12.0)
        };
        (node, is_half(of))
    };
    commands.spawn(root).with_children(|root| {
        scroll_page(root, whole, |root| {
            root.spawn(panel(page)).with_children(|page| {
                spawn_header(page);
                spawn_games(page, &games.0);
                page.spawn(half(Half::Games)).with_children(list::spawn);
                page.spawn(half(Half::Statistics))
                    .with_children(statistics::spawn);
            });
        });
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
                    ("played.games", Half::Games),
                    ("played.statistics", Half::Statistics),
                ],
                |world, half| world.resource::<Played>().half == half,
                |world, half| world.resource_mut::<Played>().half = half,
            );
        });
        button(row, ButtonStyle::Plain, "play.back", |world| {
            let behind = screen_behind(world.resource::<Played>());
            world.resource_mut::<NextState<Screen>>().set(behind);
        });
    });
}

/// Spawns the games of which one can be chosen, and what narrows the list further.
fn spawn_games(page: &mut ChildSpawnerCommands, games: &[GameCard]) {
    page.spawn(Node {
        align_items: AlignItems::Center,
        flex_wrap: FlexWrap::Wrap,
        ..stack(FlexDirection::Row, 8.0)
    })
    .with_children(|row| {
        let all = std::iter::once(("played.all", None));
        let each = games.iter().map(|card| (card.words.name, Some(card.key)));
        choices(
            row,
            all.chain(each),
            |world, game| world.resource::<Played>().game == game,
            |world, game| {
                let mut played = world.resource_mut::<Played>();
                (played.game, played.first) = (game, 0);
            },
        );
        let narrow = Node {
            margin: UiRect::left(auto()),
            align_items: AlignItems::Center,
            ..stack(FlexDirection::Row, 8.0)
        };
        row.spawn((narrow, is_half(Half::Games)))
            .with_children(|narrow| {
                let starred = SelectedWhen::new(|world| world.resource::<Played>().starred);
                choice(narrow, "played.starred", starred, |world| {
                    let mut played = world.resource_mut::<Played>();
                    (played.starred, played.first) = (!played.starred, 0);
                });
                list::spawn_search(narrow);
            });
        let at_end = Node {
            margin: UiRect::left(auto()),
            ..default()
        };
        row.spawn((at_end, is_half(Half::Statistics)))
            .with_children(anew::spawn);
    });
}

//! The statistics: figures, charts and a table, for one game or for all.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;
use bevy::tasks::futures::check_ready;
use bevy::tasks::{AsyncComputeTaskPool, Task};

use super::{Played, PlayedTab, figures};
use crate::base::{PlainError, catch_panic};
use crate::plot::{Part, Phrases};
use crate::session::older_games::OlderGames;
use crate::session::played::PlayedGames;
use crate::session::skill::Skills;
use crate::session::statistics::Statistics;
use crate::session::{ReplayFile, Replays};
use crate::shell::games::{GameCard, Games};
use crate::shell::language::Language;
use crate::shell::screen::Screen;
use crate::shell::settings::Settings;
use crate::shell::theme::look::Look;
use crate::shell::theme::palette;
use crate::shell::theme::plot::{PlotImage, spawn_plot};
use crate::shell::theme::report::{spawn_part, words_node};
use crate::shell::theme::scroll::spawn_filled_area;
use crate::shell::theme::widget::{TextSize, label, stack, text_font};
use crate::shell::words::Words;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (show_figures, show_plot)
            .chain()
            .run_if(in_state(Screen::Played)),
    );
}

/// The width of the charts, in interface pixels.
const PLOT: f32 = 920.0;

/// The place of the statistics, with the game, the language and the look that are shown.
#[derive(Component, Default)]
struct StatisticsArea(Option<(Option<&'static str>, Language, Look)>);

/// The place of the charts, which are drawn in the background.
#[derive(Component)]
struct ChartTask(Task<Result<PlotImage, PlainError>>);

/// Spawns the place of the statistics, which [`show_figures`] fills.
pub(super) fn spawn(tab: &mut ChildSpawnerCommands) {
    spawn_filled_area(tab, 16.0, StatisticsArea::default());
}

/// The chosen game, or all games.
fn cards(games: &Games, game: Option<&str>) -> Vec<GameCard> {
    let is_chosen = |card: &&GameCard| game.is_none_or(|game| card.key == game);
    games.0.iter().filter(is_chosen).copied().collect()
}

/// Shows the figures of the chosen game, and begins to draw its charts.
fn show_figures(
    games: Res<Games>,
    played: Res<Played>,
    results: Res<Statistics>,
    (past, older, replays): (Res<PlayedGames>, Res<OlderGames>, Res<Replays>),
    skills: Res<Skills>,
    words: Res<Words>,
    settings: Res<Settings>,
    mut sheets: Query<(Entity, &mut StatisticsArea)>,
    mut commands: Commands,
) {
    let look = settings.look();
    let wanted = Some((played.game, words.language(), look));
    for (entity, mut sheet) in &mut sheets {
        if results.is_changed() || replays.is_changed() {
            sheet.0 = None;
        }
        if played.tab != PlayedTab::Statistics || sheet.0 == wanted {
            continue;
        }
        sheet.0 = wanted;
        let cards = cards(&games, played.game);
        let figures = figures::Figures::of(&cards, &results, &past, &older);
        let kept = replays.newest_first().into_iter();
        let is_chosen = |file: &ReplayFile| cards.iter().any(|card| card.key == file.game());
        let kept = kept.filter(|(_, file)| is_chosen(file)).count();
        let uncounted = match figures.uncounted(kept) {
            0 => None,
            count => Some(words.fill("played.uncounted", &[("count", count.to_string())])),
        };
        let figures = figures.texts(&words);
        let table = figures::table(&cards, &results, &words);
        let phrase = |key: &str, values: &[(&str, String)]| words.fill(key, values);
        let charts = figures::Charts::of(&cards, &past, &skills, &phrase);
        commands
            .entity(entity)
            .despawn_children()
            .with_children(|sheet| {
                spawn_figures(sheet, figures);
                if let Some(text) = uncounted {
                    let look = (text_font(TextSize::Small), TextColor(palette::MIST));
                    sheet.spawn((Text::new(text), look));
                }
                spawn_charts(sheet, charts, (look, words.language()));
                if !table.rows.is_empty() {
                    spawn_part(sheet, &Part::Table(table));
                }
            });
    }
}

/// Begins to draw the charts, and spawns the place for them; without charts it spawns a word about that.
fn spawn_charts(
    sheet: &mut ChildSpawnerCommands,
    charts: Option<figures::Charts>,
    (look, language): (Look, Language),
) {
    let Some(charts) = charts else {
        let too_few = "played.chart.too_few";
        sheet.spawn(label(too_few, TextSize::Body, palette::MIST));
        return;
    };
    let task = AsyncComputeTaskPool::get().spawn(async move {
        let words = Words::of(language);
        let phrase: Phrases = &|key, values| words.fill(key, values);
        catch_panic(|| PlotImage::of(&charts.plot(), look, phrase))?
    });
    let place = Node {
        width: px(PLOT),
        align_items: AlignItems::FlexStart,
        ..default()
    };
    sheet.spawn((ChartTask(task), place));
}

fn spawn_figures(sheet: &mut ChildSpawnerCommands, figures: Vec<(&'static str, String)>) {
    let node = Node {
        flex_wrap: FlexWrap::Wrap,
        ..stack(FlexDirection::Row, 12.0)
    };
    sheet.spawn(node).with_children(|row| {
        for (caption, value) in figures {
            let tile = Node {
                min_width: px(150),
                padding: UiRect::axes(px(16), px(10)),
                border_radius: BorderRadius::all(px(10)),
                ..stack(FlexDirection::Column, 2.0)
            };
            row.spawn((tile, BackgroundColor(palette::RAISED)))
                .with_children(|tile| {
                    tile.spawn(label(caption, TextSize::Small, palette::MIST));
                    let look = (text_font(TextSize::Head), TextColor(palette::PAPER));
                    tile.spawn((Text::new(value), look));
                });
        }
    });
}

/// Shows the charts when they are drawn.
fn show_plot(
    mut images: ResMut<Assets<Image>>,
    mut drawings: Query<(Entity, &mut ChartTask)>,
    mut commands: Commands,
) {
    for (entity, mut drawing) in &mut drawings {
        let Some(drawn) = check_ready(&mut drawing.0) else {
            continue;
        };
        let mut place = commands.entity(entity);
        place.remove::<ChartTask>();
        place.with_children(|place| match drawn {
            Ok(plot) => spawn_plot(place, &mut images, &plot),
            Err(why) => {
                place.spawn(words_node(why.to_string(), palette::FAULT));
            }
        });
    }
}

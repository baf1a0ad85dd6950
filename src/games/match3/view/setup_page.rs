//! The setup of a level: difficulty, board, goal, special cells, seed.

use std::sync::Arc;

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::spoken::kind_text;
use super::{KINDS, editor, evolution, journey_map, person_row};
use crate::games::match3::evolve;
use crate::games::match3::journey::{self, PlayerJourney};
use crate::games::match3::level::{
    Difficulty, GoalKind, KindGenes, LevelProblem, Mode, Order, Rate, Setup, Symmetry, patterns,
};
use crate::games::match3::rules::{Colour, Kind, Match3, Size as BoardSize};
use crate::generation::task::background_run;
use crate::generation::{Seed, WatchedRun};
use crate::session::Game;
use crate::shell::access::spoken_choice;
use crate::shell::games::active;
use crate::shell::screen::Screen;
use crate::shell::settings::Settings;
use crate::shell::table::NewGame;
use crate::shell::table::new_game::{self, SetupSeed};
use crate::shell::table::setup_page::{self, further_rows, row};
use crate::shell::theme::bind::{SelectedWhen, VisibleWhen};
use crate::shell::theme::palette;
use crate::shell::theme::sprites::Sprites;
use crate::shell::theme::tooltip::explained_label;
use crate::shell::theme::widget::{
    ButtonStyle, TextSize, bare_button, bound_text, button, choices, label, spoken_name, stepper,
};
use crate::shell::words::Words;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<SetupPage>().add_systems(
        OnEnter(Screen::Setup),
        open_page
            .after(setup_page::spawn_setup_page::<Match3>)
            .run_if(active(Match3::KEY)),
    );
}

/// A tab of the setup page: one way to play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SetupPageTab {
    /// One level.
    #[default]
    Level,
    /// Points without end.
    Endless,
    /// Points against the clock.
    Timed,
    /// The journey.
    Journey,
    /// An atlas of levels, any of which can be played.
    Atlas,
}

impl SetupPageTab {
    /// All tabs, in the order in which settings count them.
    pub const ALL: [SetupPageTab; 5] = [
        SetupPageTab::Level,
        SetupPageTab::Endless,
        SetupPageTab::Timed,
        SetupPageTab::Journey,
        SetupPageTab::Atlas,
    ];
}

/// The state of the setup page beside the new game.
#[derive(Resource, Default)]
struct SetupPage {
    tab: SetupPageTab,
    /// The seed that the page has offered. A player who typed another one wants the level that it gives everybody.
    offered_seed: Option<Seed>,
}

/// The tab that the page shows.
pub(super) fn tab(world: &World) -> SetupPageTab {
    world.resource::<SetupPage>().tab
}

/// Whether the seed of the new game is the one that was offered, and not typed by the player.
pub(super) fn has_offered_seed(world: &World) -> bool {
    world.resource::<SetupPage>().offered_seed == Some(world.resource::<SetupSeed>().0)
}

fn setup(world: &World) -> &Setup {
    new_game::setup::<Match3>(world)
}

/// Changes the new game. The setup may be unplayable for a while, for instance without any kind of special cells; the
/// main button refuses such a setup.
fn change(world: &mut World, change: impl FnOnce(&mut Setup)) {
    new_game::change::<Match3>(world, change);
}

/// Changes the wanted potential and the success rate; the player's other choices stay.
pub(super) fn set_rate(setup: &mut Setup, rate: Rate) {
    setup.wanted = rate.wanted(setup.size);
    setup.success = rate.success;
}

/// Changes the size. The wanted potential stays the same part of all patterns, so that the difficulty stays.
fn set_size(setup: &mut Setup, rows: i32, cols: i32) {
    let (r, c): (u8, u8) = setup.size.into();
    let side = |now: u8, step: i32| (i32::from(now) + step).clamp(5, 12) as u8;
    if let Ok(size) = BoardSize::new(side(r, rows), side(c, cols)) {
        setup.wanted = setup.wanted * patterns(size) / patterns(setup.size).max(1);
        setup.tolerance = Setup::default_tolerance(size);
        setup.size = size;
    }
}

/// Shows the tab that the settings name, and remembers the seed that the page offers.
fn open_page(
    settings: Res<Settings>,
    seed: Res<SetupSeed>,
    mut page: ResMut<SetupPage>,
    mut game: ResMut<NewGame<Match3>>,
) {
    let number = settings.pages.get(Match3::KEY).copied().unwrap_or(0);
    let tab = SetupPageTab::ALL.get(usize::from(number)).copied();
    page.tab = tab.unwrap_or_default();
    page.offered_seed = Some(seed.0);
    set_mode(&mut game.setup, page.tab);
}

/// Fills the setup page.
pub(super) fn fill(page: &mut ChildSpawnerCommands, sprites: &Sprites) {
    tabs(page);
    difficulty(page);
    let person = person_row::spawn(page);
    shown(page, person, |tab| tab == SetupPageTab::Level);
    further_rows(page, |page| {
        wanted(page);
        board(page);
        goal(page);
        kinds(page, sprites);
    });
    atlas(page);
    journey_map::spawn(page, sprites, on_tab(|tab| tab == SetupPageTab::Journey));
}

/// Adds what an atlas is.
fn atlas(page: &mut ChildSpawnerCommands) {
    let what = row(page, "match3.setup.mode.atlas", |row| {
        row.spawn(label("match3.atlas.what", TextSize::Body, palette::MIST));
    });
    shown(page, what, |tab| tab == SetupPageTab::Atlas);
}

/// The text beside the seed: the id of the new game. An atlas has none.
pub(super) fn id_text(world: &World) -> String {
    match tab(world) {
        SetupPageTab::Atlas => String::new(),
        _ => new_game::origin::<Match3>(world).id().to_string(),
    }
}

fn on_tab(test: fn(SetupPageTab) -> bool) -> VisibleWhen {
    VisibleWhen::new(move |world| test(tab(world)))
}

/// Whether the tab is about one game with one board.
fn is_one_game(tab: SetupPageTab) -> bool {
    matches!(
        tab,
        SetupPageTab::Level | SetupPageTab::Endless | SetupPageTab::Timed
    )
}

/// Whether the tab is about boards that the player describes.
fn has_boards(tab: SetupPageTab) -> bool {
    is_one_game(tab) || tab == SetupPageTab::Atlas
}

fn shown(page: &mut ChildSpawnerCommands, row: Entity, test: fn(SetupPageTab) -> bool) {
    page.commands_mut().entity(row).insert(on_tab(test));
}

/// The run of the level that the page asks for.
pub(super) fn preview(world: &World) -> Option<Arc<dyn WatchedRun>> {
    let is_one_board = matches!(
        tab(world),
        SetupPageTab::Level | SetupPageTab::Endless | SetupPageTab::Timed
    );
    let origin = new_game::origin::<Match3>(world);
    if !is_one_board || origin.setup.check().is_err() {
        return None;
    }
    let problem = LevelProblem::new(origin.setup);
    Some(background_run(problem, origin.search, origin.seed).ok()?)
}

/// Does the action of the main button.
pub(super) fn begin(world: &mut World) -> Result<(), String> {
    match tab(world) {
        SetupPageTab::Level | SetupPageTab::Endless | SetupPageTab::Timed => {
            let is_varied = has_offered_seed(world);
            evolve::evolve_new_game(world, is_varied)
        }
        SetupPageTab::Journey => journey::open_next_stop(world),
        SetupPageTab::Atlas => evolve::evolve_atlas(world),
    }
}

/// Evolves another level of a setup that was played, with a new seed.
pub(super) fn evolve_another(world: &mut World, played: Setup) -> Result<(), String> {
    // The played setup may contain a board, but the next board is to be evolved.
    world.resource_mut::<NewGame<Match3>>().setup = Setup {
        board: None,
        given: None,
        ..played
    };
    let seed = Seed::fresh();
    world.resource_mut::<SetupPage>().offered_seed = Some(seed);
    world.resource_mut::<SetupSeed>().0 = seed;
    evolve::evolve_new_game(world, true)
}

/// The text of the main button.
pub(super) fn begin_text(world: &World) -> String {
    let words = world.resource::<Words>();
    match tab(world) {
        SetupPageTab::Level | SetupPageTab::Endless | SetupPageTab::Timed => {
            words.get("match3.setup.generate")
        }
        SetupPageTab::Atlas => words.get("match3.setup.evolve_atlas"),
        SetupPageTab::Journey => {
            let journey = &world.resource::<PlayerJourney>().0;
            let reached = journey.stops.len() > journey.next_index() as usize;
            let key = if reached {
                "match3.journey.retry"
            } else {
                "match3.journey.go"
            };
            words.fill(key, &[("number", (journey.next_index() + 1).to_string())])
        }
    }
}

/// Seconds to choose from, against the clock.
const SECONDS: [u16; 4] = [60, 120, 180, 300];

/// Adds the row that chooses the tab.
fn tabs(page: &mut ChildSpawnerCommands) {
    row(page, "match3.setup.mode", |row| {
        choices(
            row,
            [
                ("match3.setup.mode.level", SetupPageTab::Level),
                ("match3.endless", SetupPageTab::Endless),
                ("match3.timed", SetupPageTab::Timed),
                ("match3.setup.mode.journey", SetupPageTab::Journey),
                ("match3.setup.mode.atlas", SetupPageTab::Atlas),
            ],
            |world, wanted| tab(world) == wanted,
            set_tab,
        );
    });
}

fn set_tab(world: &mut World, tab: SetupPageTab) {
    let mut settings = world.resource_mut::<Settings>();
    settings.pages.insert(Match3::KEY.to_owned(), tab as u8);
    world.resource_mut::<SetupPage>().tab = tab;
    set_mode(&mut world.resource_mut::<NewGame<Match3>>().setup, tab);
}

/// The mode that a tab is about. A time that was chosen before stays.
fn set_mode(setup: &mut Setup, tab: SetupPageTab) {
    setup.mode = match (tab, setup.mode) {
        (SetupPageTab::Endless, _) => Mode::Endless,
        (SetupPageTab::Timed, Mode::Timed(seconds)) => Mode::Timed(seconds),
        (SetupPageTab::Timed, _) => Mode::Timed(SECONDS[1]),
        (SetupPageTab::Level | SetupPageTab::Journey, _) => Mode::Level,
        (SetupPageTab::Atlas, _) => Mode::Level,
    };
}

/// The difficulties, and the success rate, which can be any other one too.
fn difficulty(page: &mut ChildSpawnerCommands) {
    let rates = row(page, "play.difficulty", |row| {
        choices(
            row,
            Difficulty::ALL.map(|level| (level.key(), level)),
            |world, level| {
                let (setup, rate) = (setup(world), Rate::of(level));
                setup.wanted == rate.wanted(setup.size) && setup.success == rate.success
            },
            new_game::choose_difficulty::<Match3>,
        );
        let level = (
            Node {
                column_gap: px(14),
                align_items: AlignItems::Center,
                ..default()
            },
            on_tab(|tab| tab == SetupPageTab::Level),
        );
        row.spawn(level).with_children(|row| {
            stepper(
                row,
                |world| format!("{}%", setup(world).success),
                |world, step| {
                    change(world, |setup| {
                        let success = i32::from(setup.success) + 5 * step;
                        setup.success = success.clamp(5, 95) as u8;
                    });
                },
            );
            let whose = person_row::whose_text;
            row.spawn(bound_text(TextSize::Small, palette::MIST, whose));
        });
    });
    shown(page, rates, is_one_game);
}

/// Adds the row of the swap potential.
fn wanted(page: &mut ChildSpawnerCommands) {
    let wanted = row(page, "match3.setup.wanted", |row| {
        stepper(
            row,
            |world| setup(world).wanted.to_string(),
            |world, step| {
                change(world, |setup| {
                    let most = patterns(setup.size);
                    setup.wanted = setup.wanted.saturating_add_signed(step * 20).min(most);
                });
            },
        );
        let percent = |world: &World| {
            let setup = setup(world);
            let percent = setup.wanted * 100 / patterns(setup.size);
            let values = [("percent", percent.to_string())];
            world.resource::<Words>().fill("match3.setup.open", &values)
        };
        row.spawn(bound_text(TextSize::Small, palette::MIST, percent));
        explained_label(row, "match3.setup.tolerance", TextSize::Body, palette::MIST);
        stepper(
            row,
            |world| format!("± {}", setup(world).tolerance),
            |world, step| {
                change(world, |setup| {
                    setup.tolerance = setup.tolerance.saturating_add_signed(step * 5).min(1_000);
                });
            },
        );
    });
    shown(page, wanted, is_one_game);
}

fn board(page: &mut ChildSpawnerCommands) {
    let size = row(page, "match3.setup.size", |row| {
        let rows = |world: &World| setup(world).size.rows().to_string();
        stepper(row, rows, |world, step| {
            change(world, |setup| set_size(setup, step, 0))
        });
        let cols = |world: &World| setup(world).size.cols().to_string();
        stepper(row, cols, |world, step| {
            change(world, |setup| set_size(setup, 0, step))
        });
        explained_label(row, "match3.setup.colours", TextSize::Body, palette::MIST);
        let colours = |world: &World| setup(world).colours.to_string();
        stepper(row, colours, |world, step| {
            change(world, |setup| {
                let colours = i32::from(setup.colours) + step;
                let range = (i32::from(Colour::MIN), i32::from(Colour::MAX));
                setup.colours = colours.clamp(range.0, range.1) as u8;
            });
        });
        evolution::violation(row);
    });
    shown(page, size, has_boards);
}

/// Adds the row of the goals, which can be combined, and the row of the time.
fn goal(page: &mut ChildSpawnerCommands) {
    let goals = row(page, "match3.goal", |row| {
        choices(
            row,
            [
                ("match3.setup.goal.collect", GoalKind::Collect),
                ("match3.setup.goal.second", GoalKind::Second),
                ("match3.setup.goal.clear", GoalKind::Clear),
                ("match3.setup.goal.score", GoalKind::Score),
            ],
            |world, goal| setup(world).goals.has(goal),
            |world, goal| {
                change(world, |setup| {
                    setup.goals = setup.goals.with(goal, !setup.goals.has(goal));
                });
            },
        );
        row.spawn(label(
            "match3.setup.goal.all",
            TextSize::Small,
            palette::MIST,
        ));
    });
    shown(page, goals, |tab| {
        matches!(tab, SetupPageTab::Level | SetupPageTab::Atlas)
    });
    let time = row(page, "match3.setup.time", |row| {
        let modes = SECONDS.map(|seconds| {
            let caption = move |world: &World| {
                let values = [("minutes", (seconds / 60).to_string())];
                let words = world.resource::<Words>();
                words.fill("match3.setup.minutes", &values)
            };
            (caption, Mode::Timed(seconds))
        });
        choices(
            row,
            modes,
            |world, mode| setup(world).mode == mode,
            |world, mode| {
                change(world, |setup| setup.mode = mode);
            },
        );
    });
    shown(page, time, |tab| tab == SetupPageTab::Timed);
}

fn kinds(page: &mut ChildSpawnerCommands, sprites: &Sprites) {
    let kinds = row(page, "match3.setup.kinds", |row| {
        for kind in Kind::ALL {
            let node = Node {
                width: px(50),
                height: px(50),
                padding: UiRect::all(px(4)),
                border: px(2).all(),
                ..default()
            };
            row.spawn((
                bare_button(ButtonStyle::Chip, node, move |world| {
                    change(world, |setup| {
                        let on = setup.kinds.has(kind);
                        setup.kinds.set(kind, !on);
                    });
                }),
                SelectedWhen::new(move |world| setup(world).kinds.has(kind)),
            ))
            .with_child(spoken_name(move |world: &World| {
                let words = world.resource::<Words>();
                spoken_choice(words, "match3.setup.kinds", kind_text(kind, words))
            }))
            .with_child((
                ImageNode::new(sprites.get(KINDS[kind as usize].name)),
                Node {
                    width: percent(100),
                    height: percent(100),
                    ..default()
                },
                Pickable::IGNORE,
            ));
        }
        evolution::way(row);
    });
    shown(page, kinds, has_boards);
    let powers = row(page, "match3.setup.powers", |row| {
        choices(
            row,
            [("settings.on", true), ("settings.off", false)],
            |world, powers| setup(world).powers == powers,
            |world, powers| {
                change(world, |setup| setup.powers = powers);
            },
        );
        row.spawn(label(
            "match3.setup.powers.what",
            TextSize::Small,
            palette::MIST,
        ));
        explained_label(row, "match3.setup.genes", TextSize::Body, palette::MIST);
        choices(
            row,
            [
                ("match3.setup.genes.inherited", KindGenes::Inherited),
                ("match3.setup.genes.redrawn", KindGenes::Redrawn),
            ],
            |world, genes| setup(world).genes == genes,
            |world, genes| {
                change(world, |setup| setup.genes = genes);
            },
        );
    });
    shown(page, powers, has_boards);
    let symmetry = row(page, "match3.setup.symmetry", |row| {
        choices(
            row,
            [
                ("match3.setup.symmetry.none", Symmetry::None),
                ("match3.setup.symmetry.left_right", Symmetry::LeftRight),
                ("match3.setup.symmetry.both", Symmetry::Both),
            ],
            |world, symmetry| setup(world).symmetry == symmetry,
            |world, symmetry| {
                change(world, |setup| setup.symmetry = symmetry);
            },
        );
        explained_label(row, "match3.setup.order", TextSize::Body, palette::MIST);
        choices(
            row,
            [
                ("match3.setup.order.grouped", Order::Grouped),
                ("match3.setup.order.scattered", Order::Scattered),
            ],
            |world, order| setup(world).order == order,
            |world, order| {
                change(world, |setup| setup.order = order);
            },
        );
        button(row, ButtonStyle::Chip, "match3.setup.editor", editor::open);
    });
    shown(page, symmetry, has_boards);
}

//! The setup of a game: players, board, opponents, and what is to be evolved.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::editor::Editing;
use super::result::tally_line;
use super::seats;
use crate::games::hexxagon::KEY;
use crate::games::hexxagon::boards::{self, picture};
use crate::games::hexxagon::opponents;
use crate::games::hexxagon::play::{self, Wish, against};
use crate::games::hexxagon::rules::{Board, BoardNumber, Plan, StuckRule};
use crate::games::hexxagon::setup::{BoardChoice, Seat, Setup};
use crate::generation::Seed;
use crate::session::{Difficulty, Folders};
use crate::shell::games::active;
use crate::shell::notice::Notices;
use crate::shell::screen::Screen;
use crate::shell::settings::Settings;
use crate::shell::setup::{self, WishedSeed, row};
use crate::shell::theme::bind::{Lit, Shown, Told};
use crate::shell::theme::paint::Canvas;
use crate::shell::theme::palette;
use crate::shell::theme::widget::{Look, Size, bare_button, button, choice, label, stepper, words};
use crate::shell::words::Words;

pub(super) fn plugin(app: &mut App) {
    let not_editing = not(resource_exists::<Editing>);
    app.add_systems(
        OnEnter(Screen::Setup),
        spawn.run_if(active(KEY).and_then(not_editing)),
    );
}

pub(super) fn wished(world: &World) -> &Setup {
    &world.resource::<Wish>().setup
}

fn spawn(
    mut commands: Commands,
    mut wish: ResMut<Wish>,
    mut seed: ResMut<WishedSeed>,
    settings: Res<Settings>,
    folders: Option<Res<Folders>>,
    mut notices: ResMut<Notices>,
    texts: Res<Words>,
    mut images: ResMut<Assets<Image>>,
) {
    let level = settings.difficulty_of(KEY);
    if wish.difficulty != Some(level) {
        wish.difficulty = Some(level);
        set_difficulty(&mut wish.setup, level);
    }
    seed.0 = Seed::fresh();
    let seed = seed.0;
    let grounds = grounds(folders.as_deref(), &mut notices);
    let grounds = with_own(grounds, wish.setup.board, texts.say("hex.setup.own"));
    commands.insert_resource(seats::kept_opponents(folders.as_deref(), &mut notices));
    setup::page(&mut commands, "hex.setup", play::go, |page| {
        players(page);
        for count in [2, 3] {
            let list = grounds
                .iter()
                .filter(|(_, _, plan)| plan.players() == count);
            board_list(page, list, count, &mut images);
        }
        difficulty(page);
        for number in 0..3 {
            seats::row_of(page, number);
        }
        evolve(page);
        setup::seed_row(page, seed, |world| play::wished_id(world).to_string());
        setup::foot(page, Told::key("hex.setup.play"));
    });
}

/// All boards with their names: those that the project comes with, and those that were kept.
fn grounds(folders: Option<&Folders>, notices: &mut Notices) -> Vec<(BoardChoice, String, Plan)> {
    let mut grounds = Vec::new();
    match Board::list() {
        Ok(list) => {
            for (number, name) in list {
                match Board::listed(number, Seed(1)) {
                    Ok(board) => grounds.push((BoardChoice::Listed(number), name, board.plan())),
                    Err(why) => notices.say(why.to_string()),
                }
            }
        }
        Err(why) => notices.say(why.to_string()),
    }
    if let Some(shelf) = folders.map(boards::saved::library) {
        for name in shelf.names() {
            match boards::saved::load(&shelf.path(&name)) {
                Ok(plan) => grounds.push((BoardChoice::Custom(plan), name.to_string(), plan)),
                Err(why) => notices.say(why.to_string()),
            }
        }
    }
    grounds
}

/// The board of the wish among them, if it is one's own and was not kept.
fn with_own(
    mut grounds: Vec<(BoardChoice, String, Plan)>,
    own: BoardChoice,
    name: String,
) -> Vec<(BoardChoice, String, Plan)> {
    if let BoardChoice::Custom(plan) = own
        && grounds.iter().all(|(ground, ..)| *ground != own)
    {
        grounds.push((own, name, plan));
    }
    grounds
}

/// Changes the wish; what could not be played is told, and nothing changes.
pub(super) fn change(world: &mut World, change: impl FnOnce(&mut Setup)) -> bool {
    let mut wish = world.resource_mut::<Wish>();
    let before = wish.setup.clone();
    change(&mut wish.setup);
    if let Err(why) = wish.setup.check(Seed::default()) {
        wish.setup = before;
        world.resource_mut::<Notices>().say(why.to_string());
        return false;
    }
    true
}

/// A difficulty fills the computers' seats; the last one, if there is none.
fn set_difficulty(setup: &mut Setup, difficulty: Difficulty) {
    let computer = Seat::of(difficulty);
    let none = setup.seats.iter().all(|seat| *seat == Seat::Human);
    let last = setup.seats.len() - 1;
    for (at, seat) in setup.seats.iter_mut().enumerate() {
        if *seat != Seat::Human || (none && at == last) {
            *seat = computer;
        }
    }
}

/// Another number of players: with their usual board and rule, and the last seat copied.
fn set_players(setup: &mut Setup, count: usize) {
    if setup.seats.len() == count {
        return;
    }
    let last = setup.seats.last().copied().unwrap_or(Seat::Human);
    setup.seats.resize(count, last);
    setup.board = BoardChoice::Listed(BoardNumber(if count == 2 { 1 } else { 40 }));
    setup.stuck = StuckRule::usual(count);
}

fn players(page: &mut ChildSpawnerCommands) {
    row(page, "hex.setup.players", |row| {
        for (count, key) in [(2, "hex.setup.two"), (3, "hex.setup.three")] {
            let lit = Lit::when(move |world| wished(world).seats.len() == count);
            choice(row, Told::key(key), lit, move |world| {
                change(world, |setup| set_players(setup, count));
                world.resource_mut::<Wish>().board = boards::BoardSpec::usual(count);
            });
        }
        row.spawn(Node {
            width: px(30),
            ..default()
        });
        row.spawn(label("hex.setup.stuck", Size::Body, palette::MIST));
        for (stuck, key) in [
            (StuckRule::Ends, "hex.setup.ends"),
            (StuckRule::Skip, "hex.setup.skip"),
        ] {
            let lit = Lit::when(move |world| wished(world).stuck == stuck);
            choice(row, Told::key(key), lit, move |world| {
                change(world, |setup| setup.stuck = stuck);
            });
        }
    });
}

/// Pixels of a little picture's texture, and its size on the page.
const PICTURE: (u32, f32) = (112, 44.0);

/// The boards for so many players as little pictures, and the name of the chosen one.
fn board_list<'a>(
    page: &mut ChildSpawnerCommands,
    list: impl Iterator<Item = &'a (BoardChoice, String, Plan)>,
    count: usize,
    images: &mut Assets<Image>,
) {
    let list: Vec<_> = list.cloned().collect();
    let names = list.clone();
    let row = row(page, "hex.setup.board", |row| {
        row.spawn(Node {
            flex_wrap: FlexWrap::Wrap,
            row_gap: px(4),
            column_gap: px(4),
            max_width: px(868),
            ..default()
        })
        .with_children(|strip| {
            for (ground, _, plan) in list {
                let node = Node {
                    width: px(PICTURE.1),
                    height: px(PICTURE.1),
                    padding: UiRect::all(px(2)),
                    ..default()
                };
                let lit = Lit::when(move |world| wished(world).board == ground);
                let picture = little_picture(&plan).map(|image| images.add(image));
                let tile = bare_button(Look::Chip, node, move |world| {
                    change(world, |setup| setup.board = ground);
                });
                let mut tile = strip.spawn((tile, lit));
                if let Some(picture) = picture {
                    tile.with_child((
                        ImageNode::new(picture),
                        Node {
                            width: percent(100),
                            height: percent(100),
                            ..default()
                        },
                    ));
                }
            }
            let name = move |world: &World| {
                let ground = wished(world).board;
                let named = names.iter().find(|(other, ..)| *other == ground);
                let words = world.resource::<Words>();
                named.map_or_else(|| words.say("hex.setup.own"), |(_, name, _)| name.clone())
            };
            strip
                .spawn(Node {
                    align_self: AlignSelf::Center,
                    margin: UiRect::left(px(8)),
                    ..default()
                })
                .with_child(words(Size::Body, palette::EMBER, Told::by(name)));
        });
    });
    let shown = Shown::when(move |world| wished(world).seats.len() == count);
    page.commands_mut().entity(row).insert(shown);
}

fn little_picture(plan: &Plan) -> Option<Image> {
    let mut canvas = Canvas::new(PICTURE.0, PICTURE.0)?;
    // Start cells that lie close are no fault of a board that is played.
    canvas.picture(&picture(plan, false), Vec2::ZERO, PICTURE.0 as f32);
    Some(canvas.image())
}

fn difficulty(page: &mut ChildSpawnerCommands) {
    row(page, "hex.setup.difficulty", |row| {
        for level in Difficulty::ALL {
            let lit = Lit::when(move |world| wished(world).seats.contains(&Seat::of(level)));
            choice(row, Told::key(level.key()), lit, move |world| {
                if change(world, |setup| set_difficulty(setup, level)) {
                    world.resource_mut::<Wish>().difficulty = Some(level);
                    let mut settings = world.resource_mut::<Settings>();
                    settings.difficulty.insert(KEY.to_owned(), level);
                }
            });
        }
        row.spawn(words(Size::Small, palette::MIST, Told::by(tally)));
    });
}

/// How games against these opponents have ended.
fn tally(world: &World) -> String {
    let setup = wished(world);
    if setup.humans().count() == 1 {
        tally_line(world, &against(setup))
    } else {
        String::new()
    }
}

/// What to evolve: an opponent, or a board; and the editor.
fn evolve(page: &mut ChildSpawnerCommands) {
    row(page, "hex.setup.opponent", |row| {
        row.spawn(label("hex.setup.points", Size::Body, palette::MIST));
        let points = |world: &World| format!("{} %", world.resource::<Wish>().opponent.points);
        stepper(row, points, |world, step| {
            let wish = &mut world.resource_mut::<Wish>().opponent;
            let (least, most) = opponents::OpponentSpec::POINTS.into_inner();
            let next = i32::from(wish.points) + 5 * step;
            wish.points = next.clamp(least.into(), most.into()) as u8;
        });
        row.spawn(label("hex.setup.against", Size::Body, palette::MIST));
        for level in opponents::OpponentSpec::LEVELS {
            let lit = Lit::when(move |world| world.resource::<Wish>().opponent.against == level);
            let told = Told::by(move |_| level.number().to_string());
            choice(row, told, lit, move |world| {
                world.resource_mut::<Wish>().opponent.against = level;
            });
        }
        let told = Told::key("hex.setup.evolve_opponent");
        button(row, Look::Chip, told, |world| {
            go(world, play::evolve_opponent);
        });
    });
    row(page, "hex.setup.new_board", |row| {
        let told = Told::key("hex.setup.symmetric");
        let lit = Lit::when(|world| world.resource::<Wish>().board.symmetric);
        choice(row, told, lit, |world| {
            let wish = &mut world.resource_mut::<Wish>().board;
            wish.symmetric = !wish.symmetric;
        });
        row.spawn(label("hex.setup.length", Size::Body, palette::MIST));
        let plies = |world: &World| world.resource::<Wish>().board.plies.to_string();
        stepper(row, plies, |world, step| {
            let wish = &mut world.resource_mut::<Wish>().board;
            wish.plies = stepped(wish.plies, 10 * step, boards::BoardSpec::PLIES);
        });
        row.spawn(label("hex.setup.sharpness", Size::Body, palette::MIST));
        let sharpness = |world: &World| {
            let hundredths = world.resource::<Wish>().board.sharpness;
            format!("{:.1}", f64::from(hundredths) / 100.0)
        };
        stepper(row, sharpness, |world, step| {
            let wish = &mut world.resource_mut::<Wish>().board;
            wish.sharpness = stepped(wish.sharpness, 10 * step, boards::BoardSpec::SHARPNESS);
        });
        button(
            row,
            Look::Chip,
            Told::key("hex.setup.evolve_board"),
            |world| {
                go(world, play::evolve_board);
            },
        );
        button(row, Look::Chip, Told::key("hex.setup.editor"), |world| {
            super::editor::open(world);
        });
    });
}

fn stepped(value: u32, step: i32, range: std::ops::RangeInclusive<u32>) -> u32 {
    value
        .saturating_add_signed(step)
        .clamp(*range.start(), *range.end())
}

fn go(world: &mut World, begin: fn(&mut World) -> Result<(), String>) {
    if let Err(why) = begin(world) {
        world.resource_mut::<Notices>().say(why);
    }
}

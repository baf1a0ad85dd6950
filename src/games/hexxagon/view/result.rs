//! The end of a game: who has won, and what next; keeping what was evolved for it.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;
use bevy::text::EditableText;

use super::{hand, panel};
use crate::games::hexxagon::KEY;
use crate::games::hexxagon::boards;
use crate::games::hexxagon::opponents::{self, saved::SaveError};
use crate::games::hexxagon::play::{Play, against, next_game};
use crate::games::hexxagon::players::{Opponent, Weights};
use crate::games::hexxagon::review::{self, Kind};
use crate::games::hexxagon::rules::{Ending, Plan, Player, StuckRule};
use crate::games::hexxagon::setup::{BoardChoice, Seat};
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

/// The field for a name.
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
        let winner = play.game().winner();
        let lost = !play.alone() && play.setup.humans().all(|h| winner != Some(Player(h as u8)));
        let colour = if lost { palette::FAULT } else { palette::LAMP };
        menu.spawn(words(Size::Title, colour, Told::by(panel::status)));
        menu.spawn(words(Size::Lead, palette::PAPER, Told::by(counts)));
        menu.spawn(words(Size::Small, palette::MIST, Told::by(tally)));
        button(menu, Look::Primary, Told::key("hex.next"), |world| {
            world.resource_mut::<NextState<Menu>>().set(Menu::None);
            next_game(world);
        });
        button(menu, Look::Plain, Told::key("hex.look_back"), |world| {
            world.resource_mut::<NextState<Menu>>().set(Menu::None);
            review::look(world, Kind::Game);
        });
        button(menu, Look::Plain, Told::key("hex.take_back"), |world| {
            world.resource_mut::<NextState<Menu>>().set(Menu::None);
            hand::undo(world);
        });
        let evolved = plan_of(&play).is_some() || evolved_opponent(&play).is_some();
        if folders.is_some() && evolved {
            keep_row(menu, &play);
        }
        leave_buttons(menu);
    });
}

fn plan_of(play: &Play) -> Option<Plan> {
    match play.setup.board {
        BoardChoice::Custom(plan) => Some(plan),
        BoardChoice::Listed(_) => None,
    }
}

fn evolved_opponent(play: &Play) -> Option<Weights> {
    play.setup.seats.iter().find_map(|seat| match seat {
        Seat::Computer(Opponent::Weights(weights)) => Some(*weights),
        _ => None,
    })
}

/// A name, and buttons to keep the board and the opponent under it.
fn keep_row(menu: &mut ChildSpawnerCommands, play: &Play) {
    menu.spawn(Node {
        align_items: AlignItems::Center,
        ..stack(FlexDirection::Row, 10.0)
    })
    .with_children(|row| {
        row.spawn(label("hex.keep.name", Size::Body, palette::MIST));
        field(row, NameField, 170.0, &play.session.id().seed.to_string());
        if plan_of(play).is_some() {
            button(row, Look::Chip, Told::key("hex.keep.board"), |world| {
                keep(world, |folders, name, play| {
                    let plan = plan_of(play);
                    plan.map(|plan| boards::saved::save(folders, name, &plan))
                });
            });
        }
        if evolved_opponent(play).is_some() {
            button(row, Look::Chip, Told::key("hex.keep.opponent"), |world| {
                keep(world, |folders, name, play| {
                    let weights = evolved_opponent(play);
                    weights.map(|weights| opponents::saved::save(folders, name, weights))
                });
            });
        }
    });
}

/// Keeps something under the name that is typed, and tells how that went.
fn keep(
    world: &mut World,
    keep: impl FnOnce(&Folders, &Name, &Play) -> Option<Result<(), SaveError>>,
) {
    let mut fields = world.query_filtered::<&EditableText, With<NameField>>();
    let Ok(text) = fields.single(world).map(|field| field.value().to_string()) else {
        return;
    };
    let name = Name::typed(&text).map_err(|why| why.to_string());
    let play = world.get_resource::<Play>();
    let (Some(play), Some(folders)) = (play, world.get_resource::<Folders>()) else {
        return;
    };
    let kept = name.and_then(|name| match keep(folders, &name, play) {
        Some(Err(why)) => Err(why.to_string()),
        Some(Ok(())) | None => Ok(name),
    });
    let words = world.resource::<Words>();
    let said = match kept {
        Ok(name) => words.fill("hex.keep.done", &[("name", name.to_string())]),
        Err(why) => why,
    };
    world.resource_mut::<Notices>().say(said);
}

/// What each player has.
fn counts(world: &World) -> String {
    let (Some(play), words) = (world.get_resource::<Play>(), world.resource::<Words>()) else {
        return String::new();
    };
    let counts = play.game().counts().into_iter().enumerate();
    let each = counts.map(|(at, count)| {
        let player = Player(at as u8);
        words.fill(
            "hex.count",
            &[
                ("colour", words.say(panel::colour_key(player))),
                ("name", panel::seat_name(&play.setup, player, words)),
                ("count", count.to_string()),
            ],
        )
    });
    let mut lines: Vec<String> = each.collect();
    let key = match (play.game().ending(), play.setup.stuck) {
        (Some(Ending::Full), _) => Some("hex.end.full"),
        (Some(Ending::Alone), _) => Some("hex.end.alone"),
        (Some(Ending::Stuck), StuckRule::Ends) => Some("hex.end.stuck"),
        (Some(Ending::Stuck), StuckRule::Skip) => Some("hex.end.all_stuck"),
        (None, _) => None,
    };
    lines.extend(key.map(|key| words.say(key)));
    lines.join("\n")
}

/// How all games against these opponents have ended.
fn tally(world: &World) -> String {
    let play = world.get_resource::<Play>();
    let play = play.filter(|play| play.setup.humans().count() == 1);
    play.map_or(String::new(), |play| {
        tally_line(world, &against(&play.setup))
    })
}

/// A tally in words.
pub(super) fn tally_line(world: &World, against: &str) -> String {
    let tally = world.resource::<Statistics>().of(KEY, against);
    world.resource::<Words>().fill(
        "hex.tally",
        &[
            ("games", tally.games().to_string()),
            ("won", tally.won.to_string()),
            ("drawn", tally.drawn.to_string()),
            ("lost", tally.lost.to_string()),
        ],
    )
}

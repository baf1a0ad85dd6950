//! The preview of the next stop of the journey, or of a side stop, before it is evolved: its board, its goals, what is
//! new or different in it, and its success rate.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::KINDS;
use super::journey_details::{spawn_difference_line, spawn_world_line};
use super::journey_map::chosen_number;
use super::journey_names::{key_for, number_and_name};
use super::journey_pictures::{AHEAD, MapPicture, spawn_picture};
use super::spoken::kind_text;
use crate::games::match3::journey::{self, Novelty, PlayerJourney};
use crate::games::match3::level::{GoalKind, Setup, Symmetry};
use crate::games::match3::rules::Kind;
use crate::shell::notice::show_failure_of;
use crate::shell::theme::bind::{BoundText, VisibleWhen};
use crate::shell::theme::palette;
use crate::shell::theme::sprites::Sprites;
use crate::shell::theme::widget::{
    ButtonStyle, TextSize, bound_text, button, in_row, label, square_picture, stack,
};
use crate::shell::words::Words;

/// The side of the picture of a special cell, in interface pixels.
const KIND_SIDE: f32 = 34.0;

/// The least width of the column beside the picture of the stop.
const BESIDE: f32 = 130.0;

/// Spawns the preview of the chosen stop.
pub(super) fn spawn(side: &mut ChildSpawnerCommands, sprites: &Sprites, shown: VisibleWhen) {
    let block = (stack(FlexDirection::Column, 6.0), shown);
    side.spawn(block).with_children(|block| {
        block.spawn(bound_text(TextSize::Lead, palette::LAMP, title));
        spawn_world_line(block);
        spawn_difference_line(block);
        block.spawn(bound_text(TextSize::Body, palette::EMBER, new_line));
        let is_new = VisibleWhen::new(|world| novelty(world).is_some());
        let what = bound_text(TextSize::Small, palette::MIST, new_explanation);
        block.spawn((what, is_new));
        in_row(block, 12.0, |row| {
            spawn_picture(row, MapPicture::Ahead, Vec2::splat(AHEAD));
            let beside = Node {
                flex_basis: px(BESIDE),
                flex_grow: 1.0,
                ..stack(FlexDirection::Column, 6.0)
            };
            row.spawn(beside).with_children(|column| {
                spawn_kinds(column, sprites);
                let seed = label("match3.ahead.seed", TextSize::Small, palette::MIST);
                column.spawn(seed);
            });
        });
        spawn_lines(block);
        spawn_side_button(block);
    });
}

/// Spawns the button that plays the chosen side stop. The main button plays the next stop of the main way.
fn spawn_side_button(block: &mut ChildSpawnerCommands) {
    let caption = |world: &World| {
        let values = [("number", chosen_number(world).to_string())];
        world.resource::<Words>().fill("match3.side.go", &values)
    };
    let play = button(block, ButtonStyle::Plain, caption, |world| {
        let number = chosen_number(world);
        show_failure_of(world, |world| journey::open_stop(world, number));
    });
    let is_side = VisibleWhen::new(|world| chosen_number(world).is_side());
    block.commands_mut().entity(play).insert(is_side);
}

/// Spawns the preview of the easier level that can take the place of a stop that was lost.
pub(super) fn spawn_easier(side: &mut ChildSpawnerCommands, shown: VisibleWhen) {
    let block = (stack(FlexDirection::Column, 4.0), shown);
    side.spawn(block).with_children(|block| {
        let heading = label("match3.ahead.easier", TextSize::Body, palette::EMBER);
        block.spawn(heading);
        spawn_lines(block);
    });
}

/// Spawns the lines about the board, the special cells, the goals and the difficulty.
fn spawn_lines(block: &mut ChildSpawnerCommands) {
    for line in [board_line, kinds_line, goals_line, rate_line] {
        let text = BoundText::new(move |world| {
            let (setup, _) = journey::setup_of(world, chosen_number(world));
            line(&setup, world.resource::<Words>())
        });
        block.spawn(bound_text(TextSize::Small, palette::PAPER, text));
    }
}

/// Spawns pictures of the special cells.
fn spawn_kinds(block: &mut ChildSpawnerCommands, sprites: &Sprites) {
    in_row(block, 4.0, |row| {
        for kind in Kind::ALL {
            let picture = square_picture(sprites.get(KINDS[kind as usize].name), KIND_SIDE);
            let is_used = move |world: &World| {
                let (setup, _) = journey::setup_of(world, chosen_number(world));
                setup.kinds.has(kind)
            };
            row.spawn((picture, VisibleWhen::new(is_used), Pickable::IGNORE));
        }
    });
}

fn title(world: &World) -> String {
    let number = chosen_number(world);
    let key = key_for(number, ["match3.ahead.title", "match3.side.ahead.title"]);
    let values = number_and_name(world, number);
    world.resource::<Words>().fill(key, &values)
}

/// The new thing that the chosen stop brings; `None` if it is a side stop, which has its difference instead, or if it
/// brings nothing new.
fn novelty(world: &World) -> Option<Novelty> {
    let journey = &world.resource::<PlayerJourney>().0;
    let is_side = chosen_number(world).is_side();
    journey.next_novelty().filter(|_| !is_side)
}

/// The line that names the new thing in the next stop of the main way.
fn new_line(world: &World) -> String {
    let words = world.resource::<Words>();
    let is_first = world.resource::<PlayerJourney>().0.next_index() == 0;
    let what = match novelty(world) {
        // At the first stop all is new.
        None if is_first || chosen_number(world).is_side() => return String::new(),
        None => return words.get("match3.ahead.known"),
        Some(Novelty::Kind(kind)) => kind_text(kind, words),
        Some(Novelty::Goals(goals)) => goals_text(goals.iter().copied(), words),
        Some(Novelty::Colour) => words.get("match3.ahead.new.colour"),
    };
    words.fill("match3.ahead.new", &[("what", what)])
}

/// The sentence that says what the new thing does; empty if nothing is new.
fn new_explanation(world: &World) -> String {
    novelty(world).map_or(String::new(), |novelty| {
        novelty_explanation(novelty, world.resource::<Words>())
    })
}

fn novelty_explanation(novelty: Novelty, words: &Words) -> String {
    match novelty {
        Novelty::Kind(Kind::Obstacle) => words.get("match3.held.stone"),
        Novelty::Kind(kind) => {
            let key = match kind.is_overlay() {
                true => "match3.ahead.new.thread.what",
                false => "match3.ahead.new.shell.what",
            };
            words.fill(key, &[("layers", kind.layers().to_string())])
        }
        Novelty::Goals([GoalKind::Score]) => words.get("match3.ahead.new.score.what"),
        Novelty::Goals([GoalKind::Clear]) => words.get("match3.ahead.new.clear.what"),
        Novelty::Goals(_) => words.get("match3.ahead.new.goals.what"),
        Novelty::Colour => words.get("match3.ahead.new.colour.what"),
    }
}

fn board_line(setup: &Setup, words: &Words) -> String {
    let values = [
        ("rows", setup.size.rows().to_string()),
        ("cols", setup.size.cols().to_string()),
        ("colours", setup.colours.to_string()),
    ];
    let board = words.fill("match3.ahead.board", &values);
    let mirrored = match setup.symmetry {
        Symmetry::None => return board,
        Symmetry::LeftRight => "match3.ahead.left_right",
        Symmetry::Both => "match3.ahead.both",
    };
    format!("{board}  ·  {}", words.get(mirrored))
}

fn kinds_line(setup: &Setup, words: &Words) -> String {
    let kinds = setup.kinds.iter().map(|kind| kind_text(kind, words));
    let kinds = kinds.collect::<Vec<_>>().join(", ");
    words.fill("match3.ahead.kinds", &[("kinds", kinds)])
}

fn goals_line(setup: &Setup, words: &Words) -> String {
    let goals = goals_text(setup.goals.iter(), words);
    words.fill("match3.ahead.goals", &[("goals", goals)])
}

/// Kinds of goals in words. The amounts are found when the level is tested.
fn goals_text(goals: impl Iterator<Item = GoalKind>, words: &Words) -> String {
    let goals: Vec<GoalKind> = goals.collect();
    let has_two = goals.contains(&GoalKind::Second);
    let key = |goal: &GoalKind| match goal {
        // The second colour is named with the first one.
        GoalKind::Second => None,
        GoalKind::Collect if has_two => Some("match3.ahead.goal.two"),
        GoalKind::Collect => Some("match3.ahead.goal.collect"),
        GoalKind::Clear => Some("match3.ahead.goal.clear"),
        GoalKind::Score => Some("match3.ahead.goal.score"),
    };
    let said = goals.iter().filter_map(key).map(|key| words.get(key));
    said.collect::<Vec<_>>().join(", ")
}

/// The wanted success rate of the stop, and its player, in words.
fn rate_line(setup: &Setup, words: &Words) -> String {
    let key = match setup.intended_player.is_known() {
        true => "match3.ahead.rate.me",
        false => "match3.ahead.rate",
    };
    words.fill(key, &[("rate", setup.success.to_string())])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_new_thing_is_explained_in_a_sentence() {
        let words = Words::default();
        let what = |novelty| novelty_explanation(novelty, &words);
        let kinds = Kind::ALL.map(Novelty::Kind);
        let goals: [&[GoalKind]; 3] = [
            &[GoalKind::Score],
            &[GoalKind::Clear],
            &[GoalKind::Collect, GoalKind::Score],
        ];
        let all = kinds.into_iter().chain(goals.map(Novelty::Goals));
        for novelty in all.chain([Novelty::Colour]) {
            let said = what(novelty);
            assert!(said.ends_with('.') && !said.contains('{'), "{said}");
        }
        let thread = what(Novelty::Kind(Kind::Overlay1));
        assert!(thread.starts_with("It has 1 layer and holds"), "{thread}");
        let shell = what(Novelty::Kind(Kind::Blocked3));
        assert!(shell.starts_with("It has 3 layers and stands"), "{shell}");
    }
}

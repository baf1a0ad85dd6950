//! The details of the chosen stop of the journey beside the map, and the buttons that lead on.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::journey_ahead;
use super::journey_map::{
    Map, chosen_number, chosen_stop, has_newer_page, has_older_page, journey, newest_page, stops,
    turn_pages,
};
use super::journey_names::{difference_line, key_for, number_and_name};
use super::journey_pictures::{LARGE, MapPicture, StarPlace, spawn_picture, spawn_star};
use super::journey_worlds::world_line;
use crate::games::match3::journey::{self, JourneyStop};
use crate::shell::notice::show_failure_of;
use crate::shell::theme::asking::Question;
use crate::shell::theme::bind::{BoundText, EnabledWhen, VisibleWhen};
use crate::shell::theme::palette;
use crate::shell::theme::sprites::Sprites;
use crate::shell::theme::widget::{
    ButtonStyle, TextSize, bound_text, button, in_row, label, stack,
};
use crate::shell::words::Words;

/// A line about the chosen stop.
fn stop_line(world: &World, say: impl Fn(&Words, &JourneyStop) -> String) -> String {
    let words = world.resource::<Words>();
    chosen_stop(world).map_or(String::new(), |stop| say(words, stop))
}

/// Whether the chosen stop was lost and not won since.
fn is_lost(world: &World) -> bool {
    chosen_stop(world).is_some_and(|stop| stop.stars == 0 && stop.tries > 0)
}

/// Whether the chosen stop was lost, and an easier level can take its place. A side stop stays as hard as its mark says.
fn is_lost_on_main_way(world: &World) -> bool {
    is_lost(world) && !chosen_number(world).is_side()
}

/// Spawns the details of the chosen stop, and the buttons that lead on.
pub(super) fn spawn_details(side: &mut ChildSpawnerCommands, sprites: &Sprites) {
    let empty = VisibleWhen::new(|world| stops(world).is_empty());
    side.spawn((Node::default(), empty)).with_child(label(
        "match3.journey.empty",
        TextSize::Body,
        palette::MIST,
    ));
    let is_evolved = VisibleWhen::new(|world| chosen_stop(world).is_some());
    let known = (stack(FlexDirection::Column, 6.0), is_evolved);
    side.spawn(known).with_children(|side| {
        spawn_chosen_stop(side, sprites);
        spawn_stop_buttons(side);
    });
    let is_ahead = VisibleWhen::new(|world| chosen_stop(world).is_none());
    journey_ahead::spawn(side, sprites, is_ahead);
    journey_ahead::spawn_easier(side, VisibleWhen::new(is_lost_on_main_way));
    let foot = Node {
        margin: UiRect::top(auto()),
        ..stack(FlexDirection::Column, 6.0)
    };
    side.spawn(foot).with_children(|foot| {
        spawn_page_turner(foot);
        spawn_journey_sum(foot);
        spawn_new_journey_button(foot);
    });
}

/// Spawns the picture of the chosen stop, its stars, and the number of its tries.
fn spawn_chosen_stop(side: &mut ChildSpawnerCommands, sprites: &Sprites) {
    let title = |world: &World| {
        let number = chosen_number(world);
        let key = key_for(number, ["match3.stop.named", "match3.side.named"]);
        let values = number_and_name(world, number);
        world.resource::<Words>().fill(key, &values)
    };
    side.spawn(bound_text(TextSize::Lead, palette::LAMP, title));
    spawn_world_line(side);
    spawn_difference_line(side);
    spawn_picture(side, MapPicture::Chosen, Vec2::splat(LARGE));
    in_row(side, 4.0, |row| {
        (1..=3).for_each(|at| spawn_star(row, sprites, StarPlace(None, at), 30.0));
    });
    let rate = |words: &Words, stop: &JourneyStop| {
        let key = match stop.is_for_player() {
            true => "match3.journey.rate.me",
            false => "match3.journey.rate",
        };
        words.fill(key, &[("rate", format!("{:.0}", stop.rate))])
    };
    let best = |words: &Words, stop: &JourneyStop| {
        let values = [
            ("best", stop.best.to_string()),
            ("tries", stop.tries.to_string()),
        ];
        words.fill("match3.journey.best", &values)
    };
    side.spawn(bound_text(
        TextSize::Small,
        palette::PAPER,
        BoundText::new(move |world| stop_line(world, rate)),
    ));
    side.spawn(bound_text(
        TextSize::Small,
        palette::PAPER,
        BoundText::new(move |world| stop_line(world, best)),
    ));
}

/// Spawns the line that says in which world the chosen stop lies.
pub(super) fn spawn_world_line(side: &mut ChildSpawnerCommands) {
    let line = |world: &World| world_line(chosen_number(world).main, world.resource::<Words>());
    side.spawn(bound_text(TextSize::Small, palette::MIST, line));
}

/// Spawns the line that says how the chosen side stop differs from the main way.
pub(super) fn spawn_difference_line(side: &mut ChildSpawnerCommands) {
    let line = |world: &World| difference_line(world, chosen_number(world));
    side.spawn((
        bound_text(TextSize::Body, palette::EMBER, line),
        VisibleWhen::new(|world| chosen_number(world).is_side()),
    ));
}

/// Spawns the buttons that play the chosen stop again, or another level in place of a stop that was lost, which is
/// easier on the main way.
fn spawn_stop_buttons(side: &mut ChildSpawnerCommands) {
    let caption = |world: &World| {
        let number = chosen_number(world);
        let key = key_for(number, ["match3.journey.retry", "match3.side.retry"]);
        let values = [("number", number.to_string())];
        world.resource::<Words>().fill(key, &values)
    };
    let play = button(side, ButtonStyle::Plain, caption, |world| {
        let number = chosen_number(world);
        show_failure_of(world, |world| journey::open_stop(world, number));
    });
    // The main button plays the next stop, so this button is only for the others.
    let other = |world: &World| chosen_number(world) != journey(world).next_number();
    side.commands_mut()
        .entity(play)
        .insert(VisibleWhen::new(other));
    let caption = |world: &World| {
        let keys = ["match3.journey.easier", "match3.side.other"];
        world
            .resource::<Words>()
            .get(key_for(chosen_number(world), keys))
    };
    let another = button(side, ButtonStyle::Plain, caption, |world| {
        let number = chosen_number(world);
        show_failure_of(world, |world| journey::evolve_stop(world, number));
    });
    let lost = VisibleWhen::new(is_lost);
    side.commands_mut().entity(another).insert(lost);
}

/// Spawns the buttons that turn to older and newer stops.
fn spawn_page_turner(foot: &mut ChildSpawnerCommands) {
    let pages = (
        stack(FlexDirection::Row, 8.0),
        VisibleWhen::new(|world| newest_page(journey(world)) > 0),
    );
    foot.spawn(pages).with_children(|row| {
        let turn = |by: i32| move |world: &mut World| turn_pages(world, by);
        let older = button(row, ButtonStyle::Chip, "match3.journey.older", turn(1));
        let newer = button(row, ButtonStyle::Chip, "match3.journey.newer", turn(-1));
        let mut commands = row.commands_mut().entity(older);
        commands.insert(EnabledWhen::new(has_older_page));
        let mut commands = row.commands_mut().entity(newer);
        commands.insert(EnabledWhen::new(has_newer_page));
    });
}

/// Spawns the number of stars and stops of the journey.
fn spawn_journey_sum(foot: &mut ChildSpawnerCommands) {
    let sum = |world: &World| {
        let way = journey(world);
        let values = [
            ("stars", way.stars().to_string()),
            ("stops", way.stops.len().to_string()),
            ("sides", way.side_stars().to_string()),
        ];
        let key = match way.sides.is_empty() {
            true => "match3.journey.sum",
            false => "match3.journey.sum.sides",
        };
        world.resource::<Words>().fill(key, &values)
    };
    foot.spawn((
        bound_text(TextSize::Small, palette::MIST, sum),
        VisibleWhen::new(|world| !stops(world).is_empty()),
    ));
}

/// Spawns the button that begins a new journey, after a question.
fn spawn_new_journey_button(foot: &mut ChildSpawnerCommands) {
    let question = Question {
        caption: "match3.journey.anew",
        question: "match3.journey.really",
        number: 0,
    };
    let anew = question.spawn_button(foot, ButtonStyle::Chip, |world| {
        *world.resource_mut::<Map>() = Map::default();
        journey::start_new_journey(world);
    });
    foot.commands_mut()
        .entity(anew)
        .insert(VisibleWhen::new(|world| !stops(world).is_empty()));
}

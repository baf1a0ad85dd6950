//! The end of a descent: how far it went, and what next.

use bevy::prelude::*;

use super::art;
use crate::games::dungeon::KEY;
use crate::games::dungeon::descent::DescentStatus;
use crate::games::dungeon::play::{Play, again, meet_in_dungeon};
use crate::games::dungeon::rules::Item;
use crate::session::statistics::Statistics;
use crate::shell::games::active;
use crate::shell::menus::{column, cover, leave_buttons};
use crate::shell::screen::Menu;
use crate::shell::theme::bind::Told;
use crate::shell::theme::palette;
use crate::shell::theme::widget::{Look, Size, button, label, words};
use crate::shell::words::Words;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Menu::Result), spawn.run_if(active(KEY)));
}

fn spawn(mut commands: Commands, play: Option<Res<Play>>) {
    let Some(play) = play else { return };
    let through = play.descent().status() == DescentStatus::Completed;
    let arena = play.descent().setup().arena;
    let (title, colour) = match (arena, through) {
        (true, true) => ("dungeon.arena.through", palette::LAMP),
        (true, false) => ("dungeon.arena.dead", palette::FAULT),
        (false, true) => ("dungeon.through", palette::LAMP),
        (false, false) => ("dungeon.dead", palette::FAULT),
    };
    cover(&mut commands, Menu::Result, column(), |menu| {
        menu.spawn(label(title, Size::Title, colour));
        menu.spawn(words(Size::Body, palette::PAPER, Told::by(summary)));
        menu.spawn(words(Size::Lead, palette::EMBER, Told::by(score)));
        let go = |world: &mut World, act: fn(&mut World)| {
            world.resource_mut::<NextState<Menu>>().set(Menu::None);
            act(world);
        };
        if arena {
            button(
                menu,
                Look::Primary,
                Told::key("dungeon.meet"),
                move |world| {
                    go(world, meet_in_dungeon);
                },
            );
        }
        let look = if arena { Look::Plain } else { Look::Primary };
        button(menu, look, Told::key("dungeon.next"), move |world| {
            go(world, |world| again(world, false));
        });
        button(
            menu,
            Look::Plain,
            Told::key("dungeon.again"),
            move |world| {
                go(world, |world| again(world, true));
            },
        );
        leave_buttons(menu);
    });
}

fn summary(world: &World) -> String {
    let Some(play) = world.get_resource::<Play>() else {
        return String::new();
    };
    let (descent, sum) = (play.descent(), play.descent().totals());
    let hero = &descent.game.hero;
    let words = world.resource::<Words>();
    let weapon = art::name_of_item(Item::Weapon(hero.weapon));
    let summary = words.fill(
        "dungeon.summary",
        &[
            ("depth", descent.depth().to_string()),
            ("depths", descent.setup().depths.to_string()),
            ("turns", sum.turns.to_string()),
            ("killed", sum.killed.to_string()),
            ("weapon", words.say(weapon)),
        ],
    );
    match descent.game.killer() {
        Some(kind) => {
            let foe = [("foe", words.say(art::name_of_kind(kind)))];
            format!("{}\n{summary}", words.fill("dungeon.killed_by", &foe))
        }
        None => summary,
    }
}

/// The points, and the most ever in descents of the kind; fights in the arena are not counted.
fn score(world: &World) -> String {
    let Some(descent) = world.get_resource::<Play>().map(Play::descent) else {
        return String::new();
    };
    let (words, score) = (world.resource::<Words>(), descent.totals().score);
    let points = words.fill("dungeon.points", &[("points", score.to_string())]);
    if descent.setup().arena {
        return points;
    }
    let against = descent.setup().to_string();
    let best = world.resource::<Statistics>().of(KEY, &against).best;
    let best = if score >= best {
        words.say("dungeon.best.new")
    } else {
        words.fill("dungeon.best", &[("points", best.to_string())])
    };
    format!("{points}  ·  {best}")
}

//! The widgets of the page of a family: its buttons, its picture, and the line of words below.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;
use bevy::ui::RelativeCursorPosition;

use super::about::has_lives;
use super::family_page::{FamilyPage, FamilyPicture, go_to, page, toggle, with_page};
use super::sentences::SentenceWriter;
use super::zoom::ZOOM_STEP;
use super::{Show, wheel};
use crate::base::Towards;
use crate::generation::birth::Birth;
use crate::generation::family::ORIGINS;
use crate::generation::tree::{FamilyQuery, LINE_PAGE};
use crate::shell::access::Speech;
use crate::shell::theme::bind::{EnabledWhen, SelectedWhen, VisibleWhen};
use crate::shell::theme::large::{FillsLineWhenLarge, KeepsSizeWhenLarge, WrapsWhenLarge};
use crate::shell::theme::palette;
use crate::shell::theme::widget::{
    ButtonStyle, TextSize, bound_text, button, canvas, choice, label, panel, spoken_name, square,
    stack,
};
use crate::shell::words::Words;

/// Spawns the button that opens the page, if the run remembers families.
pub(super) fn spawn_opener(row: &mut ChildSpawnerCommands) {
    let seen = VisibleWhen::new(|world| has_lives(world) || page(world).is_some());
    row.spawn((Node::default(), seen)).with_children(|cell| {
        let selected = SelectedWhen::new(|world| page(world).is_some());
        choice(cell, "family.open", selected, toggle);
    });
}

/// The least height of the picture, in interface pixels.
const PICTURE_HEIGHT: f32 = 220.0;

/// Spawns the page. With large texts its rows go on in further lines, and it scrolls with the theatre.
pub(super) fn spawn_page(root: &mut ChildSpawnerCommands, images: &mut Assets<Image>) {
    let node = Node {
        flex_grow: 1.0,
        padding: UiRect::all(px(12)),
        ..stack(FlexDirection::Column, 8.0)
    };
    let seen = (
        VisibleWhen::new(|world| page(world).is_some()),
        KeepsSizeWhenLarge,
    );
    root.spawn((panel(node), seen)).with_children(|column| {
        spawn_heading(column);
        let room = Node {
            flex_grow: 1.0,
            min_height: px(PICTURE_HEIGHT),
            overflow: Overflow::clip(),
            ..default()
        };
        column.spawn(room).with_children(|room| {
            let picture = (FamilyPicture, RelativeCursorPosition::default());
            room.spawn((picture, canvas(images)))
                .observe(wheel::hold_page);
        });
        let below = Node {
            min_height: px(40),
            flex_shrink: 0.0,
            align_items: AlignItems::Center,
            column_gap: px(8),
            row_gap: px(6),
            ..default()
        };
        column.spawn((below, WrapsWhenLarge)).with_children(|row| {
            let words = Node {
                flex_grow: 1.0,
                flex_basis: px(0),
                min_width: px(0),
                ..default()
            };
            let text = bound_text(TextSize::Small, palette::PAPER, pointed_text);
            row.spawn((words, FillsLineWhenLarge)).with_child(text);
            spawn_pointing(row);
        });
    });
}

/// Spawns buttons with the effects of the mouse on the picture: pointing at a relative, going to it, and enlarging.
fn spawn_pointing(row: &mut ChildSpawnerCommands) {
    for (key, towards) in [
        ("family.before", Towards::Previous),
        ("family.next", Towards::Next),
    ] {
        button(row, ButtonStyle::Chip, key, move |world| {
            with_page(world, |page| page.choose_neighbour(towards));
            let line = pointed_text(world);
            world.resource_mut::<Speech>().say(line);
        });
    }
    let go = button(row, ButtonStyle::Chip, "family.go", |world| {
        let chosen = page(world).and_then(|page| page.described().map(|one| one.member));
        if let Some(one) = chosen {
            go_to(world, one);
        }
    });
    let is_chosen = EnabledWhen::new(|world| page(world).is_some_and(|page| page.chosen.is_some()));
    row.commands_mut().entity(go).insert(is_chosen);
    for (sign, key, factor) in [
        ("−", "family.smaller", 1.0 / ZOOM_STEP),
        ("+", "family.larger", ZOOM_STEP),
    ] {
        let caption = move |_: &World| sign.to_owned();
        let zoom = button(row, ButtonStyle::Chip, caption, move |world| {
            with_page(world, |page| page.zoom(factor));
        });
        row.commands_mut().entity(zoom).with_child(spoken_name(key));
    }
}

/// Spawns the buttons, and the meaning of the colours.
fn spawn_heading(column: &mut ChildSpawnerCommands) {
    let row = Node {
        align_items: AlignItems::Center,
        column_gap: px(8),
        row_gap: px(6),
        flex_shrink: 0.0,
        ..default()
    };
    column.spawn((row, WrapsWhenLarge)).with_children(|row| {
        let around = SelectedWhen::new(move |world| page(world).is_some() && !is_line(world));
        choice(row, "family.around", around, |world| {
            with_page(world, |page| page.ask(FamilyQuery::Around(page.focus())));
        });
        choice(row, "family.line", SelectedWhen::new(is_line), |world| {
            with_page(world, |page| page.ask(FamilyQuery::Line(page.focus(), 0)));
        });
        spawn_steps(row);
        let space = Node {
            flex_grow: 1.0,
            ..default()
        };
        row.spawn(space);
        spawn_colours(row);
        button(row, ButtonStyle::Chip, "family.close", toggle);
    });
}

/// Whether the page shows a line.
fn is_line(world: &World) -> bool {
    page(world).is_some_and(|page| matches!(page.asked, FamilyQuery::Line(..)))
}

/// Spawns the buttons that go to a relative, and those that turn the pages of a line.
fn spawn_steps(row: &mut ChildSpawnerCommands) {
    type Step = fn(&FamilyPage) -> Option<FamilyQuery>;
    // The signs that turn pages have names for screen readers.
    let steps: [(&'static str, Option<&'static str>, Step); 5] = [
        ("family.first_parent", None, |page| relative_of(page, 0)),
        ("family.second_parent", None, |page| relative_of(page, 1)),
        ("family.child", None, best_child),
        ("theatre.before", Some("family.younger"), |page| {
            line_page(page, Towards::Previous)
        }),
        ("theatre.next", Some("family.older"), |page| {
            line_page(page, Towards::Next)
        }),
    ];
    for (key, name, step) in steps {
        let button = button(row, ButtonStyle::Chip, key, move |world| {
            let next = page(world).and_then(step);
            match next {
                Some(FamilyQuery::Around(one)) => go_to(world, one),
                Some(line) => with_page(world, |page| page.ask(line)),
                None => {}
            }
        });
        let enabled = EnabledWhen::new(move |world| page(world).and_then(step).is_some());
        let seen = VisibleWhen::new(move |world| is_line(world) == name.is_some());
        let mut button = row.commands_mut().entity(button);
        button.insert((enabled, seen));
        if let Some(name) = name {
            button.with_child(spoken_name(name));
        }
    }
}

/// Spawns the legend of the colours, which show the origin of a part.
fn spawn_colours(row: &mut ChildSpawnerCommands) {
    let [first, second, new] = ORIGINS.map(palette::tint);
    let meanings = [
        ("family.of_first", first),
        ("family.of_both", palette::RIM),
        ("family.of_second", second),
        ("family.of_none", new),
    ];
    for (key, colour) in meanings {
        let dot = Node {
            border_radius: BorderRadius::all(px(2)),
            ..square(11.0)
        };
        // A colour and its meaning stay on one line.
        let meaning = Node {
            align_items: AlignItems::Center,
            ..stack(FlexDirection::Row, 8.0)
        };
        row.spawn(meaning).with_children(|meaning| {
            meaning.spawn((dot, BackgroundColor(colour)));
            meaning.spawn(label(key, TextSize::Small, palette::MIST));
        });
    }
}

/// The family of the first or the second parent of the individual in the middle.
fn relative_of(page: &FamilyPage, parent_number: usize) -> Option<FamilyQuery> {
    let tree = page.tree()?;
    let mut links = tree.links.iter();
    let link =
        links.find(|link| link.child == tree.focus && link.parent_number == parent_number)?;
    Some(FamilyQuery::Around(tree.relatives[link.parent].member))
}

/// The family of the best child of the individual in the middle.
fn best_child(page: &FamilyPage) -> Option<FamilyQuery> {
    let tree = page.tree()?;
    let children = tree.links.iter().filter(|link| link.parent == tree.focus);
    let best = children
        .map(|link| &tree.relatives[link.child])
        .max_by(|a, b| {
            let population = a.population.cmp(&b.population);
            population.then(a.fitness.total_cmp(&b.fitness))
        })?;
    Some(FamilyQuery::Around(best.member))
}

/// The page of the line before the one that is shown, with younger ancestors, or after it, with older ones; `None` if
/// there is none.
fn line_page(page: &FamilyPage, towards: Towards) -> Option<FamilyQuery> {
    let FamilyQuery::Line(one, number) = page.asked else {
        return None;
    };
    let last = page.tree()?.line.saturating_sub(1) / LINE_PAGE;
    let next = match towards {
        Towards::Next => (number < last).then_some(number + 1),
        Towards::Previous => number.checked_sub(1),
    };
    next.map(|number| FamilyQuery::Line(one, number))
}

/// The relative of the line of words, in words; without one, a text that the family is unknown or being searched for.
fn pointed_text(world: &World) -> String {
    let (show, words) = (world.resource::<Show>(), world.resource::<Words>());
    let Some(page) = page(world) else {
        return String::new();
    };
    let (Some(tree), Some(told)) = (page.tree(), page.described()) else {
        return words.get(match page.is_unknown {
            true => "family.unknown",
            false => "family.searching",
        });
    };
    let writer = SentenceWriter { show, words };
    let mut line = words.fill(
        "family.relative",
        &[
            ("generation", told.member.generation.to_string()),
            ("until", told.until.to_string()),
            ("value", writer.value(told.fitness, told.population)),
            (
                "parts",
                match told.birth {
                    Some(Birth::Founder) => words.get("family.founder"),
                    Some(Birth::Immigrant) => words.get("story.cause.put"),
                    _ => writer.parts(told.parts.as_ref()),
                },
            ),
        ],
    );
    if page.enlarged().is_none() {
        let values = [
            ("children", tree.children.to_string()),
            ("line", tree.line.to_string()),
        ];
        line.push(' ');
        line.push_str(&words.fill("family.counts", &values));
        if let Some(founders) = tree.founders {
            let values = [
                ("count", founders.ancestors.to_string()),
                ("all", founders.all.to_string()),
            ];
            line.push(' ');
            line.push_str(&words.fill("family.founders", &values));
        }
    }
    line
}

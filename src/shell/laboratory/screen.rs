//! The screen of the laboratory: its heading, its pages, and its buttons.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::experiments_page::{self, ExperimentList, Experiments};
use super::running::Running;
use super::saving::{Saved, save};
use super::{Laboratory, Page, results_page, running, settings_page};
use crate::shell::input::{Action, Actions};
use crate::shell::screen::{Menu, Screen, screen_frame, set_screen};
use crate::shell::theme::bind::{BoundText, EnabledWhen, VisibleWhen};
use crate::shell::theme::large::{FitsWindowWhenLarge, KeepsSizeWhenLarge, WrapsWhenLarge};
use crate::shell::theme::palette;
use crate::shell::theme::scroll::{scroll_page_with, whole_page};
use crate::shell::theme::widget::{
    ButtonStyle, TextSize, bound_text, button, choices, in_equal_row, label, panel, stack,
};
use crate::shell::words::Words;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::Laboratory), spawn_screen)
        .add_systems(
            Update,
            (
                settings_page::respawn_settings,
                settings_page::read_fields,
                results_page::show_findings,
            )
                .run_if(in_state(Screen::Laboratory)),
        )
        // By then a character that is typed in the same frame is in its field.
        .add_systems(Last, start_on_enter.run_if(in_state(Screen::Laboratory)));
}

fn spawn_screen(experiment_list: Res<ExperimentList>, mut commands: Commands) {
    commands
        .spawn((
            screen_frame("Laboratory", Screen::Laboratory),
            Node {
                width: percent(100),
                height: percent(100),
                ..default()
            },
        ))
        .with_children(|frame| {
            let page = Node {
                padding: UiRect::all(px(18)),
                flex_direction: FlexDirection::Column,
                row_gap: px(12),
                ..whole_page()
            };
            scroll_page_with(frame, page, FitsWindowWhenLarge, |root| {
                spawn_content(root, &experiment_list);
            });
        });
}

fn spawn_content(root: &mut ChildSpawnerCommands, experiment_list: &ExperimentList) {
    spawn_heading(root);
    // At the usual size a page takes the room that is left and scrolls. With large texts it is as high as its content.
    let place = Node {
        flex_grow: 1.0,
        min_height: px(0),
        padding: UiRect::all(px(16)),
        ..stack(FlexDirection::Column, 8.0)
    };
    for page in [Page::Settings, Page::Results, Page::Experiments] {
        root.spawn((panel(place.clone()), on_page(page), KeepsSizeWhenLarge))
            .with_children(|content| match page {
                Page::Settings => settings_page::spawn(content),
                Page::Results => results_page::spawn(content),
                Page::Experiments => experiments_page::spawn(content, experiment_list),
            });
    }
    spawn_buttons(root);
}

fn is_on(world: &World, page: Page) -> bool {
    world.resource::<Laboratory>().page == page
}

fn on_page(page: Page) -> VisibleWhen {
    VisibleWhen::new(move |world| is_on(world, page))
}

/// Starts or stops the experiment of the page.
fn start_or_stop(world: &mut World) {
    if is_on(world, Page::Experiments) {
        experiments_page::start_or_stop(world);
    } else {
        running::start_or_stop(world);
    }
}

/// Whether there is something of this kind to save on the page.
fn can_save(world: &World, what: Saved) -> bool {
    match (is_on(world, Page::Experiments), what) {
        (true, Saved::Svg) => world.resource::<Experiments>().report().is_some(),
        (true, Saved::Ron | Saved::Csv) => false,
        (false, Saved::Ron) => true,
        (false, Saved::Csv | Saved::Svg) => world.resource::<Running>().report().is_some(),
    }
}

/// Spawns the button that leads back, the title, the choice of the page, and the progress.
fn spawn_heading(root: &mut ChildSpawnerCommands) {
    let heading = Node {
        flex_shrink: 0.0,
        align_items: AlignItems::Center,
        row_gap: px(8),
        ..stack(FlexDirection::Row, 14.0)
    };
    root.spawn((heading, WrapsWhenLarge)).with_children(|row| {
        button(row, ButtonStyle::Plain, "play.back", |world| {
            let behind = world.resource::<Laboratory>().screen_behind();
            set_screen(world, behind);
        });
        row.spawn(label("lab.title", TextSize::Head, palette::PAPER));
        choices(
            row,
            [
                ("lab.page.settings", Page::Settings),
                ("lab.page.results", Page::Results),
                ("lab.page.experiments", Page::Experiments),
            ],
            |world, page| world.resource::<Laboratory>().page == page,
            |world, page| world.resource_mut::<Laboratory>().page = page,
        );
        row.spawn(Node {
            flex_grow: 1.0,
            ..default()
        });
        row.spawn(bound_text(TextSize::Body, palette::THOUGHT, progress));
    });
}

/// The number of runs that are made, or of samples that are taken.
fn progress(world: &World) -> String {
    if is_on(world, Page::Experiments) {
        return experiments_page::progress_text(world);
    }
    let running = world.resource::<Running>();
    let Some(lab) = running.lab() else {
        return String::new();
    };
    let (done, all) = (lab.done(), lab.all());
    let values = [("done", done.to_string()), ("all", all.to_string())];
    let key = match (running.is_going(), done < all) {
        (true, _) => "lab.progress.going",
        (false, true) => "lab.progress.stopped",
        (false, false) => "lab.progress.over",
    };
    world.resource::<Words>().fill(key, &values)
}

/// Spawns the buttons that save, and the one that starts and stops.
fn spawn_buttons(root: &mut ChildSpawnerCommands) {
    let row = Node {
        flex_shrink: 0.0,
        align_items: AlignItems::Center,
        justify_content: JustifyContent::FlexEnd,
        row_gap: px(8),
        ..stack(FlexDirection::Row, 10.0)
    };
    root.spawn((row, WrapsWhenLarge)).with_children(|row| {
        let fault = Node {
            flex_grow: 1.0,
            flex_basis: px(0),
            ..default()
        };
        row.spawn(fault)
            .with_child(bound_text(TextSize::Small, palette::FAULT, fault_text));
        spawn_save_buttons(row);
        let caption = BoundText::new(|world| {
            if is_on(world, Page::Experiments) {
                return experiments_page::begin_text(world);
            }
            let key = match world.resource::<Running>().is_going() {
                true => "lab.stop",
                false => "lab.start",
            };
            world.resource::<Words>().get(key)
        });
        button(row, ButtonStyle::Primary, caption, start_or_stop);
    });
}

/// Spawns the buttons that save.
fn spawn_save_buttons(row: &mut ChildSpawnerCommands) {
    in_equal_row(row, 10.0, |row| {
        for (key, what) in [
            ("lab.save.experiment", Saved::Ron),
            ("lab.save.table", Saved::Csv),
            ("lab.save.plot", Saved::Svg),
        ] {
            let saves = button(row, ButtonStyle::Plain, key, move |world| save(world, what));
            let enabled = EnabledWhen::new(move |world| can_save(world, what));
            row.commands_mut().entity(saves).insert(enabled);
        }
    });
}

/// The reason why the draft cannot be run; empty if it can.
fn fault_text(world: &World) -> String {
    let draft = &world.resource::<Laboratory>().draft;
    let Some((number, why)) = draft.fault().filter(|_| !is_on(world, Page::Experiments)) else {
        return String::new();
    };
    format!(
        "{}: {why}",
        crate::generation::laboratory::csv::letter(number)
    )
}

fn start_on_enter(actions: Res<Actions>, menu: Res<State<Menu>>, mut commands: Commands) {
    if *menu.get() == Menu::None && actions.has_begun(Action::Confirm) {
        commands.queue(start_or_stop);
    }
}

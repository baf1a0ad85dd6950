//! The page of an editor: the canvas at the left, the tools, the report and the other picture at the right, and the
//! buttons with which the plan is kept, shared, evolved, played or put back.

use std::path::PathBuf;

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::input_focus::tab_navigation::TabGroup;
use bevy::prelude::*;
use bevy::ui::RelativeCursorPosition;

use super::canvas::{PlanPicture, SIDES};
use super::editing::{Doubts, redo, undo};
use super::files::{KeptPlansRow, keep, spawn_in_file};
use super::{Editing, Editor, Verdict, editing};
use crate::base::PlainError;
use crate::session::FileName;
use crate::shell::creature;
use crate::shell::notice::{self, refusal, show_failure_of};
use crate::shell::screen::{Menu, Screen, set_menu, set_screen};
use crate::shell::table::save_row::SaveRow;
use crate::shell::theatre::legend::spawn_legend;
use crate::shell::theme::bind::{EnabledWhen, SelectedWhen, VisibleWhen};
use crate::shell::theme::palette;
use crate::shell::theme::scroll::{scroll_area, scroll_page, scroll_panel, whole_page};
use crate::shell::theme::sprites::Sprites;
use crate::shell::theme::widget::{
    ButtonStyle, TextSize, bound_text, button, choice, filling_column, label, panel,
    square_picture, stack,
};
use crate::shell::words::Words;

/// The gap between panels.
const GAP: f32 = 12.0;

fn editing<E: Editor>(world: &World) -> Option<&Editing<E>> {
    world.get_resource::<Editing<E>>()
}

fn is_playable<E: Editor>(world: &World) -> bool {
    editing::<E>(world).is_some_and(|editing| editing.can_play)
}

/// The plan that is edited, if it can be played.
pub(super) fn playable_plan<E: Editor>(world: &World) -> Result<E::Plan, PlainError> {
    let editing = editing::<E>(world).filter(|editing| E::is_playable(editing.plan()));
    let unplayable = || refusal(world, "editor.unplayable");
    Ok(editing.ok_or_else(unplayable)?.plan().clone())
}

/// Asks once whether the player means a doubtful plan. The refused action is done when the player repeats it.
fn ask_about_doubts<E: Editor>(world: &mut World) -> Result<(), PlainError> {
    let Some(mut editing) = world.get_resource_mut::<Editing<E>>() else {
        return Ok(());
    };
    let editing = editing.bypass_change_detection();
    if editing.doubts == Doubts::Accepted {
        return Ok(());
    }
    let doubt = E::doubt(editing.plan());
    let had_asked = editing.doubts == Doubts::Asked;
    editing.doubts = match doubt.is_some() {
        true => Doubts::Asked,
        false => Doubts::Unasked,
    };
    match doubt.filter(|_| !had_asked) {
        Some(question) => Err(refusal(world, question)),
        None => Ok(()),
    }
}

/// Keeps the plan that is edited, unless the player must first confirm a doubt.
fn ask_and_keep<E: Editor>(world: &mut World, name: &FileName) -> Result<PathBuf, PlainError> {
    ask_about_doubts::<E>(world)?;
    keep::<E>(world, name)
}

/// Notes that the player means whatever is edited, so that no question is asked.
pub fn accept_doubts<E: Editor>(world: &mut World) {
    editing::with_editing::<E>(world, |editing| editing.doubts = Doubts::Accepted);
}

/// Closes the editor. The draft stays for the next time.
pub fn leave<E: Editor>(world: &mut World) {
    let has_kept = editing::<E>(world).is_some_and(|editing| editing.has_kept);
    set_menu(world, Menu::None);
    // The page behind lists the kept plans.
    if has_kept && *world.resource::<State<Screen>>().get() == Screen::Setup {
        set_screen(world, Screen::Setup);
    }
    editing::with_editing::<E>(world, |editing| editing.has_kept = false);
}

/// Starts a game with the edited plan.
pub fn play<E: Editor>(world: &mut World) -> Result<(), PlainError> {
    let plan = playable_plan::<E>(world)?;
    E::play(world, &plan)?;
    set_menu(world, Menu::None);
    Ok(())
}

/// Opens the theatre on a run whose founders descend from the edited plan. The plan may have faults, which the
/// evolution can mend.
pub fn evolve<E: Editor>(world: &mut World) -> Result<(), PlainError> {
    let Some(plan) = editing::<E>(world).map(|editing| editing.plan().clone()) else {
        return Ok(());
    };
    E::evolve(world, &plan)?;
    set_menu(world, Menu::None);
    Ok(())
}

/// Puts the edited plan back into its run.
pub fn put_back<E: Editor>(world: &mut World) {
    let Some(editing) = editing::<E>(world) else {
        return;
    };
    let (plan, put_back) = (editing.plan().clone(), editing.put_back.clone());
    let Some(put_back) = put_back else { return };
    show_failure_of(world, |world| {
        put_back(world, &plan)?;
        set_menu(world, Menu::None);
        Ok(())
    });
}

/// The text with which another player can play the edited plan.
pub fn share_text<E: Editor>(world: &World) -> Result<String, PlainError> {
    let plan = playable_plan::<E>(world)?;
    let unplayable = || refusal(world, "editor.unplayable");
    E::id(world, &plan).ok_or_else(unplayable)
}

/// Copies the text with which another player can play the edited plan.
pub(super) fn share<E: Editor>(world: &mut World) {
    show_failure_of(world, |world| {
        let text = share_text::<E>(world)?;
        let done = world.resource::<Words>().get("notice.copied");
        notice::copy(world, text, done);
        Ok(())
    });
}

/// Does the action of the main button: puts the plan back, or plays it.
pub(super) fn do_main_action<E: Editor>(world: &mut World) {
    if editing::<E>(world).is_some_and(Editing::is_individual) {
        return put_back::<E>(world);
    }
    show_failure_of(world, |world| {
        ask_about_doubts::<E>(world)?;
        play::<E>(world)
    });
}

/// Makes the other picture the large one, or the small one again.
pub(super) fn swap_pictures<E: Editor>(world: &mut World) {
    if E::WORDS.other.is_some() {
        editing::with_editing::<E>(world, |editing| {
            editing.is_other_large ^= true;
            editing.touch();
        });
    }
}

/// Spawns the page.
pub(super) fn spawn_page<E: Editor>(
    mut editing: ResMut<Editing<E>>,
    sprites: Res<Sprites>,
    words: Res<Words>,
    mut images: ResMut<Assets<Image>>,
    mut commands: Commands,
) {
    editing.bypass_change_detection().is_opening = false;
    let (sprites, images) = (&*sprites, &mut *images);
    // A creature that is kept may have its own name.
    let name = E::creature(editing.plan());
    let name = name.map_or(String::new(), |creature| creature::name(creature, &words));
    let is_individual = editing.is_individual();
    let root = (
        Name::new("Editor"),
        TabGroup::new(0),
        DespawnOnExit(Menu::Editor),
        Node {
            position_type: PositionType::Absolute,
            width: percent(100),
            height: percent(100),
            ..default()
        },
        BackgroundColor(palette::NIGHT),
    );
    let page = Node {
        padding: UiRect::all(px(18)),
        flex_direction: FlexDirection::Column,
        row_gap: px(GAP),
        ..whole_page()
    };
    let fill = |root: &mut ChildSpawnerCommands| {
        spawn_heading::<E>(root);
        let stage = Node {
            flex_grow: 1.0,
            flex_basis: px(0),
            min_height: px(0),
            ..stack(FlexDirection::Row, GAP)
        };
        root.spawn(stage).with_children(|row| {
            spawn_canvas(row, images);
            spawn_side::<E>(row, sprites, images, is_individual);
        });
        spawn_buttons::<E>(root, is_individual, &name);
    };
    let mut root = commands.spawn(root);
    root.with_children(|root| scroll_page(root, page, fill));
}

/// Spawns the widgets beside the canvas: the tools, and below them the findings.
fn spawn_side<E: Editor>(
    row: &mut ChildSpawnerCommands,
    sprites: &Sprites,
    images: &mut Assets<Image>,
    is_individual: bool,
) {
    let side = Node {
        flex_grow: 1.0,
        flex_basis: px(0),
        min_width: px(0),
        ..stack(FlexDirection::Column, GAP)
    };
    row.spawn(side).with_children(|side| {
        let tools = Node {
            padding: UiRect::all(px(14)),
            ..stack(FlexDirection::Column, 8.0)
        };
        side.spawn(panel(tools)).with_children(|tools| {
            E::spawn_tools(tools, sprites, is_individual);
        });
        spawn_findings::<E>(side, images);
    });
}

fn spawn_heading<E: Editor>(root: &mut ChildSpawnerCommands) {
    let heading = Node {
        align_items: AlignItems::Center,
        ..stack(FlexDirection::Row, 14.0)
    };
    root.spawn(heading).with_children(|row| {
        button(row, ButtonStyle::Plain, "play.back", leave::<E>);
        row.spawn((
            label(E::WORDS.title, TextSize::Head, palette::PAPER),
            TextLayout::no_wrap(),
        ));
        let hint = Node {
            flex_grow: 1.0,
            flex_basis: px(0),
            ..default()
        };
        row.spawn(hint).with_children(spawn_hint::<E>);
        let undo = button(row, ButtonStyle::Plain, "play.undo", undo::<E>);
        let redo = button(row, ButtonStyle::Plain, "play.redo", redo::<E>);
        let can_undo = EnabledWhen::new(|world| editing::<E>(world).is_some_and(Editing::can_undo));
        row.commands_mut().entity(undo).insert(can_undo);
        let can_redo = EnabledWhen::new(|world| editing::<E>(world).is_some_and(Editing::can_redo));
        row.commands_mut().entity(redo).insert(can_redo);
    });
}

/// Spawns the words about the use of the canvas. Where something is wrong under the pointer, that is said in their place.
fn spawn_hint<E: Editor>(place: &mut ChildSpawnerCommands) {
    let has_fault = |world: &World| !pointed_fault::<E>(world).is_empty();
    let fault = bound_text(TextSize::Small, palette::FAULT, pointed_fault::<E>);
    place.spawn((fault, VisibleWhen::new(has_fault)));
    let hint = label(E::WORDS.hint, TextSize::Small, palette::MIST);
    place.spawn((hint, VisibleWhen::new(move |world| !has_fault(world))));
}

/// Says what is wrong at the spot under the pointer; empty if nothing is.
fn pointed_fault<E: Editor>(world: &World) -> String {
    let pointed = editing::<E>(world).and_then(|editing| Some((editing, editing.pointed?)));
    pointed.map_or(String::new(), |(editing, spot)| {
        E::spot_fault(editing.plan(), spot, world.resource::<Words>())
    })
}

/// A picture of the plan: the canvas, or the small one.
fn picture(images: &mut Assets<Image>, is_canvas: bool) -> impl Bundle {
    let side = SIDES[usize::from(!is_canvas)];
    let image = images.add(Image::transparent());
    (PlanPicture { is_canvas }, square_picture(image, side))
}

fn spawn_canvas(row: &mut ChildSpawnerCommands, images: &mut Assets<Image>) {
    // The space for the scroll bar takes the place of the padding at the right.
    let node = Node {
        padding: UiRect {
            right: px(0),
            ..UiRect::all(px(10))
        },
        align_self: AlignSelf::FlexStart,
        ..default()
    };
    row.spawn(panel(node)).with_children(|panel| {
        let window = Node {
            height: px(SIDES[0]),
            ..default()
        };
        let column = Node {
            width: px(SIDES[0]),
            ..stack(FlexDirection::Column, 0.0)
        };
        scroll_area(panel, window, column, |canvas| {
            let pointer = RelativeCursorPosition::default();
            canvas.spawn((Name::new("Canvas"), picture(images, true), pointer));
        });
    });
}

/// Spawns the report, the kept plans, and the other picture.
fn spawn_findings<E: Editor>(side: &mut ChildSpawnerCommands, images: &mut Assets<Image>) {
    let row = Node {
        flex_grow: 1.0,
        flex_basis: px(0),
        min_height: px(0),
        ..stack(FlexDirection::Row, GAP)
    };
    side.spawn(row).with_children(|row| {
        spawn_report::<E>(row);
        if let Some(caption) = E::WORDS.other {
            spawn_other_picture::<E>(row, images, caption);
        }
    });
}

/// Spawns the report with the kept plans.
fn spawn_report<E: Editor>(row: &mut ChildSpawnerCommands) {
    let layout = Node {
        min_width: px(0),
        ..filling_column(14.0, 6.0)
    };
    scroll_panel(row, layout, 6.0, |list| {
        spawn_in_file::<E>(list);
        for (verdict, colour) in [
            (Verdict::Wrong, palette::FAULT),
            (Verdict::Holds, palette::LEAF),
            (Verdict::Note, palette::PAPER),
        ] {
            let text = move |world: &World| report_text::<E>(world, verdict);
            let seen = VisibleWhen::new(move |world| !report_text::<E>(world, verdict).is_empty());
            list.spawn((bound_text(TextSize::Body, colour, text), seen));
        }
        spawn_kept::<E>(list);
    });
}

/// Spawns the other picture, with the button that makes it the large one, and its legend.
fn spawn_other_picture<E: Editor>(
    row: &mut ChildSpawnerCommands,
    images: &mut Assets<Image>,
    caption: &'static str,
) {
    let node = Node {
        padding: UiRect::all(px(10)),
        align_self: AlignSelf::FlexStart,
        ..stack(FlexDirection::Column, 8.0)
    };
    row.spawn(panel(node)).with_children(|panel| {
        panel.spawn(picture(images, false));
        let is_large =
            SelectedWhen::new(|world| editing::<E>(world).is_some_and(|e| e.is_other_large));
        choice(panel, caption, is_large, swap_pictures::<E>);
        if let Some(legend) = E::OTHER_LEGEND {
            let width = Node {
                width: px(SIDES[1]),
                ..default()
            };
            panel
                .spawn(width)
                .with_children(|place| spawn_legend(place, legend));
        }
    });
}

/// The lines of the report with one verdict.
fn report_text<E: Editor>(world: &World, verdict: Verdict) -> String {
    let (words, Some(editing)) = (world.resource::<Words>(), editing::<E>(world)) else {
        return String::new();
    };
    let lines = editing.report.iter();
    let lines = lines.filter(|line| line.verdict == verdict);
    let lines: Vec<String> = lines.map(|line| line.text(words)).collect();
    lines.join("\n")
}

/// Spawns the place for the kept plans, which is shown if there are any.
fn spawn_kept<E: Editor>(list: &mut ChildSpawnerCommands) {
    let node = Node {
        margin: UiRect::top(px(8)),
        ..stack(FlexDirection::Column, 6.0)
    };
    let seen = VisibleWhen::new(|world| editing::<E>(world).is_some_and(|e| !e.kept.is_empty()));
    list.spawn((node, seen)).with_children(|place| {
        place.spawn(label("editor.kept", TextSize::Small, palette::LAMP));
        place.spawn((
            KeptPlansRow::default(),
            Node {
                flex_wrap: FlexWrap::Wrap,
                ..stack(FlexDirection::Row, 6.0)
            },
        ));
    });
}

/// Spawns the buttons below the stage.
fn spawn_buttons<E: Editor>(root: &mut ChildSpawnerCommands, is_individual: bool, name: &str) {
    let row = Node {
        align_items: AlignItems::Center,
        ..stack(FlexDirection::Row, 12.0)
    };
    root.spawn(row).with_children(|row| {
        let save_row = SaveRow {
            label: "editor.name",
            width: 190.0,
            name,
            look: ButtonStyle::Plain,
            buttons: vec![("editor.keep", ask_and_keep::<E>)],
            saved: "editor.kept_as",
        };
        save_row.spawn(row);
        button(row, ButtonStyle::Plain, "editor.share", share::<E>);
        row.spawn(Node {
            flex_grow: 1.0,
            ..default()
        });
        let playable = EnabledWhen::new(is_playable::<E>);
        if is_individual {
            button(row, ButtonStyle::Primary, "editor.put_back", put_back::<E>);
            return;
        }
        button(row, ButtonStyle::Plain, "editor.evolve", |world| {
            show_failure_of(world, evolve::<E>);
        });
        let play = button(row, ButtonStyle::Primary, "play.play", do_main_action::<E>);
        row.commands_mut().entity(play).insert(playable);
    });
}

//! The panel of the selected individual (the best so far, or a member): its heading, its picture, and the effect of a
//! click on it.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;
use bevy::ui::RelativeCursorPosition;

use super::explain::{self, Topic};
use super::selected_picture::{PicturePointer, SelectedPicture};
use super::{Show, close_up, controls, playback, tries};
use crate::base::Towards;
use crate::generation::family::parent_at;
use crate::generation::run::StopReason;
use crate::generation::watch::PictureKind;
use crate::shell::theme::bind::{BoundText, SelectedWhen, VisibleWhen};
use crate::shell::theme::palette;
use crate::shell::theme::widget::{
    ButtonStyle, TextSize, bound_text, button, choice, in_row, panel, spoken_name, stack,
};
use crate::shell::words::Words;

/// The distance of the picture from the edges of its panel, in interface pixels.
pub(super) const PADDING: f32 = 14.0;

/// Spawns the panel of the selected individual.
pub(super) fn spawn_selected(row: &mut ChildSpawnerCommands, images: &mut Assets<Image>) {
    let node = Node {
        padding: UiRect::all(px(PADDING)),
        flex_shrink: 0.0,
        ..stack(FlexDirection::Column, 8.0)
    };
    row.spawn(panel(node)).with_children(|column| {
        let heading = Node {
            align_items: AlignItems::Center,
            justify_content: JustifyContent::SpaceBetween,
            // There may be too little room for one line beside the map of an archive.
            flex_wrap: FlexWrap::Wrap,
            row_gap: px(4),
            min_height: px(34),
            ..default()
        };
        column.spawn(heading).with_children(spawn_selected_heading);
        column.spawn(Node::default()).with_children(|room| {
            room.spawn((
                SelectedPicture,
                RelativeCursorPosition::default(),
                ImageNode::new(images.add(Image::transparent())),
                Node::default(),
            ));
            close_up::spawn_place(room, images);
        });
        tries::spawn_line(column);
        explain::spawn_place(column);
    });
}

/// Spawns the name of the selected individual, and the buttons that select another one or show it at work.
fn spawn_selected_heading(row: &mut ChildSpawnerCommands) {
    let caption = |world: &World| {
        let show = world.resource::<Show>();
        let key = match (show.member, show.record) {
            (None, _) if show.followed.is_some() => "theatre.newborn",
            (Some(_), _) => "theatre.chosen",
            (None, Some(_)) => "theatre.best_then",
            (None, None) if show.progress.stop == Some(StopReason::TargetMet) => "theatre.winner",
            (None, None) => "theatre.best",
        };
        world.resource::<Words>().get(key)
    };
    let caption = bound_text(TextSize::Body, palette::LAMP, caption);
    explain::spawn(row, Topic::Individual, caption);
    in_row(row, 6.0, |buttons| {
        spawn_watch(buttons);
        spawn_kinds(buttons);
        for (caption, name, towards) in [
            (
                "theatre.before",
                "theatre.individual_before",
                Towards::Previous,
            ),
            ("theatre.next", "theatre.individual_next", Towards::Next),
        ] {
            let neighbour = button(buttons, ButtonStyle::Chip, caption, move |world| {
                controls::select_neighbour(world, towards);
            });
            let mut neighbour = buttons.commands_mut().entity(neighbour);
            neighbour.with_child(spoken_name(name));
        }
    });
}

/// Spawns the button that shows the selected individual at work, if the problem has a playback.
fn spawn_watch(row: &mut ChildSpawnerCommands) {
    let watch = |world: &World| world.resource::<Show>().about.watch;
    let seen = VisibleWhen::new(move |world| watch(world).is_some());
    row.spawn((Node::default(), seen)).with_children(|cell| {
        let caption = BoundText::new(move |world| {
            let words = world.resource::<Words>();
            watch(world).map_or(String::new(), |key| words.get(key))
        });
        let selected = SelectedWhen::new(|world| world.resource::<Show>().playback.is_some());
        choice(cell, caption, selected, playback::toggle_playback);
    });
}

/// Spawns the buttons that show the selected individual with its parents, and its other picture, if there are any.
fn spawn_kinds(row: &mut ChildSpawnerCommands) {
    let insight = |world: &World| world.resource::<Show>().about.insight;
    let caption = BoundText::new(move |world| {
        let words = world.resource::<Words>();
        insight(world).map_or(String::new(), |key| words.get(key))
    });
    let has_insight = VisibleWhen::new(move |world| insight(world).is_some());
    spawn_kind(row, has_insight, caption, PictureKind::Insight);
    let has_family = VisibleWhen::new(|world| {
        let frame = world.resource::<Show>().frame.as_ref();
        frame.is_some_and(|frame| frame.family.is_some())
    });
    let caption = BoundText::phrase("theatre.family");
    spawn_kind(row, has_family, caption, PictureKind::Family);
}

/// Spawns the button of a kind of picture, which ends the playback. Pressed again, it shows the usual picture.
fn spawn_kind(
    row: &mut ChildSpawnerCommands,
    seen: VisibleWhen,
    caption: BoundText,
    kind: PictureKind,
) {
    row.spawn((Node::default(), seen)).with_children(|cell| {
        let is_shown = move |show: &Show| show.large.kind == kind && show.playback.is_none();
        let selected = SelectedWhen::new(move |world| is_shown(world.resource::<Show>()));
        choice(cell, caption, selected, move |world| {
            let mut show = world.resource_mut::<Show>();
            let old = show.picture().cloned();
            show.large.kind = if is_shown(&show) {
                PictureKind::Usual
            } else {
                kind
            };
            show.playback = None;
            show.morph_from(old);
        });
    });
}

/// Explains the individual that is clicked, and goes to a parent that is clicked in the picture of a family.
pub(super) fn read_pointer(show: Res<Show>, pointer: PicturePointer, mut commands: Commands) {
    let at = pointer.clicked();
    if at.is_some() {
        commands.queue(|world: &mut World| explain::explain(world, Topic::Individual));
    }
    let shows_family = show.large.kind == PictureKind::Family && show.scene().is_none();
    let at = at.filter(|_| shows_family);
    let family = show.frame.as_ref().and_then(|frame| frame.family.as_ref());
    let Some((at, (record, parents))) = at.zip(family.and_then(|family| family.parents)) else {
        return;
    };
    if let Some(parent) = parent_at(at.x, at.y) {
        let member = parents[parent];
        commands.queue(move |world: &mut World| {
            controls::go_to_member(world, record, member);
        });
    }
}

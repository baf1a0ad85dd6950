//! The large picture of the selected individual: its size, its letters, and its painting.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::ui::RelativeCursorPosition;
use bevy::window::PrimaryWindow;

use super::{Show, stage, tries};
use crate::base::smoothstep;
use crate::generation::pools::{spawn_or_default, take_result};
use crate::generation::{Label, LabelPlace, Picture};
use crate::shell::screen::Menu;
use crate::shell::settings::Settings;
use crate::shell::theme::covering::CoveringNodes;
use crate::shell::theme::paint::{Canvas, replace_image};
use crate::shell::theme::palette;
use crate::shell::theme::sprites::Sprites;
use crate::shell::theme::widget::{TextSize, text_font};
use crate::shell::words::Words;

/// The least side of the large picture, in interface pixels.
const SIDE: f32 = 440.0;
/// Its side beside the grid of an archive, which needs much room.
const SIDE_BESIDE_GRID: f32 = 330.0;
/// The side of its texture, in pixels.
const TEXTURE: u32 = 880;
/// The smallest height of legible letters, in interface pixels.
const LETTERS: f32 = 14.0;
/// The height of a line with large letters, in interface pixels.
const LARGE_LINE: f32 = 34.0;

/// Marks the large picture.
#[derive(Component)]
pub(super) struct SelectedPicture;

/// The mouse over the large picture.
#[derive(SystemParam)]
pub(super) struct PicturePointer<'w, 's> {
    menu: Res<'w, State<Menu>>,
    covering: CoveringNodes<'w, 's>,
    buttons: Res<'w, ButtonInput<MouseButton>>,
    pictures: Query<'w, 's, &'static RelativeCursorPosition, With<SelectedPicture>>,
}

impl PicturePointer<'_, '_> {
    /// The point of the picture under the mouse, from 0 to 1 to the right and down; `None` beside it, while a menu is
    /// open, and where something lies over the picture.
    pub(super) fn at(&self) -> Option<Vec2> {
        let pointer = self.pictures.single().ok()?;
        let at = self.covering.point_on(pointer)?;
        (*self.menu.get() == Menu::None).then(|| at + 0.5)
    }

    /// The point of the picture that is clicked in this frame.
    pub(super) fn clicked(&self) -> Option<Vec2> {
        self.at()
            .filter(|_| self.buttons.just_pressed(MouseButton::Left))
    }
}

/// The side of the large picture in a window of this size, in interface pixels: as large as the widgets around it
/// allow.
fn side_in(window: Vec2) -> f32 {
    (window - stage::AROUND_PICTURE).min_element().max(SIDE)
}

/// The rectangle of the large picture when the theatre was left, in window pixels, from which the picked thing can
/// grow. `None` if another screen was opened since then.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct LastPicture(pub Option<Rect>);

/// Gives the large picture its size, and remembers its rectangle.
pub(super) fn fit_picture(
    (settings, scale): (Res<Settings>, Res<UiScale>),
    window: Query<&Window, With<PrimaryWindow>>,
    mut show: ResMut<Show>,
    mut last: ResMut<LastPicture>,
    mut pictures: Query<(&mut Node, &ComputedNode, &UiGlobalTransform), With<SelectedPicture>>,
) {
    // With large texts the panels stand below each other, and the page scrolls.
    let window = window.single().ok().filter(|_| !settings.has_large_text());
    let side = match &show.archive {
        Some(_) => SIDE_BESIDE_GRID,
        None => {
            let side = window.map_or(SIDE, |window| side_in(window.size() / scale.0));
            let line = if tries::are_shown(&show) {
                tries::ROOM
            } else {
                0.0
            };
            side - line
        }
    };
    if show.large.side != side {
        show.large.side = side;
    }
    for (mut node, computed, place) in &mut pictures {
        let side = px(side);
        if node.width != side {
            (node.width, node.height) = (side, side);
        }
        let pixels = computed.inverse_scale_factor();
        let (middle, size) = (place.translation * pixels, computed.size() * pixels);
        last.0 = Some(Rect::from_center_size(middle, size));
    }
}

/// Forgets the rectangle of the large picture.
pub(super) fn forget_picture(mut last: ResMut<LastPicture>) {
    last.0 = None;
}

/// Shows the lines of the large picture, if they are legible and no playback is shown.
pub(super) fn update_labels(
    (show, words): (Res<Show>, Res<Words>),
    pictures: Query<Entity, With<SelectedPicture>>,
    mut shown: Local<Vec<Label>>,
    mut commands: Commands,
) {
    if !show.is_changed() {
        return;
    }
    let labels = show.picture().map(|picture| &picture.labels);
    let side = show.large.side;
    let legible = |label: &&Label| {
        matches!(label.place, LabelPlace::Line { .. }) && label.height * side >= LETTERS
    };
    let wanted: Vec<Label> = match labels {
        Some(labels) if show.scene().is_none() => labels.iter().filter(legible).cloned().collect(),
        _ => Vec::new(),
    };
    let Ok(picture) = pictures.single() else {
        shown.clear();
        return;
    };
    if *shown == wanted {
        return;
    }
    commands
        .entity(picture)
        .despawn_children()
        .with_children(|labels| {
            let read = words.label_reader();
            for label in &wanted {
                let label_node = spawn_label(labels, label, read(&label.text), side);
                if !shown.contains(label) {
                    let picture = show.large.count;
                    labels
                        .commands_mut()
                        .entity(label_node)
                        .insert(NewLabel { picture });
                }
            }
        });
    *shown = wanted;
}

/// A label that stands elsewhere than those of the picture before. It fades in during the change between the two,
/// because the shapes to which it belongs are still on their way there.
#[derive(Component)]
pub(super) struct NewLabel {
    /// The number of the picture with which it came.
    picture: u32,
}

/// The progress of a change at which new labels begin to fade in, and at which they are there. The shapes have gone
/// more than half and nine tenths of their way then.
const FADE: (f32, f32) = (0.25, 0.6);

/// Lets new labels fade in.
pub(super) fn fade_labels(
    show: Res<Show>,
    settings: Res<Settings>,
    mut labels: Query<(&NewLabel, &mut TextColor)>,
) {
    let progress = (show.large.painted_progress - FADE.0) / (FADE.1 - FADE.0);
    for (label, mut colour) in &mut labels {
        let is_at_rest = settings.reduced_motion || label.picture != show.large.count;
        let alpha = if is_at_rest {
            1.0
        } else {
            progress.clamp(0.0, 1.0)
        };
        colour.set_if_neq(TextColor(palette::PAPER.with_alpha(alpha)));
    }
}

/// Spawns a label of a picture whose side is `side` interface pixels.
fn spawn_label(
    labels: &mut ChildSpawnerCommands,
    label: &Label,
    text: String,
    side: f32,
) -> Entity {
    let is_large = label.height * side >= LARGE_LINE;
    let (size, pixels) = match is_large {
        true => (TextSize::Lead, 20.0),
        false => (TextSize::Small, LETTERS),
    };
    let label = labels.spawn((
        Text::new(text),
        text_font(size),
        TextColor(palette::PAPER),
        TextLayout::no_wrap(),
        Node {
            position_type: PositionType::Absolute,
            left: px(label.x * side),
            top: px(label.y * side - 0.6 * pixels),
            ..default()
        },
    ));
    label.id()
}

/// The state that the large picture shows.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct PictureState {
    /// Whether it is a scene of the playback.
    playing: bool,
    /// The time of the playback, or the progress from the previous picture to the current one.
    time: f32,
    /// The number of the picture.
    number: u32,
}

impl PictureState {
    /// The progress of the change from the previous picture to the current one, 0 to 1. Playback changes nothing.
    fn progress(self) -> f32 {
        if self.playing { 1.0 } else { self.time }
    }
}

/// Paints the large picture in the background: a scene of the playback, or the change from the previous picture.
pub(super) fn paint_selected(
    mut show: ResMut<Show>,
    settings: Res<Settings>,
    sprites: Res<Sprites>,
    nodes: Query<&ImageNode, With<SelectedPicture>>,
    mut images: ResMut<Assets<Image>>,
    mut painted: Local<Option<PictureState>>,
) {
    let morphing = &mut show.bypass_change_detection().large.morphing;
    if let Some(Some(image)) = take_result(morphing)
        && let Ok(node) = nodes.single()
    {
        replace_image(&mut images, &node.image, image);
        let is_current = painted.is_some_and(|state| state.number == show.large.count);
        let progress = painted
            .filter(|_| is_current)
            .map_or(0.0, |state| state.progress());
        show.bypass_change_detection().large.painted_progress = progress;
    }
    if show.large.morphing.is_some() {
        return;
    }
    let Some((now, before, after)) = next_picture(&show, *painted, settings.reduced_motion) else {
        return;
    };
    *painted = Some(now);
    let progress = if now.playing {
        now.time.fract()
    } else {
        now.time
    };
    // Changes end slowly. The long change into the outcome begins slowly too.
    let t = match show.large.turns_into_outcome && !now.playing {
        true => smoothstep(progress),
        false => 1.0 - (1.0 - progress).powi(3),
    };
    let before = before.filter(|_| progress < 1.0 && !settings.reduced_motion);
    let (sprites, density) = (sprites.painter(), TEXTURE as f32 / show.large.side.max(1.0));
    let paint = move || {
        let canvas = Canvas::with_sprites(TEXTURE, TEXTURE, sprites)?;
        let mut canvas = canvas.at_density(density);
        match before {
            Some(before) => canvas.morph(&before, &after, t, TEXTURE as f32),
            None => canvas.picture(&after, Vec2::ZERO, TEXTURE as f32),
        }
        Some(canvas.image())
    };
    show.bypass_change_detection().large.morphing = Some(spawn_or_default(paint));
}

/// The state to paint, with the pictures before and after the change; `None` if that state is painted already. If
/// nothing glides, a scene has a single state.
fn next_picture(
    show: &Show,
    painted: Option<PictureState>,
    is_still: bool,
) -> Option<(PictureState, Option<Picture>, Picture)> {
    let frame = show.frame.as_ref()?;
    let scene = show.scene();
    let now = PictureState {
        playing: scene.is_some(),
        time: match scene {
            Some((time, ..)) if is_still => time.floor(),
            Some((time, ..)) => time,
            None => show.large.progress,
        },
        number: show.large.count,
    };
    if painted == Some(now) {
        return None;
    }
    Some(match scene {
        Some((_, before, after)) => (now, Some(before.clone()), after.clone()),
        None => (
            now,
            show.large.previous.clone(),
            frame.picture(show.large.kind).clone(),
        ),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_large_picture_takes_the_room_that_the_window_leaves() {
        // The interface has at least the size of the first window.
        let [usual, wide, high] = [(1280.0, 720.0), (1720.0, 720.0), (1280.0, 960.0)]
            .map(|(width, height)| side_in(Vec2::new(width, height)));
        assert_eq!(usual, SIDE);
        assert_eq!(wide, usual, "it is as high as it can be");
        assert!(high > usual + 80.0);
        assert_eq!(side_in(Vec2::new(640.0, 360.0)), SIDE);
    }
}

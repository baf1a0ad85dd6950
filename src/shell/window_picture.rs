//! Pictures of the window, which the player saves and can send to others. The pause menu and the notices are left out,
//! and the board that the pause menu hides is shown.

use bevy::camera::visibility::VisibilitySystems;
use bevy::prelude::*;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};

use super::board::BoardRoot;
use super::input::{Action, Actions};
use super::pictures::paint_and_save;
use super::screen::Menu;
use super::theme::animation::png_of_rgb;
use crate::base::PlainError;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Shutter>()
        .add_systems(PreUpdate, close_shutter)
        .add_systems(Update, take_picture_on_key)
        .add_systems(
            PostUpdate,
            open_shutter.before(VisibilitySystems::VisibilityPropagate),
        );
}

/// Something that is left out of pictures of the window.
#[derive(Component)]
pub struct NotInPictures;

/// The state of a picture that is taken of the window.
#[derive(Resource, Default, PartialEq)]
enum Shutter {
    /// No picture is taken.
    #[default]
    Closed,
    /// A picture is taken of this frame.
    Due,
    /// A picture is taken of the frame before. Some nodes are hidden or shown for it.
    Open,
}

/// Saves a picture of the window, and shows its path in a notice.
pub fn take_picture(world: &mut World) {
    *world.resource_mut::<Shutter>() = Shutter::Due;
}

fn take_picture_on_key(actions: Res<Actions>, mut shutter: ResMut<Shutter>) {
    if actions.has_begun(Action::Picture) {
        *shutter = Shutter::Due;
    }
}

/// Takes the picture that is due, of this frame alone.
fn open_shutter(
    menu: Res<State<Menu>>,
    mut shutter: ResMut<Shutter>,
    mut left_out: Query<&mut Visibility, (With<NotInPictures>, Without<BoardRoot>)>,
    mut boards: Query<&mut Visibility, With<BoardRoot>>,
    mut commands: Commands,
) {
    if *shutter != Shutter::Due {
        return;
    }
    *shutter = Shutter::Open;
    for mut visibility in &mut left_out {
        *visibility = Visibility::Hidden;
    }
    // In the next frame the pause menu hides the board again.
    if *menu.get() == Menu::Pause {
        for mut visibility in &mut boards {
            *visibility = Visibility::Inherited;
        }
    }
    commands
        .spawn(Screenshot::primary_window())
        .observe(save_captured);
}

/// Shows the nodes that were left out of the picture.
fn close_shutter(
    mut shutter: ResMut<Shutter>,
    mut left_out: Query<&mut Visibility, With<NotInPictures>>,
) {
    if *shutter == Shutter::Open {
        *shutter = Shutter::Closed;
        for mut visibility in &mut left_out {
            *visibility = Visibility::Inherited;
        }
    }
}

/// Saves the picture in the background.
fn save_captured(captured: On<ScreenshotCaptured>, mut commands: Commands) {
    let image = captured.image.clone();
    commands.queue(|world: &mut World| paint_and_save(world, || Some(png(image))));
}

/// A picture of the window as a PNG file.
pub(super) fn png(image: Image) -> Result<Vec<u8>, PlainError> {
    let picture = image.try_into_dynamic()?;
    // The fourth channel holds the brightness of a pixel, and not its opacity, so it is dropped.
    let picture = picture.to_rgb8();
    png_of_rgb(picture.dimensions(), picture.as_raw()).map_err(PlainError::from)
}

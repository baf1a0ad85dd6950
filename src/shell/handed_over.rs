//! Links that another copy of the program hands over: the game of each opens in this window.

use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use bevy::winit::{EventLoopProxyWrapper, WinitUserEvent};

use super::notice::show_failure_of;
use super::played::open_link;
use crate::session::hand_over::{Inbox, listen};
use crate::session::{Autosave, Folders};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        PostStartup,
        listen_for_links.run_if(resource_exists::<EventLoopProxyWrapper>),
    )
    .add_systems(
        Update,
        open_handed_over_links.run_if(resource_exists::<Inbox>),
    );
}

/// Begins to listen, if this copy is the one that saves. A window at rest is woken by each link.
fn listen_for_links(
    folders: Option<Res<Folders>>,
    autosave: Res<Autosave>,
    proxy: Res<EventLoopProxyWrapper>,
    mut commands: Commands,
) {
    let Some(folders) = folders.filter(|_| autosave.holds_lock()) else {
        return;
    };
    let proxy = (**proxy).clone();
    let wake = move || {
        // The window may close while a link comes.
        let _ = proxy.send_event(WinitUserEvent::WakeUp);
    };
    match listen(&folders, wake) {
        Ok(inbox) => commands.insert_resource(inbox),
        Err(why) => info!("links open windows of their own: {why}"),
    }
}

/// Opens the games to which the links lead, the newest last, and brings the window to the front.
fn open_handed_over_links(world: &mut World) {
    while let Some(link) = world.resource::<Inbox>().take() {
        show_failure_of(world, |world| open_link(world, &link));
        let mut windows = world.query_filtered::<&mut Window, With<PrimaryWindow>>();
        for mut window in windows.iter_mut(world) {
            window.set_minimized(false);
            window.focused = true;
        }
    }
}

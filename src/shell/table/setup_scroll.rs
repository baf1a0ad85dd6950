//! The place to which a setup page is scrolled. A player who comes back to the page from a lesson, the theatre or the
//! laboratory finds it as it was left. The title forgets the place.

use bevy::prelude::*;

use crate::shell::screen::Screen;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<RememberedScroll>()
        .add_systems(Update, remember_place)
        .add_systems(OnEnter(Screen::Title), forget_place);
}

/// The part of the setup page with a title that scrolls.
#[derive(Component)]
pub(super) struct SetupArea(&'static str);

/// The title of the page that was scrolled last, and the place in interface pixels.
#[derive(Resource, Default)]
struct RememberedScroll(Option<(&'static str, Vec2)>);

/// Scrolls the area of a page to the place where it was left.
pub(super) fn scroll_back(mut area: EntityCommands, title: &'static str) {
    let area_id = area.id();
    area.insert(SetupArea(title));
    area.commands().queue(move |world: &mut World| {
        let remembered = world.resource::<RememberedScroll>().0;
        if let Some((_, place)) = remembered.filter(|(page, _)| *page == title) {
            world.entity_mut(area_id).insert(ScrollPosition(place));
        }
    });
}

fn remember_place(
    areas: Query<(&SetupArea, &ScrollPosition), Changed<ScrollPosition>>,
    mut remembered: ResMut<RememberedScroll>,
) {
    for (SetupArea(title), place) in &areas {
        remembered.0 = Some((title, place.0));
    }
}

fn forget_place(mut remembered: ResMut<RememberedScroll>) {
    remembered.0 = None;
}

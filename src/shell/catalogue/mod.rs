//! A catalogue: a page on which the player looks through kept things, finds some of them by game and words, turns the
//! pages, and chooses one thing, of which more is shown. The shelf and the list of games played are catalogues.

mod finder;
mod name_row;
mod page;
mod picture;

use std::ops::DerefMut;

use bevy::ecs::component::Mutable;
use bevy::prelude::*;

pub use finder::{Finder, SearchedWords, read_search};
pub use name_row::spawn_name_row;
pub use page::{
    PAGE_HEIGHT, leave, open, set_behind, spawn_back_button, spawn_detail, spawn_empty,
    spawn_game_choices, spawn_page, spawn_search, spawn_turner,
};
pub use picture::{DENSITY, picture_node};

use super::screen::Screen;
use super::theme::paint_task::PaintWork;

/// A page with things that are found in a [`Finder`]. They are known by their ids.
pub trait Catalogue:
    Resource<Mutability = Mutable> + DerefMut<Target = Finder<<Self as Catalogue>::Id>>
{
    /// The id of a thing.
    type Id: Clone + PartialEq + Send + Sync + 'static;
    /// The screen of the page.
    const SCREEN: Screen;
    /// The number of things that are shown at once.
    const PER_PAGE: usize;
    /// The largest number of characters in the name of a thing.
    const MAX_NAME: usize;

    /// Looks for things of another game; `None` for all games.
    fn choose_game(&mut self, game: Option<&'static str>) {
        self.game = game;
        self.first = 0;
    }

    /// Returns the name of a thing, as it stands in the field in which it can be changed.
    fn name_of(world: &World, id: &Self::Id) -> String;

    /// Gives a thing a name.
    fn rename(world: &mut World, id: &Self::Id, name: &str);

    /// The work that paints a thing in a square with a number of pixels a side, [`DENSITY`] for each interface pixel;
    /// `None` if it has no picture.
    fn paint(world: &World, id: &Self::Id, side: f32) -> Option<PaintWork>;
}

/// Adds the systems that all catalogues share. Each catalogue finds its things by itself, after [`read_search`].
pub fn add_catalogue<C: Catalogue>(app: &mut App) {
    app.add_systems(
        Update,
        (name_row::fill_name::<C>, picture::paint_pictures::<C>).run_if(in_state(C::SCREEN)),
    );
}

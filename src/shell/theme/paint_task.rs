//! Pictures that are painted in the background, because painting takes a few milliseconds.

use std::sync::Arc;

use bevy::prelude::*;
use bevy::tasks::Task;
use bevy::tasks::futures::check_ready;

use super::paint::replace_image;
use crate::generation::pools::spawn_or_default;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<PaintTasks>()
        .add_systems(PreUpdate, show_painted);
}

/// Paints an image; `None` if there is nothing to paint.
pub type PaintWork = Box<dyn FnOnce() -> Option<Image> + Send + Sync>;

/// The images that are being painted. Each is shown already, and keeps its old picture until the new one is painted.
#[derive(Resource, Default)]
pub struct PaintTasks(Vec<PaintTask>);

/// An image that is being painted.
struct PaintTask {
    image: Handle<Image>,
    task: Task<Option<Image>>,
    /// The newest work for the image that has not begun yet.
    next: Option<PaintWork>,
}

impl PaintTasks {
    /// Paints into an image in the background. If it is being painted already, that goes on, so that an image that
    /// changes often shows something, and of the work that waits only the newest is done. If there is nothing to paint,
    /// the image keeps its picture.
    pub fn paint(&mut self, image: &Handle<Image>, work: PaintWork) {
        if let Some(earlier) = self.0.iter_mut().find(|one| one.image == *image) {
            earlier.next = Some(work);
            return;
        }
        self.0.push(PaintTask {
            image: image.clone(),
            task: spawn_or_default(work),
            next: None,
        });
    }

    /// Makes an empty image, and paints into it in the background.
    pub fn paint_new(&mut self, images: &mut Assets<Image>, work: PaintWork) -> Handle<Image> {
        let image = images.add(Image::transparent());
        self.paint(&image, work);
        image
    }

    /// Whether no image is being painted.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Makes an empty image, and paints into it in the background.
pub fn paint_new(world: &mut World, work: PaintWork) -> Handle<Image> {
    world.resource_scope(|world, mut tasks: Mut<PaintTasks>| {
        tasks.paint_new(&mut world.resource_mut::<Assets<Image>>(), work)
    })
}

/// Shows the pictures that are finished, and stops the work on those that are not shown any more.
fn show_painted(mut tasks: ResMut<PaintTasks>, mut images: ResMut<Assets<Image>>) {
    if tasks.is_empty() {
        return;
    }
    tasks.0.retain_mut(|one| {
        let Some(painted) = check_ready(&mut one.task) else {
            return is_shown(&one.image);
        };
        if let Some(painted) = painted {
            replace_image(&mut images, &one.image, painted);
        }
        let next = one.next.take();
        let goes_on = next.is_some();
        if let Some(next) = next {
            one.task = spawn_or_default(next);
        }
        goes_on
    });
}

/// Whether anything else than the work on an image has a handle to it.
fn is_shown(image: &Handle<Image>) -> bool {
    match image {
        Handle::Strong(handle) => Arc::strong_count(handle) > 1,
        Handle::Uuid(..) => true,
    }
}

#[cfg(test)]
mod tests {
    use bevy::tasks::{AsyncComputeTaskPool, TaskPool};

    use super::*;
    use crate::shell::theme::paint::Canvas;

    /// Work that paints an image of so many pixels a side.
    fn square(side: u32) -> PaintWork {
        Box::new(move || Some(Canvas::new(side, side)?.image()))
    }

    #[test]
    fn the_newest_picture_is_shown_in_the_end_and_one_that_nothing_shows_is_not_painted() {
        AsyncComputeTaskPool::get_or_init(TaskPool::new);
        let mut world = World::new();
        world.init_resource::<PaintTasks>();
        world.init_resource::<Assets<Image>>();
        let shown = paint_new(&mut world, square(3));
        drop(paint_new(&mut world, square(4)));
        for side in [5, 6] {
            let mut tasks = world.resource_mut::<PaintTasks>();
            tasks.paint(&shown, square(side));
        }
        let system = world.register_system(show_painted);
        while !world.resource::<PaintTasks>().is_empty() {
            world.run_system(system).expect("it runs");
        }
        let images = world.resource::<Assets<Image>>();
        let side = images.get(&shown).map(|image| image.width());
        assert_eq!(side, Some(6));
    }
}

//! The page of a family: the ancestors of an individual at the left, its descendants at the right, or its line back to
//! a founder. It covers the stage. A click on a relative makes it the one in the middle, and selects it in the theatre.
//! Buttons have the same effects as the mouse.

use std::sync::Arc;

use bevy::prelude::*;
use bevy::tasks::Task;
use bevy::ui::RelativeCursorPosition;
use bevy::window::PrimaryWindow;

use super::drag::Drag;
use super::family_layout::{Painting, Places, Viewport};
use super::sentences::SentenceWriter;
use super::wheel::Wheel;
use super::zoom::point_under;
use super::{Show, controls};
use crate::base::Towards;
use crate::generation::driver::RunDriver;
use crate::generation::pedigree::MemberId;
use crate::generation::pools::{spawn_or_default, take_result};
use crate::generation::tree::{FamilyQuery, FamilyTree, Relative};
use crate::shell::screen::Menu;
use crate::shell::theme::paint::{replace_image, texture_size};
use crate::shell::theme::sprites::Sprites;
use crate::shell::words::Words;

/// Marks the picture of the family.
#[derive(Component)]
pub(super) struct FamilyPicture;

/// The page of a family.
pub(super) struct FamilyPage {
    /// The family that was asked for last.
    pub(super) asked: FamilyQuery,
    /// The family that is shown; `None` before the first answer.
    shown: Option<(FamilyQuery, FamilyTree)>,
    answer: Option<Task<Option<FamilyTree>>>,
    viewport: Viewport,
    hovered: Option<usize>,
    /// The point under the mouse in the last frame.
    last_point: Option<Vec2>,
    /// The relative that was chosen without a mouse.
    pub(super) chosen: Option<usize>,
    /// The drag of the page that goes on.
    drag: Option<Drag>,
    /// Whether the run does not know the family that was asked for.
    pub(super) is_unknown: bool,
    stale: bool,
    painting: Option<Task<Option<Image>>>,
}

impl FamilyPage {
    fn of(one: MemberId) -> Self {
        FamilyPage {
            asked: FamilyQuery::Around(one),
            shown: None,
            answer: None,
            viewport: Viewport::whole(Vec2::ZERO, 1.0),
            hovered: None,
            last_point: None,
            chosen: None,
            drag: None,
            is_unknown: false,
            stale: true,
            painting: None,
        }
    }

    /// The individual in the middle of the family.
    pub(super) fn focus(&self) -> MemberId {
        match self.asked {
            FamilyQuery::Around(one) | FamilyQuery::Line(one, _) => one,
        }
    }

    pub(super) fn ask(&mut self, family: FamilyQuery) {
        if self.asked != family {
            self.asked = family;
            self.answer = None;
            self.is_unknown = false;
        }
    }

    pub(super) fn tree(&self) -> Option<&FamilyTree> {
        self.shown.as_ref().map(|(_, tree)| tree)
    }

    fn is_line(&self) -> bool {
        matches!(self.shown, Some((FamilyQuery::Line(..), _)))
    }

    /// The relative that is shown large: that under the pointer, or the one that was chosen without a mouse.
    pub(super) fn enlarged(&self) -> Option<usize> {
        self.hovered.or(self.chosen)
    }

    /// The relative of the line of words: the one that is shown large, or the one in the middle.
    pub(super) fn described(&self) -> Option<&Relative> {
        let tree = self.tree()?;
        tree.relatives.get(self.enlarged().unwrap_or(tree.focus))
    }

    /// The middle of the picture of the relative of the line of words.
    fn middle(&self) -> Option<Vec2> {
        let tree = self.tree()?;
        let places = Places::of(tree, self.is_line(), &self.viewport);
        let corner = places.corners.get(self.enlarged().unwrap_or(tree.focus))?;
        Some(*corner + places.side / 2.0)
    }

    /// Chooses the next relative, or the one before, and moves the page so that it can be seen.
    pub(super) fn choose_neighbour(&mut self, towards: Towards) {
        let Some(tree) = self.tree() else { return };
        let (count, at) = (tree.relatives.len(), self.chosen.unwrap_or(tree.focus));
        if let Some(next) = towards.wrapped(Some(at), count) {
            (self.chosen, self.hovered) = (Some(next), None);
            self.show_pointed();
        }
    }

    /// Enlarges the page around the relative of the line of words, or makes it smaller again.
    pub(super) fn zoom(&mut self, factor: f32) {
        if let Some(middle) = self.middle() {
            self.viewport.zoom_at(middle, factor);
            self.show_pointed();
        }
    }

    /// Moves the page so that the relative of the line of words is in the middle, as far as the page reaches.
    fn show_pointed(&mut self) {
        if let Some(middle) = self.middle() {
            self.viewport.move_by(middle - self.viewport.size / 2.0);
        }
        self.stale = true;
    }
}

pub(super) fn page(world: &World) -> Option<&FamilyPage> {
    world.resource::<Show>().reading.family.as_ref()
}

/// Whether the stage is visible, because no page of a family covers it.
pub(super) fn is_closed(show: Res<Show>) -> bool {
    !show.reading.has_family_page()
}

pub(super) fn with_page(world: &mut World, act: impl FnOnce(&mut FamilyPage)) {
    if let Some(page) = &mut world.resource_mut::<Show>().reading.family {
        act(page);
    }
}

/// Opens the page of the selected individual, or closes it.
pub(super) fn toggle(world: &mut World) {
    let mut show = world.resource_mut::<Show>();
    if show.reading.family.take().is_some() {
        return;
    }
    let frame = show.frame.as_ref();
    let life = frame.and_then(|frame| frame.life.as_ref());
    let Some(born) = life.map(|life| life.born) else {
        return;
    };
    show.reading.family = Some(FamilyPage::of(born));
    controls::pause(world);
}

/// Goes to a relative: the page shows its family, and the theatre selects it in its generation, if the history holds
/// that generation.
pub(super) fn go_to(world: &mut World, one: MemberId) {
    with_page(world, |page| page.ask(FamilyQuery::Around(one)));
    let show = world.resource::<Show>();
    let held = show
        .chart
        .curve
        .iter()
        .position(|point| point.generation == one.generation);
    if let Some(record) = held {
        controls::go_to_member(world, record, one.place);
    }
}

/// Asks for the family, takes the answer, reads the mouse and paints.
pub(super) fn follow_family(
    mut show: ResMut<Show>,
    menu: Res<State<Menu>>,
    words: Res<Words>,
    sprites: Res<Sprites>,
    runs: Query<&RunDriver>,
    buttons: Res<ButtonInput<MouseButton>>,
    wheel: Wheel,
    window: Query<&Window, With<PrimaryWindow>>,
    pictures: Query<
        (Entity, &RelativeCursorPosition, &ComputedNode, &ImageNode),
        With<FamilyPicture>,
    >,
    mut images: ResMut<Assets<Image>>,
    mut commands: Commands,
) {
    let Ok((picture, pointer, node, image)) = pictures.single() else {
        return;
    };
    let Some(mut page) = show.bypass_change_detection().reading.family.take() else {
        return;
    };
    if let Some(driver) = show.run.and_then(|run| runs.get(run).ok()) {
        page.take_answer(driver);
    }
    page.measure(node);
    if *menu.get() == Menu::None
        && let Ok(window) = window.single()
        && let Some(one) = page.read_mouse(&buttons, wheel.factor_over(picture), window, pointer)
    {
        commands.queue(move |world: &mut World| go_to(world, one));
    }
    if let Some(Some(painted)) = take_result(&mut page.painting) {
        replace_image(&mut images, &image.image, painted);
    }
    if page.stale && page.painting.is_none() {
        page.paint(
            &SentenceWriter {
                show: &show,
                words: &words,
            },
            &sprites,
        );
    }
    show.bypass_change_detection().reading.family = Some(page);
}

impl FamilyPage {
    /// Asks for the family that is wanted and not shown yet, and takes the answer when it is there.
    fn take_answer(&mut self, driver: &RunDriver) {
        let is_shown = self.shown.as_ref().is_some_and(|(of, _)| *of == self.asked);
        if is_shown || self.is_unknown {
            return;
        }
        let asked = self.asked;
        self.answer.get_or_insert_with(|| {
            let run = Arc::clone(driver.watched());
            spawn_or_default(move || run.family_tree(asked))
        });
        if let Some(found) = take_result(&mut self.answer) {
            // If the run does not know the family, the page stays as it is.
            match found {
                Some(tree) => self.shown = Some((asked, tree)),
                None => self.is_unknown = true,
            }
            (self.hovered, self.chosen) = (None, None);
            self.viewport = Viewport::whole(self.viewport.size, self.viewport.density);
            self.stale = true;
        }
    }

    /// Keeps the size of the texture equal to that of its node.
    fn measure(&mut self, node: &ComputedNode) {
        let size = texture_size(node);
        if self.viewport.size != size {
            let density = 1.0 / node.inverse_scale_factor().max(0.01);
            self.viewport = Viewport::whole(size, density);
            self.stale = true;
        }
    }

    /// Enlarges and moves the page, and returns the relative that is clicked.
    fn read_mouse(
        &mut self,
        buttons: &ButtonInput<MouseButton>,
        enlargement: Option<f32>,
        window: &Window,
        pointer: &RelativeCursorPosition,
    ) -> Option<MemberId> {
        let (_, tree) = self.shown.as_ref()?;
        let point = point_under(pointer, self.viewport.size);
        let places = Places::of(tree, self.is_line(), &self.viewport);
        let hovered = point.and_then(|point| places.at(point));
        let one = hovered.and_then(|at| Some(tree.relatives.get(at)?.member));
        // A mouse that rests does not undo what was chosen without it.
        let has_moved = std::mem::replace(&mut self.last_point, point) != point;
        if has_moved && self.hovered != hovered {
            (self.hovered, self.stale) = (hovered, true);
        }
        if let (Some(point), Some(factor)) = (point, enlargement) {
            self.viewport.zoom_at(point, factor);
            self.stale = true;
            // Another relative may lie under the mouse now.
            self.last_point = None;
        }
        let cursor = window.cursor_position()?;
        if point.is_some() && buttons.just_pressed(MouseButton::Left) {
            self.drag = Some(Drag::begin(cursor));
        }
        let drag = self.drag.as_mut()?;
        let by = drag.follow(cursor);
        let is_click = drag.is_click();
        if by != Vec2::ZERO {
            self.viewport.move_by(by * window.scale_factor());
            self.stale = true;
        }
        if buttons.pressed(MouseButton::Left) {
            return None;
        }
        self.drag = None;
        one.filter(|_| is_click)
    }

    /// Starts to paint the family.
    fn paint(&mut self, writer: &SentenceWriter, sprites: &Sprites) {
        let Some((_, tree)) = &self.shown else { return };
        self.stale = false;
        let caption = |one: &Relative| {
            let generation = [("generation", one.member.generation.to_string())];
            let value = writer.value(one.fitness, one.population);
            [writer.words.fill("family.caption", &generation), value]
        };
        let painting = Painting {
            captions: tree.relatives.iter().map(caption).collect(),
            tree: tree.clone(),
            viewport: self.viewport,
            is_line: self.is_line(),
            pointed: self.enlarged(),
            sprites: sprites.painter(),
        };
        self.painting = Some(spawn_or_default(move || painting.paint()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generation::Summary;
    use crate::generation::picture::Picture;
    use crate::generation::watch::{CurvePoint, Frame, Thumbnail};

    #[test]
    fn while_a_relative_of_a_forgotten_generation_is_shown_nobody_else_is_played() {
        let thumbnail = Thumbnail {
            picture: Picture::default(),
            fitness: 0.5,
            violation: 0,
            elite: false,
        };
        let point = |generation| CurvePoint {
            generation,
            feasible: Summary::default(),
            infeasible: Summary::default(),
        };
        let mut show = Show::default();
        show.chart.curve = [0, 4, 8].map(point).into();
        show.frame = Some(Frame::of(8, thumbnail, Vec::new()));
        assert!(show.is_playable());
        for (generation, is_kept) in [(4, true), (5, false)] {
            show.reading.family = Some(FamilyPage::of(MemberId::at(generation, 1)));
            assert_eq!(show.is_playable(), is_kept);
            assert_eq!(show.is_family_of_forgotten(), !is_kept);
        }
        show.reading.family = None;
        assert!(show.is_playable());
    }
}

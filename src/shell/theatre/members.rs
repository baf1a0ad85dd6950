//! The members of a population as a grid that fills its panel, from a few large pictures to thousands of small ones.
//! The wheel enlarges it, dragging moves it, and a click selects a member.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;
use bevy::ui::RelativeCursorPosition;
use bevy::window::PrimaryWindow;

use super::drag::Drag;
use super::wheel::{self, Wheel};
use super::zoom::{Zoom, point_under};
use super::{Show, controls};
use crate::generation::PopulationKind;
use crate::shell::screen::Menu;
use crate::shell::theme::covering::CoveringNodes;
use crate::shell::theme::paint::texture_size;
use crate::shell::theme::widget::canvas;

/// A picture is shown at most this large, in interface pixels.
const LARGEST: f32 = 96.0;
/// The largest factor by which the grid is enlarged.
const MAX_ZOOM: f32 = 16.0;

/// Marks the place of a population's members.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MemberGrid(pub(super) PopulationKind);

/// Marks the picture of a population's members in that place. It keeps the size in which it was painted, so that no
/// member is stretched while the panels share their room anew.
#[derive(Component, Clone, Copy, Debug)]
pub(super) struct MemberPicture(pub(super) PopulationKind);

/// The part of the grid of a population that is seen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct GridView {
    /// The size of the texture, in pixels.
    pub(super) size: Vec2,
    /// The side of a picture at most, in pixels.
    largest: f32,
    zoom: Zoom,
}

impl Default for GridView {
    fn default() -> Self {
        GridView {
            size: Vec2::ZERO,
            largest: LARGEST,
            zoom: Zoom::default(),
        }
    }
}

impl GridView {
    /// The whole grid in an area of this size, in pixels.
    #[cfg(test)]
    pub(super) fn of_size(size: Vec2, largest: f32) -> Self {
        GridView {
            size,
            largest,
            ..default()
        }
    }

    /// The places of `count` pictures.
    pub(super) fn layout(&self, count: usize) -> GridLayout {
        // A low area holds one row of pictures as high as the area.
        let largest = self.largest.min(self.size.y.max(1.0));
        let columns = columns(self.size, count, largest);
        let fitting = (self.size.x / columns as f32).min(largest);
        GridLayout {
            columns,
            side: fitting * self.zoom.factor,
            corner: self.zoom.corner,
        }
    }

    /// Enlarges the grid, or makes it smaller again. The point `point` stays in its place.
    fn zoom_at(&mut self, point: Vec2, factor: f32) {
        self.zoom.enlarge(point, factor, MAX_ZOOM, self.size);
    }

    /// Moves the visible part, within the grid.
    fn move_by(&mut self, by: Vec2) {
        self.zoom.move_by(by, self.size);
    }
}

/// The number of columns with which `count` squares of the same size fill an area best.
fn columns(area: Vec2, count: usize, largest: f32) -> usize {
    let count = count.max(1) as f32;
    let fewest = (area.x / largest).floor().max(1.0) as usize;
    let fits = |columns: &usize| {
        let side = (area.x / *columns as f32).min(largest);
        let rows = (count / *columns as f32).ceil();
        rows * side <= area.y.max(1.0)
    };
    // With this number of columns all pictures are in one row.
    let most = fewest.max(count as usize);
    (fewest..=most).find(fits).unwrap_or(most)
}

/// The places of the pictures of a grid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct GridLayout {
    columns: usize,
    /// The side of a picture, in pixels.
    pub(super) side: f32,
    corner: Vec2,
}

impl GridLayout {
    /// The upper left corner of a picture.
    pub(super) fn place(&self, index: usize) -> Vec2 {
        let (column, row) = (index % self.columns, index / self.columns);
        Vec2::new(column as f32, row as f32) * self.side - self.corner
    }

    /// The index of the picture at a point.
    fn index_at(&self, point: Vec2) -> Option<usize> {
        let cell = ((point + self.corner) / self.side).floor();
        let (column, row) = (cell.x as usize, cell.y as usize);
        (cell.x >= 0.0 && cell.y >= 0.0 && column < self.columns)
            .then_some(row * self.columns + column)
    }
}

/// Marks the panel of a population.
#[derive(Component, Clone, Copy)]
pub(super) struct PopulationRoom(pub(super) PopulationKind);

/// The sum of the growth factors of both panels. Each has at least 1, so that a panel without the other takes all of
/// the room.
const WHOLE_ROOM: f32 = 4.0;
/// The growth factor with which a panel begins.
pub(super) const HALF_OF_ROOM: f32 = WHOLE_ROOM / 2.0;

/// The share of the room for a population with few members.
const SMALL_ROOM: f32 = 0.25;
/// The share of the members below which a population begins to have few.
const FEW: f32 = 0.15;
/// The share of the members at which a population stops having few. It differs from [`FEW`], so that the panels do not
/// move to and fro.
const NO_LONGER_FEW: f32 = 0.25;

/// The share of the room for the feasible population, which has `feasible` of the members; `before` is its share so
/// far.
fn share_of_room(before: f32, feasible: f32) -> f32 {
    let is_few = |share: f32, own: f32| share < if own < 0.5 { NO_LONGER_FEW } else { FEW };
    if is_few(feasible, before) {
        SMALL_ROOM
    } else if is_few(1.0 - feasible, 1.0 - before) {
        1.0 - SMALL_ROOM
    } else {
        0.5
    }
}

/// Gives a population with few members less room than the other. At the end of a run the last generation alone decides.
pub(super) fn share_room(show: Res<Show>, mut panels: Query<(&PopulationRoom, &mut Node)>) {
    let counts = PopulationKind::BOTH.map(|kind| show.members(kind).count());
    let all = counts[0] + counts[1];
    if all == 0 {
        return;
    }
    let feasible = counts[1] as f32 / all as f32;
    let has_ended = show.progress.stop.is_some();
    for (PopulationRoom(kind), mut node) in &mut panels {
        let now = node.flex_grow / WHOLE_ROOM;
        let before = match kind {
            _ if has_ended => 0.5,
            PopulationKind::Feasible => now,
            PopulationKind::Infeasible => 1.0 - now,
        };
        let share = share_of_room(before, feasible);
        let own = match kind {
            PopulationKind::Feasible => share,
            PopulationKind::Infeasible => 1.0 - share,
        };
        let grow = WHOLE_ROOM * own;
        if node.flex_grow != grow {
            node.flex_grow = grow;
        }
    }
}

/// Spawns the picture of a population's members. It fills the rest of its panel.
pub(super) fn spawn_grid(
    panel: &mut ChildSpawnerCommands,
    images: &mut Assets<Image>,
    kind: PopulationKind,
) {
    let room = Node {
        flex_grow: 1.0,
        min_height: px(40),
        ..default()
    };
    let whole = Node {
        position_type: PositionType::Absolute,
        width: percent(100),
        height: percent(100),
        overflow: Overflow::clip(),
        ..default()
    };
    panel.spawn(room).with_children(|room| {
        room.spawn((MemberGrid(kind), RelativeCursorPosition::default(), whole))
            .observe(wheel::hold_page)
            .with_child((MemberPicture(kind), canvas(images)));
    });
}

/// Keeps the size of the textures equal to that of their nodes.
pub(super) fn measure_grids(mut show: ResMut<Show>, grids: Query<(&MemberGrid, &ComputedNode)>) {
    for (MemberGrid(kind), node) in &grids {
        let size = texture_size(node);
        if size == Vec2::ZERO {
            // The grid is hidden, and keeps its view.
            continue;
        }
        let view = &show.grids[kind.index()];
        if view.size != size {
            let largest = LARGEST / node.inverse_scale_factor().max(0.01);
            show.grids[kind.index()] = GridView {
                size,
                largest,
                ..default()
            };
            show.views.stale = true;
        }
    }
}

/// Enlarges, moves and selects with the mouse.
pub(super) fn read_mouse(
    mut show: ResMut<Show>,
    menu: Res<State<Menu>>,
    buttons: Res<ButtonInput<MouseButton>>,
    wheel: Wheel,
    window: Query<&Window, With<PrimaryWindow>>,
    grids: Query<(Entity, &MemberGrid, &RelativeCursorPosition)>,
    covering: CoveringNodes,
    mut drag: Local<Option<(PopulationKind, Drag)>>,
    mut commands: Commands,
) {
    let cursor = window.single().ok().and_then(Window::cursor_position);
    let (Some(cursor), Menu::None) = (cursor, menu.get()) else {
        *drag = None;
        return;
    };
    let is_covered = covering.has_pointer();
    for (grid, MemberGrid(kind), pointer) in &grids {
        let Some(point) = point_under(pointer, show.grids[kind.index()].size) else {
            continue;
        };
        if is_covered {
            continue;
        }
        if let Some(factor) = wheel.factor_over(grid) {
            show.grids[kind.index()].zoom_at(point, factor);
            show.repaint_now();
        }
        if buttons.just_pressed(MouseButton::Left) {
            *drag = Some((*kind, Drag::begin(cursor)));
        }
    }
    let Some((kind, held)) = &mut *drag else {
        return;
    };
    let by = held.follow(cursor);
    if by != Vec2::ZERO {
        let scale = window.single().map_or(1.0, Window::scale_factor);
        show.grids[kind.index()].move_by(by * scale);
        show.repaint_now();
    }
    if buttons.just_released(MouseButton::Left) {
        let (kind, clicked) = (*kind, held.is_click());
        *drag = None;
        let pointer = grids.iter().find(|(_, grid, _)| grid.0 == kind);
        let member = pointer.and_then(|(.., pointer)| member_at(&show, kind, pointer));
        if let Some(member) = member.filter(|_| clicked) {
            commands.queue(move |world: &mut World| controls::select_member(world, member));
        }
    }
}

/// The member under the pointer, by its index in the record.
fn member_at(show: &Show, kind: PopulationKind, pointer: &RelativeCursorPosition) -> Option<u32> {
    let view = &show.grids[kind.index()];
    let layout = view.layout(show.members(kind).count());
    let index = layout.index_at(point_under(pointer, view.size)?)?;
    show.members(kind).nth(index).map(|(member, _)| *member)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn view(size: (f32, f32)) -> GridView {
        GridView {
            size: size.into(),
            ..default()
        }
    }

    #[test]
    fn few_pictures_are_large_and_many_fill_the_area() {
        let area = view((300.0, 260.0));
        assert_eq!(area.layout(4).side, LARGEST);
        for count in [1, 9, 20, 137, 2_000, 10_000] {
            let layout = area.layout(count);
            assert!(layout.side <= LARGEST);
            let last = layout.place(count - 1) + layout.side;
            assert!(last.x <= 300.01 && last.y <= 260.01, "{count}: {last}");
            // With one more column the pictures would be smaller than necessary.
            assert!(count < 20 || layout.side * layout.side * count as f32 > 0.7 * 300.0 * 260.0);
        }
    }

    #[test]
    fn no_picture_is_higher_than_a_low_area() {
        let layout = view((330.0, 85.0)).layout(3);
        assert_eq!((layout.columns, layout.side), (3, 85.0));
    }

    #[test]
    fn a_population_with_few_members_gets_little_room_and_the_panels_do_not_move_to_and_fro() {
        let mut share = 0.5;
        let mut shares = Vec::new();
        for feasible in [0.0, 0.2, 0.14, 0.24, 0.26, 0.2, 0.5, 0.84, 0.86, 0.76, 0.74] {
            share = share_of_room(share, feasible);
            shares.push(share);
        }
        let wanted = [0.25, 0.25, 0.25, 0.25, 0.5, 0.5, 0.5, 0.5, 0.75, 0.75, 0.5];
        assert_eq!(shares, wanted);
    }

    #[test]
    fn a_point_finds_the_picture_that_lies_there() {
        let mut area = view((300.0, 260.0));
        for zoom in [1.0, 2.5, 4.0] {
            area.zoom_at(Vec2::new(120.0, 80.0), zoom);
            let layout = area.layout(500);
            for index in 0..500 {
                let middle = layout.place(index) + layout.side / 2.0;
                assert_eq!(layout.index_at(middle), Some(index));
            }
        }
        assert_eq!(area.layout(500).index_at(Vec2::new(-1e4, 0.0)), None);
    }

    #[test]
    fn what_is_under_the_pointer_stays_there_when_the_grid_is_enlarged() {
        let mut area = view((300.0, 260.0));
        let point = Vec2::new(200.0, 100.0);
        let before = area.layout(500).index_at(point);
        assert!(before.is_some());
        area.zoom_at(point, 3.0);
        assert_eq!(area.layout(500).index_at(point), before);
        area.zoom_at(point, 1e-3);
        assert_eq!(area, view((300.0, 260.0)));
    }
}

//! The map of an archive: its cells, each with the picture of its elite, and the two measures that are its axes.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;
use bevy::ui::RelativeCursorPosition;

use super::about::has_grid;
use super::{Show, controls};
use crate::generation::PopulationKind;
use crate::generation::driver::RunDriver;
use crate::generation::measure::{Axes, BINS, CELLS, MOST_MEASURES, Measure};
use crate::generation::watch::WatchedRun;
use crate::shell::access::spoken_choice;
use crate::shell::screen::Menu;
use crate::shell::theme::bind::{BoundText, SelectedWhen, VisibleWhen};
use crate::shell::theme::covering::CoveringNodes;
use crate::shell::theme::palette;
use crate::shell::theme::widget::{
    ButtonStyle, TextSize, bare_button, bound_text, panel, spoken_name, stack,
};
use crate::shell::words::Words;

/// The side of a cell, in interface pixels.
const CELL: f32 = 40.0;
/// The side of a cell in the texture, in pixels.
pub(super) const CELL_TEXTURE: u32 = 80;
/// The width of the numbers beside the rows, and the height of those below the columns.
const NUMBERS: Vec2 = Vec2::new(40.0, 18.0);

/// Marks the picture of the map.
#[derive(Component)]
pub(super) struct ArchiveMap;

/// The archive that is shown.
#[derive(Clone, Debug)]
pub(super) struct ShownArchive {
    pub(super) measures: Vec<Measure>,
    pub(super) axes: Axes,
    /// The cell under the pointer.
    hovered: Option<usize>,
}

impl ShownArchive {
    /// The archive of a run, if it fills one.
    pub(super) fn of(run: &dyn WatchedRun) -> Option<Self> {
        run.archive().map(|archive| ShownArchive {
            measures: archive.measures(),
            axes: archive.axes(),
            hovered: None,
        })
    }

    fn across(&self) -> &Measure {
        &self.measures[self.axes.across]
    }

    fn up(&self) -> &Measure {
        &self.measures[self.axes.up]
    }
}

/// One of the two axes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum MapAxis {
    Across,
    Up,
}

impl MapAxis {
    /// Its measure.
    fn of(self, axes: Axes) -> usize {
        match self {
            MapAxis::Across => axes.across,
            MapAxis::Up => axes.up,
        }
    }

    /// The key of its name.
    fn name(self) -> &'static str {
        match self {
            MapAxis::Across => "theatre.archive.across.name",
            MapAxis::Up => "theatre.archive.up.name",
        }
    }

    /// The key of its arrow.
    fn arrow(self) -> &'static str {
        match self {
            MapAxis::Across => "theatre.archive.across",
            MapAxis::Up => "theatre.archive.up",
        }
    }

    /// The axes with another measure for this one.
    fn set(self, axes: Axes, measure: usize) -> Axes {
        match self {
            MapAxis::Across => axes.with_across(measure),
            MapAxis::Up => axes.with_up(measure),
        }
    }
}

/// The place of a cell in the map's picture, counted in cells from the upper left corner.
pub(super) fn place_of_cell(cell: usize) -> (usize, usize) {
    (cell % BINS, BINS - 1 - cell / BINS)
}

/// The cell at a point of the map's picture, both coordinates from 0 to 1.
fn cell_at(point: Vec2) -> Option<usize> {
    let place = (point * BINS as f32).floor();
    let range = 0.0..BINS as f32;
    let inside = range.contains(&place.x) && range.contains(&place.y);
    inside.then(|| (BINS - 1 - place.y as usize) * BINS + place.x as usize)
}

fn archive(world: &World) -> Option<&ShownArchive> {
    world.resource::<Show>().archive.as_ref()
}

/// Spawns the panel of the map.
pub(super) fn spawn_grid_panel(row: &mut ChildSpawnerCommands, images: &mut Assets<Image>) {
    let node = Node {
        padding: UiRect::all(px(14)),
        flex_shrink: 0.0,
        ..stack(FlexDirection::Column, 4.0)
    };
    let panel = row.spawn((panel(node), VisibleWhen::new(has_grid)));
    let image = images.add(Image::transparent());
    { panel }.with_children(|panel| {
        spawn_axis_name(panel, MapAxis::Up);
        let map = stack(FlexDirection::Row, 0.0);
        panel.spawn(map).with_children(|row| {
            spawn_numbers(row, MapAxis::Up);
            spawn_map(row, image);
        });
        spawn_numbers(panel, MapAxis::Across);
        spawn_axis_name(panel, MapAxis::Across);
        let line = Node {
            min_height: px(20),
            ..default()
        };
        panel
            .spawn(line)
            .with_child(bound_text(TextSize::Small, palette::PAPER, text_of_cell));
        spawn_axis_row(panel, MapAxis::Across);
        spawn_axis_row(panel, MapAxis::Up);
    });
}

/// Spawns the picture of the map.
fn spawn_map(row: &mut ChildSpawnerCommands, image: Handle<Image>) {
    let side = px(CELL * BINS as f32);
    row.spawn((
        ArchiveMap,
        RelativeCursorPosition::default(),
        ImageNode::new(image).with_mode(NodeImageMode::Stretch),
        Node {
            width: side,
            height: side,
            flex_shrink: 0.0,
            ..default()
        },
        BackgroundColor(palette::NIGHT),
    ));
}

/// Spawns the name of an axis, its range with the unit, and its arrow, at the end of the axis.
fn spawn_axis_name(panel: &mut ChildSpawnerCommands, axis: MapAxis) {
    let name = move |world: &World| {
        archive(world).map_or(String::new(), |archive| {
            let words = world.resource::<Words>();
            let measure = &archive.measures[axis.of(archive.axes)];
            let [low, high] = [measure.low, measure.high].map(|end| measure.text(end));
            let name = words.fill(measure.what, &[("value", format!("{low}–{high}"))]);
            match axis {
                MapAxis::Up => format!("{} {name}", words.get(axis.arrow())),
                MapAxis::Across => format!("{name} {}", words.get(axis.arrow())),
            }
        })
    };
    let line = Node {
        justify_content: match axis {
            MapAxis::Up => JustifyContent::FlexStart,
            MapAxis::Across => JustifyContent::FlexEnd,
        },
        ..default()
    };
    panel
        .spawn(line)
        .with_child(bound_text(TextSize::Small, palette::PAPER, name));
}

/// Spawns the lowest value of each bin of an axis, beside its row or below its column.
fn spawn_numbers(parent: &mut ChildSpawnerCommands, axis: MapAxis) {
    let side = CELL * BINS as f32;
    let (room, cell) = match axis {
        MapAxis::Up => (
            (px(NUMBERS.x), px(side), FlexDirection::ColumnReverse),
            (px(NUMBERS.x), px(CELL)),
        ),
        MapAxis::Across => (
            (px(side + NUMBERS.x), px(NUMBERS.y), FlexDirection::Row),
            (px(CELL), px(NUMBERS.y)),
        ),
    };
    let node = Node {
        width: room.0,
        height: room.1,
        flex_direction: room.2,
        flex_shrink: 0.0,
        padding: match axis {
            MapAxis::Up => UiRect::default(),
            MapAxis::Across => UiRect::left(px(NUMBERS.x)),
        },
        ..default()
    };
    parent.spawn(node).with_children(|numbers| {
        for bin in 0..BINS {
            let text = BoundText::new(move |world| {
                archive(world).map_or(String::new(), |archive| {
                    let measure = &archive.measures[axis.of(archive.axes)];
                    measure.text(measure.edge(bin))
                })
            });
            // A number stands at the lower end of its bin.
            let node = Node {
                width: cell.0,
                height: cell.1,
                align_items: AlignItems::FlexEnd,
                ..default()
            };
            numbers
                .spawn(node)
                .with_child(bound_text(TextSize::Small, palette::MIST, text));
        }
    });
}

/// Spawns the row that chooses the measure of an axis.
fn spawn_axis_row(panel: &mut ChildSpawnerCommands, axis: MapAxis) {
    let row = Node {
        align_items: AlignItems::Center,
        ..stack(FlexDirection::Row, 4.0)
    };
    panel.spawn(row).with_children(|row| {
        let place = Node {
            width: px(NUMBERS.x - 4.0),
            flex_shrink: 0.0,
            ..default()
        };
        row.spawn(place)
            .with_child(bound_text(TextSize::Small, palette::MIST, axis.arrow()));
        for measure in 0..MOST_MEASURES {
            spawn_measure(row, axis, measure);
        }
    });
}

/// Spawns the button that makes a measure the measure of an axis. It is hidden if the archive has fewer measures.
fn spawn_measure(row: &mut ChildSpawnerCommands, axis: MapAxis, measure: usize) {
    let caption = move |world: &World| {
        let found = archive(world).and_then(|archive| archive.measures.get(measure));
        found.map_or(String::new(), |found| {
            world.resource::<Words>().get(found.key)
        })
    };
    let is_there =
        move |world: &World| archive(world).is_some_and(|archive| measure < archive.measures.len());
    let is_chosen =
        move |world: &World| archive(world).is_some_and(|archive| axis.of(archive.axes) == measure);
    let node = Node {
        padding: UiRect::axes(px(7), px(4)),
        ..default()
    };
    let chip = bare_button(ButtonStyle::Chip, node, move |world| {
        choose_measure(world, axis, measure);
    });
    row.spawn((
        chip,
        SelectedWhen::new(is_chosen),
        VisibleWhen::new(is_there),
    ))
    .with_children(|chip| {
        chip.spawn(bound_text(TextSize::Small, palette::PAPER, caption));
        // Both axes have a button with these words.
        chip.spawn(spoken_name(move |world: &World| {
            spoken_choice(world.resource::<Words>(), axis.name(), caption(world))
        }));
    });
}

/// Makes a measure the measure of an axis. The run goes on with the new map.
fn choose_measure(world: &mut World, axis: MapAxis, measure: usize) {
    let Some(run) = super::watched(world).and_then(|run| world.get::<RunDriver>(run)) else {
        return;
    };
    let Some(watched) = run.watched().archive() else {
        return;
    };
    let axes = axis.set(watched.axes(), measure);
    watched.set_axes(axes);
    let mut show = world.resource_mut::<Show>();
    if let Some(archive) = &mut show.archive {
        archive.axes = axes;
    }
    // The number of a cell means another place now.
    show.member = None;
    // The archive is no longer the one of its file.
    show.missing_picture = None;
    show.restart_playback();
    show.repaint_now();
}

/// The text about the cell under the pointer, or about the filled cells of the map.
fn text_of_cell(world: &World) -> String {
    let (show, words) = (world.resource::<Show>(), world.resource::<Words>());
    let Some(archive) = &show.archive else {
        return String::new();
    };
    let Some(cell) = archive.hovered else {
        let qualities = show
            .members(PopulationKind::Feasible)
            .map(|(_, member)| member.fitness);
        let (count, sum) = qualities.fold((0, 0.0), |(count, sum), one| (count + 1, sum + one));
        let values = [
            ("filled", count.to_string()),
            ("cells", CELLS.to_string()),
            ("score", format!("{sum:.1}")),
        ];
        let mut line = words.fill("theatre.archive.filled", &values);
        add_mark(&mut line, show, show.member);
        return line;
    };
    let range = |measure: &Measure, bin: usize| {
        let [low, high] = [bin, bin + 1].map(|edge| measure.text(measure.edge(edge)));
        format!("{} {low}–{high}", words.get(measure.key))
    };
    let mut line = format!(
        "{}  ·  {}",
        range(archive.across(), cell % BINS),
        range(archive.up(), cell / BINS)
    );
    if let Some(member) = show.member_at(cell as u32) {
        let value = [("value", format!("{:.2}", member.fitness))];
        line.push_str("  ·  ");
        line.push_str(&words.fill("theatre.archive.quality", &value));
    }
    add_mark(&mut line, show, Some(cell as u32));
    line
}

/// Adds the words of the mark of an elite to a line, if the elite has one.
fn add_mark(line: &mut String, show: &Show, member: Option<u32>) {
    if let Some(mark) = member.and_then(|member| show.marks.get(&member)) {
        line.push_str("  ·  ");
        line.push_str(&mark.words);
    }
}

/// Finds the cell under the pointer, and selects its elite at a click.
pub(super) fn read_map_pointer(
    mut show: ResMut<Show>,
    menu: Res<State<Menu>>,
    buttons: Res<ButtonInput<MouseButton>>,
    maps: Query<&RelativeCursorPosition, With<ArchiveMap>>,
    covering: CoveringNodes,
    mut commands: Commands,
) {
    let (Ok(pointer), Some(archive)) = (maps.single(), &show.archive) else {
        return;
    };
    let at = covering.point_on(pointer);
    let at = at.filter(|_| *menu.get() == Menu::None);
    let hovered = at.and_then(|at| cell_at(at + 0.5));
    if archive.hovered != hovered
        && let Some(archive) = &mut show.archive
    {
        archive.hovered = hovered;
    }
    let clicked = hovered.filter(|_| buttons.just_pressed(MouseButton::Left));
    let cell = clicked.map(|cell| cell as u32);
    if let Some(cell) = cell.filter(|cell| show.member_at(*cell).is_some()) {
        commands.queue(move |world: &mut World| controls::select_member(world, cell));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lowest_cell_is_at_the_lower_left_and_the_highest_at_the_upper_right() {
        assert_eq!(cell_at(Vec2::new(0.01, 0.99)), Some(0));
        assert_eq!(cell_at(Vec2::new(0.99, 0.01)), Some(CELLS - 1));
        assert_eq!(cell_at(Vec2::new(1.01, 0.5)), None);
        assert_eq!(cell_at(Vec2::new(0.5, -0.01)), None);
        for cell in 0..CELLS {
            let (column, row) = place_of_cell(cell);
            let middle = (Vec2::new(column as f32, row as f32) + 0.5) / BINS as f32;
            assert_eq!(cell_at(middle), Some(cell));
        }
    }
}

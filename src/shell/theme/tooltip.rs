//! Tooltips: the control under the resting pointer, or with the focus of the keyboard, is explained in a few words. The
//! name of a button with a picture is shown in the same way.

use bevy::ecs::system::SystemParam;
use bevy::input_focus::{InputFocus, InputFocusVisible};
use bevy::picking::hover::Hovered;
use bevy::prelude::*;
use bevy::ui::CalculatedClip;
use bevy::window::PrimaryWindow;

use super::bind::{BoundText, VisibleWhen};
use super::palette;
use super::widget::{SpokenName, TextSize, bound_text};
use crate::shell::screen::{Menu, Screen};
use crate::shell::words::Words;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<PointedControl>()
        .add_systems(Startup, spawn_bubble)
        .add_systems(Update, (find_explained, place_bubble).chain());
}

/// The time for which the pointer rests on a control before its explanation is shown, in seconds.
const DELAY: f32 = 0.45;
/// The time for which the explanation stays, in seconds.
const STAY: f32 = 8.0;
/// The gap between the control and the bubble, and between the bubble and the edge of the window, in interface pixels.
const GAP: f32 = 6.0;
/// The greatest width of the bubble.
const WIDTH: f32 = 420.0;

/// An explanation. It belongs to its node, and to the controls after that node in the same row.
#[derive(Component, Clone)]
pub struct Tooltip(BoundText);

impl Tooltip {
    /// The explanation of a named thing: the phrase of `NAME.hint`; empty if there is none.
    pub fn of_name(name: &'static str) -> Self {
        Tooltip(BoundText::new(move |world| {
            let key = format!("{name}.hint");
            let phrase = world.resource::<Words>().get(&key);
            if phrase == key { String::new() } else { phrase }
        }))
    }
}

impl Tooltip {
    /// An explanation that is bound to the world; empty if there is none.
    pub fn new(text: impl Into<BoundText>) -> Self {
        Tooltip(text.into())
    }

    /// Returns the explanation; empty if there is none.
    pub fn text(&self, world: &World) -> String {
        self.0.value(world)
    }
}

/// The control at which the player points, with the mouse or with the focus.
#[derive(Resource, Default)]
struct PointedControl {
    /// The control or the name that is explained.
    target: Option<Entity>,
    /// The node with the explanation: it has a tooltip, or it is the name of a picture.
    by: Option<Entity>,
    /// The seconds since the player points at it.
    seconds: f32,
    /// Whether the control was pressed. After that it is not explained any more.
    is_pressed: bool,
    /// Whether the mouse has moved since the page opened. A page may open below a mouse that rests.
    has_moved: bool,
}

/// The queries that find the explanation of a control.
#[derive(SystemParam)]
struct Explanations<'w, 's> {
    parents: Query<'w, 's, &'static ChildOf>,
    children: Query<'w, 's, &'static Children>,
    tooltips: Query<'w, 's, (), With<Tooltip>>,
    names: Query<'w, 's, (), With<SpokenName>>,
    clipped: Query<
        'w,
        's,
        (
            &'static ComputedNode,
            &'static UiGlobalTransform,
            &'static CalculatedClip,
        ),
    >,
}

/// The largest number of nodes between a control and its row.
const ROW_ABOVE: usize = 3;

impl Explanations<'_, '_> {
    /// The explanation of a control itself.
    fn own(&self, entity: Entity) -> Option<Entity> {
        if self.tooltips.contains(entity) {
            return Some(entity);
        }
        let mut children = self.children.get(entity).into_iter().flatten();
        children.find(|child| self.names.contains(**child)).copied()
    }

    /// The last explanation before a control in its row.
    fn of_row(&self, entity: Entity) -> Option<Entity> {
        let mut below = entity;
        for _ in 0..ROW_ABOVE {
            let parent = self.parents.get(below).ok()?.parent();
            let siblings = self.children.get(parent).ok()?;
            let before = siblings.iter().take_while(|sibling| *sibling != below);
            let explains = |sibling: &Entity| self.tooltips.contains(*sibling);
            if let Some(found) = before.filter(explains).last() {
                return Some(found);
            }
            below = parent;
        }
        None
    }

    fn of(&self, entity: Entity) -> Option<Entity> {
        self.own(entity).or_else(|| self.of_row(entity))
    }

    /// The explanation of the control with the focus. While the control is scrolled out of sight there is none, because
    /// the bubble would stand at the edge of the window and explain nothing that is there.
    fn of_focused(&self, entity: Entity) -> Option<Entity> {
        self.of(entity).filter(|_| self.is_in_sight(entity))
    }

    /// Whether a part of a node lies within all areas around it that clip their content.
    fn is_in_sight(&self, entity: Entity) -> bool {
        let Ok((node, at, clip)) = self.clipped.get(entity) else {
            return true;
        };
        let place = Rect::from_center_size(at.translation, node.size());
        !place.intersect(clip.clip).is_empty()
    }
}

/// Finds the control at which the player points, and counts the seconds.
fn find_explained(
    time: Res<Time<Real>>,
    (screen, menu): (Res<State<Screen>>, Res<State<Menu>>),
    mouse: Option<Res<ButtonInput<MouseButton>>>,
    mut moves: MessageReader<CursorMoved>,
    focus: Res<InputFocus>,
    is_focus_visible: Res<InputFocusVisible>,
    hovered: Query<(Entity, &Hovered)>,
    explanations: Explanations,
    mut pointed: ResMut<PointedControl>,
) {
    let is_page_new = screen.is_changed() || menu.is_changed();
    let has_moved = (pointed.has_moved && !is_page_new) | (moves.read().count() > 0);
    let hovered = || {
        let hovered = hovered.iter().filter(|(_, hovered)| hovered.get());
        hovered.filter(|_| has_moved)
    };
    let own = hovered().find_map(|(entity, _)| Some((entity, explanations.own(entity)?)));
    let of_row = || hovered().find_map(|(entity, _)| Some((entity, explanations.of_row(entity)?)));
    let focused = || {
        let entity = focus.get().filter(|_| is_focus_visible.0)?;
        Some((entity, explanations.of_focused(entity)?))
    };
    let found = own.or_else(of_row).or_else(focused);
    let (target, by) = found.unzip();
    if (pointed.target, pointed.by) != (target, by) {
        *pointed = PointedControl {
            target,
            by,
            ..default()
        };
    }
    pointed.bypass_change_detection().has_moved = has_moved;
    if target.is_none() {
        return;
    }
    let is_pressed = mouse.is_some_and(|mouse| mouse.get_just_pressed().next().is_some());
    let pointed = pointed.bypass_change_detection();
    pointed.is_pressed |= is_pressed;
    pointed.seconds += time.delta_secs();
}

/// Returns the explanation that is shown to the player now; empty if there is none.
pub fn explained(world: &World) -> String {
    let pointed = world.resource::<PointedControl>();
    let is_time = (DELAY..DELAY + STAY).contains(&pointed.seconds);
    let Some(by) = pointed.by.filter(|_| is_time && !pointed.is_pressed) else {
        return String::new();
    };
    match (world.get::<Tooltip>(by), world.get::<Text>(by)) {
        (Some(tooltip), _) => tooltip.text(world),
        (None, Some(name)) => name.0.clone(),
        (None, None) => String::new(),
    }
}

/// Marks the bubble in which the explanation stands.
#[derive(Component)]
struct Bubble;

fn spawn_bubble(mut commands: Commands) {
    let node = Node {
        position_type: PositionType::Absolute,
        max_width: px(WIDTH),
        padding: UiRect::axes(px(10), px(6)),
        border: px(1).all(),
        border_radius: BorderRadius::all(px(8)),
        ..default()
    };
    let is_seen = VisibleWhen::new(|world| !explained(world).is_empty());
    commands
        .spawn((
            Name::new("Tooltip"),
            Bubble,
            node,
            BackgroundColor(palette::NIGHT),
            BorderColor::all(palette::RIM),
            GlobalZIndex(90),
            Pickable::IGNORE,
            is_seen,
        ))
        .with_child(bound_text(TextSize::Small, palette::PAPER, explained));
}

/// The queries that find the line in which a control stands.
#[derive(SystemParam)]
struct Lines<'w, 's> {
    explanations: Explanations<'w, 's>,
    nodes: Query<
        'w,
        's,
        (
            &'static Node,
            &'static ComputedNode,
            &'static UiGlobalTransform,
        ),
        Without<Bubble>,
    >,
}

impl Lines<'_, '_> {
    /// The place of a node, in interface pixels.
    fn place(&self, entity: Entity) -> Option<Rect> {
        let (_, node, at) = self.nodes.get(entity).ok()?;
        let pixels = node.inverse_scale_factor();
        let (middle, size) = (at.translation * pixels, node.size() * pixels);
        Some(Rect::from_center_size(middle, size))
    }

    /// Whether a node lies over others, and stands in no line.
    fn is_laid_over(&self, entity: Entity) -> bool {
        let node = self.nodes.get(entity).map(|(node, ..)| node);
        node.is_ok_and(|node| node.position_type == PositionType::Absolute)
    }

    /// The place of a node with what stands beside it.
    fn with_neighbours(&self, entity: Entity, siblings: &Children) -> Option<Rect> {
        let own = self.place(entity)?;
        let in_line = siblings.iter().filter(|one| !self.is_laid_over(*one));
        let places = in_line.filter_map(|one| self.place(one));
        let beside = places.filter(|place| own.min.y < place.max.y && place.min.y < own.max.y);
        Some(beside.fold(own, |all, place| all.union(place)))
    }

    /// The place of a control with all that its explanation is about: the things in its line of the row. A name is
    /// about its picture alone.
    fn of(&self, control: Entity, by: Entity) -> Option<Rect> {
        let mut line = self.place(control)?;
        if !self.explanations.tooltips.contains(by) || self.is_laid_over(control) {
            return Some(line);
        }
        let mut at = control;
        for _ in 0..ROW_ABOVE {
            let parent = self.explanations.parents.get(at).ok()?.parent();
            let siblings = self.explanations.children.get(parent).ok()?;
            line = line.union(self.with_neighbours(at, siblings)?);
            if by == control || siblings.contains(&by) {
                break;
            }
            at = parent;
        }
        Some(line)
    }
}

/// Puts the bubble below the line of the control that it explains, or above it if there is no room below. If the line is
/// too high for both, the bubble is put below or above the control.
fn place_bubble(
    pointed: Res<PointedControl>,
    windows: Query<&Window, With<PrimaryWindow>>,
    lines: Lines,
    mut bubbles: Query<(&mut Node, &ComputedNode), With<Bubble>>,
) {
    let (Some((control, by)), Ok(window), Ok((mut node, bubble))) = (
        pointed.target.zip(pointed.by),
        windows.single(),
        bubbles.single_mut(),
    ) else {
        return;
    };
    let (Some(place), Some(line)) = (lines.place(control), lines.of(control, by)) else {
        return;
    };
    let pixels = bubble.inverse_scale_factor();
    let (room, own) = (
        window.physical_size().as_vec2() * pixels,
        bubble.size() * pixels,
    );
    let most = (room - own - GAP).max(Vec2::ZERO);
    let left = place.min.x.min(most.x).max(0.0);
    let below_or_above = |place: Rect| {
        let (below, above) = (place.max.y + GAP, place.min.y - GAP - own.y);
        let fits = |top: &f32| (0.0..=most.y).contains(top);
        [below, above].into_iter().find(fits)
    };
    let top = below_or_above(line).or_else(|| below_or_above(place));
    let top = top.unwrap_or(0.0);
    if (node.left, node.top) != (px(left), px(top)) {
        (node.left, node.top) = (px(left), px(top));
    }
}

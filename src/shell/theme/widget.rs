//! The widgets: functions that spawn them.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::input_focus::tab_navigation::TabIndex;
use bevy::picking::hover::Hovered;
use bevy::prelude::*;
use bevy::text::{EditableText, FontFeatureTag, FontFeatures, TextCursorStyle};
use bevy::ui::auto_directional_navigation::AutoDirectionalNavigation;
use bevy::ui_widgets::{Activate, Button, SelectAllOnFocus, observe};

use super::bind::{BoundText, SelectedWhen};
use super::large::{StandsBeside, WrapsWhenLarge};
use super::palette;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(PreStartup, add_fonts);
}

const MEDIUM: Handle<Font> = bevy::asset::uuid_handle!("0b0ff2c3-7f0e-4b0e-9d55-0d6a6a1f1a01");
const BOLD: Handle<Font> = bevy::asset::uuid_handle!("0b0ff2c3-7f0e-4b0e-9d55-0d6a6a1f1a02");

/// The file of the font of texts.
pub(super) static MEDIUM_FONT: &[u8] =
    include_bytes!("../../../assets/fonts/Pretendard-Medium.otf");

fn add_fonts(fonts: Option<ResMut<Assets<Font>>>) {
    let Some(mut fonts) = fonts else { return };
    let bold = include_bytes!("../../../assets/fonts/Pretendard-Bold.otf");
    for (handle, bytes) in [(MEDIUM, MEDIUM_FONT), (BOLD, &bold[..])] {
        if let Err(error) = fonts.insert(handle.id(), Font::from_bytes(bytes.to_vec())) {
            error!("a font cannot be used: {error}");
        }
    }
}

/// The type scale, in pixels at 1280x720.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextSize {
    /// 14 pixels, for remarks.
    Small,
    /// 16 pixels, for text.
    Body,
    /// 20 pixels, for important text.
    Lead,
    /// 28 pixels, for headings.
    Head,
    /// 44 pixels, for titles.
    Title,
    /// 64 pixels, for the name of the program.
    Display,
}

/// Returns the font of a size. Headings are bold.
pub fn text_font(size: TextSize) -> TextFont {
    let (pixels, font) = match size {
        TextSize::Small => (14.0, MEDIUM),
        TextSize::Body => (16.0, MEDIUM),
        TextSize::Lead => (20.0, MEDIUM),
        TextSize::Head => (28.0, BOLD),
        TextSize::Title => (44.0, BOLD),
        TextSize::Display => (64.0, BOLD),
    };
    TextFont {
        font: font.into(),
        font_size: FontSize::Px(pixels),
        // The font must not turn the x between digits of a game id into ×, because the id must look as it is typed.
        font_features: FontFeatures::builder()
            .set(FontFeatureTag::CONTEXTUAL_ALTERNATES, 0)
            .set(FontFeatureTag::STANDARD_LIGATURES, 0)
            .set(FontFeatureTag::CONTEXTUAL_LIGATURES, 0)
            .build(),
        ..default()
    }
}

/// A text with the phrase of a key.
pub fn label(key: &'static str, size: TextSize, colour: Color) -> impl Bundle {
    bound_text(size, colour, key)
}

/// A text that is bound to the world, or the phrase of a key.
pub fn bound_text(size: TextSize, colour: Color, text: impl Into<BoundText>) -> impl Bundle {
    (
        Text::default(),
        text_font(size),
        TextColor(colour),
        text.into(),
        Pickable::IGNORE,
    )
}

/// The same with its lines centred in its node. In a column whose children are stretched, that is the middle of the
/// column, and a text that is wider than the column wraps.
pub fn centred_text(size: TextSize, colour: Color, text: impl Into<BoundText>) -> impl Bundle {
    let centred = TextLayout::justify(Justify::Center);
    (bound_text(size, colour, text), centred)
}

/// Spawns content in the middle of a column whose children are stretched. It becomes narrower where the column is too
/// narrow for it, so that its texts wrap.
pub fn in_middle(
    column: &mut ChildSpawnerCommands,
    content: impl FnOnce(&mut ChildSpawnerCommands),
) {
    let row = Node {
        justify_content: JustifyContent::Center,
        ..default()
    };
    column.spawn(row).with_children(content);
}

/// Marks the name of a control that is not written on it.
#[derive(Component, Clone, Copy, Debug)]
pub struct SpokenName;

/// Marks a row whose name belongs to the name of each of its choices for screen readers: "On" alone says too little.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct NamesChoices;

/// The name of a control with a picture or a sign, as a child of it. It is not visible; screen readers say it.
pub fn spoken_name(name: impl Into<BoundText>) -> impl Bundle {
    let unseen = Node {
        display: Display::None,
        ..default()
    };
    let text = bound_text(TextSize::Small, palette::PAPER, name);
    (SpokenName, text, unseen)
}

/// A column or a row with gaps.
pub fn stack(direction: FlexDirection, gap: f32) -> Node {
    Node {
        flex_direction: direction,
        row_gap: px(gap),
        column_gap: px(gap),
        ..default()
    }
}

/// A column with a padding and gaps that takes the room which is left around it.
pub fn filling_column(padding: f32, gap: f32) -> Node {
    Node {
        flex_grow: 1.0,
        flex_basis: px(0),
        padding: UiRect::all(px(padding)),
        ..stack(FlexDirection::Column, gap)
    }
}

/// A square with sides of a length in interface pixels, for a picture. It keeps its size where the room is scarce.
pub fn square(side: f32) -> Node {
    Node {
        width: px(side),
        height: px(side),
        flex_shrink: 0.0,
        ..default()
    }
}

/// A picture in a square with sides of a length in interface pixels.
pub fn square_picture(image: Handle<Image>, side: f32) -> impl Bundle {
    (ImageNode::new(image), square(side))
}

/// Spawns a row with gaps and fills it. With large texts it may have several lines.
pub fn in_row(
    parent: &mut ChildSpawnerCommands,
    gap: f32,
    content: impl FnOnce(&mut ChildSpawnerCommands),
) {
    let row = stack(FlexDirection::Row, gap);
    parent.spawn((row, WrapsWhenLarge)).with_children(content);
}

/// Spawns a row of buttons that are equally wide and fill the room, so that rows below each other form columns. With
/// large texts the buttons stand below each other.
pub fn in_equal_row(
    parent: &mut ChildSpawnerCommands,
    gap: f32,
    content: impl FnOnce(&mut ChildSpawnerCommands),
) {
    let row = Node {
        display: Display::Grid,
        grid_auto_flow: GridAutoFlow::Column,
        grid_auto_columns: vec![GridTrack::fr(1.0)],
        ..stack(FlexDirection::Row, gap)
    };
    parent.spawn((row, StandsBeside)).with_children(content);
}

/// Makes a button of a row as wide as the others, if their captions have room, so that rows below each other form columns.
pub fn share_row(row: &mut ChildSpawnerCommands, button: Entity) {
    let share = |mut node: Mut<Node>| (node.flex_grow, node.flex_basis) = (1.0, px(0));
    row.commands_mut()
        .entity(button)
        .entry::<Node>()
        .and_modify(share);
}

/// Gives a button a least width.
pub fn keep_width(row: &mut ChildSpawnerCommands, button: Entity, width: Val) {
    let widen = move |mut node: Mut<Node>| node.min_width = width;
    row.commands_mut()
        .entity(button)
        .entry::<Node>()
        .and_modify(widen);
}

/// Spawns a column with gaps and fills it.
pub fn in_column(
    parent: &mut ChildSpawnerCommands,
    gap: f32,
    content: impl FnOnce(&mut ChildSpawnerCommands),
) {
    let column = stack(FlexDirection::Column, gap);
    parent.spawn(column).with_children(content);
}

/// A node that looks like a panel of glass.
pub fn panel(node: Node) -> impl Bundle {
    (
        Node {
            border: px(1).all(),
            border_radius: BorderRadius::all(px(14)),
            padding: if node.padding == UiRect::default() {
                UiRect::all(px(20))
            } else {
                node.padding
            },
            ..node
        },
        BackgroundColor(palette::GLASS.with_alpha(0.94)),
        BorderColor::all(palette::RIM),
    )
}

/// The look of a button.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub enum ButtonStyle {
    /// The main button of a page.
    Primary,
    /// An ordinary button.
    Plain,
    /// A small button, for instance one of a row of choices.
    Chip,
    /// A large tile that draws its own content.
    Tile,
    /// A picture, one of several to choose from. The chosen one keeps its ground and has a bright rim.
    Picture,
}

/// The degree to which a button stands out. Most buttons have no such component.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Prominence {
    /// It looks like any button.
    #[default]
    Quiet,
    /// It is brighter, because something on its tile is pointed at or has the focus, or because the player may need it.
    Lit,
    /// It stands out as the main button of a page does.
    Main,
}

/// A button without content.
pub fn bare_button(
    style: ButtonStyle,
    node: Node,
    action: impl Fn(&mut World) + Clone + Send + Sync + 'static,
) -> impl Bundle {
    (
        Name::new("Button"),
        Node {
            border: px(if style == ButtonStyle::Picture { 3 } else { 1 }).all(),
            border_radius: if node.border_radius == BorderRadius::default() {
                BorderRadius::all(px(10))
            } else {
                node.border_radius
            },
            ..node
        },
        style,
        BackgroundColor(palette::RAISED),
        BorderColor::all(palette::RIM),
        button_behaviour(action),
    )
}

/// The components that make a node a button, without a look: it can be pointed at, pressed, and reached with keys and a
/// gamepad.
pub fn button_behaviour(
    action: impl Fn(&mut World) + Clone + Send + Sync + 'static,
) -> impl Bundle {
    (
        Button,
        Hovered::default(),
        TabIndex(0),
        AutoDirectionalNavigation::default(),
        Outline::new(px(2), px(2), Color::NONE),
        observe(move |_: On<Activate>, mut commands: Commands| {
            let action = action.clone();
            commands.queue(move |world: &mut World| action(world));
        }),
    )
}

/// A button with a text.
pub fn button(
    parent: &mut ChildSpawnerCommands,
    style: ButtonStyle,
    caption: impl Into<BoundText>,
    action: impl Fn(&mut World) + Clone + Send + Sync + 'static,
) -> Entity {
    let (size, padding) = match style {
        ButtonStyle::Primary => (TextSize::Lead, UiRect::axes(px(26), px(11))),
        ButtonStyle::Chip => (TextSize::Body, UiRect::axes(px(12), px(6))),
        _ => (TextSize::Body, UiRect::axes(px(18), px(9))),
    };
    // In a row that is too short the texts beside a choice wrap into a second line, and its caption stays whole.
    let flex_shrink = if style == ButtonStyle::Chip { 0.0 } else { 1.0 };
    let node = Node {
        padding,
        flex_shrink,
        justify_content: JustifyContent::Center,
        align_items: AlignItems::Center,
        ..default()
    };
    let colour = if style == ButtonStyle::Primary {
        palette::NIGHT
    } else {
        palette::PAPER
    };
    let mut button = parent.spawn(bare_button(style, node, action));
    button.with_children(|button| {
        let mut text = button.spawn(bound_text(size, colour, caption));
        if style == ButtonStyle::Primary {
            // Dark letters on a light ground look thinner than light letters on a dark one.
            let font = TextFont {
                font: BOLD.into(),
                ..text_font(size)
            };
            text.insert(font);
        }
    });
    button.id()
}

/// A button of a row of choices. It is drawn as selected while its condition holds.
pub fn choice(
    parent: &mut ChildSpawnerCommands,
    caption: impl Into<BoundText>,
    selected: SelectedWhen,
    action: impl Fn(&mut World) + Clone + Send + Sync + 'static,
) -> Entity {
    let chip = button(parent, ButtonStyle::Chip, caption, action);
    parent.commands_mut().entity(chip).insert(selected);
    chip
}

/// A button for each of several values that the player chooses from.
pub fn choices<T: Clone + Send + Sync + 'static, C: Into<BoundText>>(
    parent: &mut ChildSpawnerCommands,
    values: impl IntoIterator<Item = (C, T)>,
    is_selected: impl Fn(&World, T) -> bool + Clone + Send + Sync + 'static,
    choose: impl Fn(&mut World, T) + Clone + Send + Sync + 'static,
) {
    choices_of_width(parent, Val::Auto, values, is_selected, choose);
}

/// The same with a least width for the buttons, so that rows below each other form columns.
pub fn choices_of_width<T: Clone + Send + Sync + 'static, C: Into<BoundText>>(
    parent: &mut ChildSpawnerCommands,
    width: Val,
    values: impl IntoIterator<Item = (C, T)>,
    is_selected: impl Fn(&World, T) -> bool + Clone + Send + Sync + 'static,
    choose: impl Fn(&mut World, T) + Clone + Send + Sync + 'static,
) {
    for (caption, value) in values {
        let (is_selected, choose) = (is_selected.clone(), choose.clone());
        let shown = value.clone();
        let selected = SelectedWhen::new(move |world| is_selected(world, shown.clone()));
        let chip = choice(parent, caption, selected, move |world| {
            choose(world, value.clone())
        });
        keep_width(parent, chip, width);
    }
}

/// The most characters of a text field, unless it has a bound of its own.
const MOST_CHARACTERS: usize = 120;

/// A text field of one line.
pub fn field(
    parent: &mut ChildSpawnerCommands,
    marker: impl Bundle,
    width: f32,
    text: &str,
) -> Entity {
    let field = parent.spawn((
        marker,
        Name::new("Field"),
        Node {
            width: px(width),
            padding: UiRect::axes(px(12), px(8)),
            border: px(1).all(),
            border_radius: BorderRadius::all(px(10)),
            ..default()
        },
        SelectAllOnFocus,
        EditableText {
            max_characters: Some(MOST_CHARACTERS),
            ..EditableText::new(text)
        },
        TextLayout::no_wrap(),
        text_font(TextSize::Body),
        TextColor(palette::PAPER),
        TextCursorStyle {
            color: palette::LAMP,
            selection_color: palette::RIM.with_alpha(0.4),
            ..default()
        },
        TabIndex(0),
        AutoDirectionalNavigation::default(),
        BackgroundColor(palette::NIGHT),
        BorderColor::all(palette::RIM),
        Outline::new(px(2), px(2), Color::NONE),
    ));
    field.id()
}

/// A picture that fills its parent node, to be painted later. Its absolute position keeps the texture's size from
/// widening that node.
pub fn canvas(images: &mut Assets<Image>) -> impl Bundle {
    (
        ImageNode::new(images.add(Image::transparent())).with_mode(NodeImageMode::Stretch),
        Node {
            position_type: PositionType::Absolute,
            width: percent(100),
            height: percent(100),
            ..default()
        },
    )
}

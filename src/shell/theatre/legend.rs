//! The legend of pictures: the meaning of their colours and signs, and other colours to choose.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::Show;
use super::explain::{self, Topic};
use crate::generation::{Form, Picture, Tint};
use crate::shell::settings::Settings;
use crate::shell::theme::bind::{SelectedWhen, VisibleWhen};
use crate::shell::theme::palette;
use crate::shell::theme::sprites::Sprites;
use crate::shell::theme::widget::{TextSize, choice, in_column, label, text_font};

/// The meaning of the colours and signs of pictures.
#[derive(Clone, Copy, Debug)]
pub struct Legend {
    /// The key of the sentence that says what the picture shows; `None` if the signs say enough.
    pub sentence: Option<&'static str>,
    /// Each sign with the key of its phrase.
    pub signs: &'static [(Form, Tint, &'static str)],
    /// The colours of the source of the pictures; `None` if the source has no colours of its own.
    pub original: Option<OriginalColours>,
}

/// The colours that the source of a picture gives it.
#[derive(Clone, Copy, Debug)]
pub struct OriginalColours {
    /// The key of the phrase on the button that chooses them.
    pub name: &'static str,
    /// Gives a picture these colours.
    pub picture: fn(Picture) -> Picture,
    /// The colour of a sign of the legend.
    pub tint: fn(Tint) -> Tint,
}

impl Legend {
    /// The function that gives pictures the colours that the player has chosen.
    pub fn repaint(&self, settings: &Settings) -> Option<fn(Picture) -> Picture> {
        let original = self.original.filter(|_| settings.original_colours);
        Some(original?.picture)
    }
}

/// Marks the place of the legend in the theatre.
#[derive(Component, Default)]
pub(super) struct LegendPlace {
    /// The signs that it shows.
    shown: Option<&'static [(Form, Tint, &'static str)]>,
}

/// The side of a sign, in interface pixels.
const SIGN: f32 = 11.0;
/// The side of a sign that is a sprite.
const SPRITE: f32 = 18.0;

/// Spawns the place of the legend, which [`fill_legend`] fills.
pub(super) fn spawn_place(column: &mut ChildSpawnerCommands) {
    let has_legend = |world: &World| world.resource::<Show>().about.legend.is_some();
    column.spawn((
        LegendPlace::default(),
        Node::default(),
        VisibleWhen::new(has_legend),
    ));
}

/// Fills the place of the legend, when a run with another legend is watched.
pub(super) fn fill_legend(
    show: Res<Show>,
    mut places: Query<(Entity, &mut LegendPlace)>,
    mut commands: Commands,
) {
    for (entity, mut place) in &mut places {
        let wanted = show.about.legend.map(|legend| legend.signs);
        if place.shown.map(<[_]>::as_ptr) == wanted.map(<[_]>::as_ptr) {
            continue;
        }
        place.shown = wanted;
        let mut place = commands.entity(entity);
        place.despawn_children();
        if let Some(legend) = show.about.legend {
            place.with_children(|place| spawn_legend(place, legend));
        }
    }
}

/// A sign of a legend.
#[derive(Component)]
pub(super) struct Sign {
    tint: Tint,
    /// The tint of the sign in the colours of the source.
    original: Tint,
    /// The name of the sprite of the sign, which is not shown in the original colours; `None` if there is no sprite.
    sprite: Option<&'static str>,
}

/// Spawns a legend: its sentence and its signs.
pub fn spawn_legend(parent: &mut ChildSpawnerCommands, legend: Legend) {
    let Some(sentence) = legend.sentence else {
        return spawn_signs(parent, legend);
    };
    in_column(parent, 4.0, |column| {
        column.spawn(label(sentence, TextSize::Small, palette::PAPER));
        spawn_signs(column, legend);
    });
}

/// Spawns the signs of a legend, with the button that chooses the original colours, if there are any.
fn spawn_signs(parent: &mut ChildSpawnerCommands, legend: Legend) {
    let row = Node {
        flex_wrap: FlexWrap::Wrap,
        align_items: AlignItems::Center,
        column_gap: px(12),
        row_gap: px(3),
        ..default()
    };
    parent.spawn(row).with_children(|row| {
        for sign in legend.signs {
            spawn_sign(row, sign, legend.original);
        }
        let Some(original) = legend.original else {
            return;
        };
        let selected = SelectedWhen::new(|world| world.resource::<Settings>().original_colours);
        choice(row, original.name, selected, |world| {
            let mut settings = world.resource_mut::<Settings>();
            settings.original_colours = !settings.original_colours;
        });
    });
}

/// Spawns a sign with its name, a button that explains it.
fn spawn_sign(
    row: &mut ChildSpawnerCommands,
    (form, tint, name): &'static (Form, Tint, &'static str),
    original: Option<OriginalColours>,
) {
    let pair = Node {
        align_items: AlignItems::Center,
        column_gap: px(5),
        ..default()
    };
    let topic = Topic::Sign(*form, *tint, name);
    let pair = explain::silent_button(pair, move |world| explain::explain(world, topic));
    row.spawn(pair).with_children(|pair| {
        if *form == Form::Cross {
            let colour = TextColor(palette::tint(*tint));
            pair.spawn((Text::new("×"), text_font(TextSize::Body), colour));
        } else {
            let (colour, image) = (BackgroundColor::default(), ImageNode::default());
            let sign = Sign {
                tint: *tint,
                original: original.map_or(*tint, |of| (of.tint)(*tint)),
                sprite: match form {
                    Form::Sprite(name) => Some(*name),
                    _ => None,
                },
            };
            let mut place = pair.spawn((sign, sign_node(*form), colour, image));
            if let Form::Holed(at) = form {
                place.with_child((hole(*at), BackgroundColor(palette::NIGHT)));
            }
        }
        pair.spawn(label(name, TextSize::Small, palette::MIST));
    });
}

/// The node of a sign of a form.
fn sign_node(form: Form) -> Node {
    let round = if form == Form::Disc { SIGN / 2.0 } else { 2.0 };
    let side = if matches!(form, Form::Sprite(_)) {
        SPRITE
    } else {
        SIGN
    };
    Node {
        width: px(side),
        height: px(side),
        flex_shrink: 0.0,
        border_radius: BorderRadius::all(px(round)),
        ..default()
    }
}

/// The hole in a sign.
fn hole(place: u8) -> Node {
    let (right, down) = Form::hole_at(place);
    let side = SIGN * Form::HOLE;
    let start = |off: f32| px(SIGN * (0.5 + off) - side / 2.0);
    Node {
        position_type: PositionType::Absolute,
        left: start(right),
        top: start(down),
        width: px(side),
        height: px(side),
        border_radius: BorderRadius::all(px(side / 2.0)),
        ..default()
    }
}

/// Gives the signs the colours that the player has chosen, and asks for a new view in them.
pub(super) fn colour_signs(
    settings: Res<Settings>,
    mut show: ResMut<Show>,
    sprites: Res<Sprites>,
    mut signs: Query<(&Sign, &mut BackgroundColor, &mut ImageNode)>,
    mut was_original: Local<bool>,
) {
    let is_original = settings.original_colours;
    if *was_original != is_original {
        *was_original = is_original;
        show.views.stale = true;
    }
    for (sign, mut colour, mut image) in &mut signs {
        let sprite = sign.sprite.filter(|_| !is_original);
        let tint = match is_original {
            true => sign.original,
            false => sign.tint,
        };
        let (ground, shown) = match sprite {
            Some(name) => (Color::NONE, sprites.get(name)),
            None => (palette::tint(tint), Handle::default()),
        };
        colour.set_if_neq(BackgroundColor(ground));
        if image.image != shown {
            let visible = if sprite.is_some() {
                Color::WHITE
            } else {
                Color::NONE
            };
            *image = ImageNode::new(shown).with_color(visible);
        }
    }
}

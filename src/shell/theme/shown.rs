//! Shows the colours of the chosen look. Nodes, letters and sprites have the colours of the palette, and become those
//! of the look when they are drawn, so that a change of the look reaches everything at once.

use bevy::prelude::*;
use bevy::render::{Extract, ExtractSchedule, Render, RenderApp, RenderSystems};
use bevy::sprite_render::ExtractedSprites;
use bevy::ui_render::{ExtractedUiItem, ExtractedUiNodes};

use super::look::Look;
use super::palette;
use crate::shell::settings::Settings;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, clear_in_look);
    // Without a window no drawing takes place.
    let Some(render) = app.get_sub_app_mut(RenderApp) else {
        return;
    };
    render
        .init_resource::<ShownLook>()
        .add_systems(ExtractSchedule, extract_look)
        .add_systems(
            Render,
            (colour_nodes, colour_sprites)
                .in_set(RenderSystems::Queue)
                .run_if(|look: Res<ShownLook>| look.0 != Look::USUAL),
        );
}

/// The look in which things are drawn.
#[derive(Resource, Default)]
struct ShownLook(Look);

fn extract_look(settings: Extract<Res<Settings>>, mut look: ResMut<ShownLook>) {
    look.0 = settings.look();
}

/// Gives the background of the window its colour.
fn clear_in_look(settings: Res<Settings>, mut clear: ResMut<ClearColor>) {
    let wanted = settings.look().map_colour(palette::NIGHT);
    if clear.0 != wanted {
        clear.0 = wanted;
    }
}

fn colour_nodes(look: Res<ShownLook>, nodes: Option<ResMut<ExtractedUiNodes>>) {
    let Some(mut nodes) = nodes else { return };
    let ExtractedUiNodes { uinodes, glyphs } = &mut *nodes;
    for node in uinodes {
        let ExtractedUiItem::Node { color, .. } = &mut node.item else {
            continue;
        };
        let was = Color::from(*color);
        // A picture that is not tinted with a colour of the palette shows its own colours.
        let shown = if node.image == AssetId::default() {
            look.0.map_colour(was)
        } else {
            look.0.map_palette_colour(was).unwrap_or(was)
        };
        *color = shown.to_linear();
    }
    let mut last = None;
    for glyph in glyphs {
        // Most letters have the colour of the letter before.
        let was = glyph.color;
        let shown = match last {
            Some((known, shown)) if known == was => shown,
            _ => look.0.map_colour(was.into()).to_linear(),
        };
        last = Some((was, shown));
        glyph.color = shown;
    }
}

fn colour_sprites(look: Res<ShownLook>, sprites: Option<ResMut<ExtractedSprites>>) {
    let Some(mut sprites) = sprites else { return };
    for sprite in &mut sprites.sprites {
        let was = Color::from(sprite.color);
        if let Some(shown) = look.0.map_palette_colour(was) {
            sprite.color = shown.to_linear();
        }
    }
}

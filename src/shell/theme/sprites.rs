//! Sprites, which are rasterised from SVG sources for the current size and colours.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex};

use bevy::asset::RenderAssetUsages;
use bevy::prelude::*;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};
use bevy::tasks::Task;
use resvg::{tiny_skia, usvg};

use super::look::Look;
use crate::base::{PlainError, lock};
use crate::generation::pools::{spawn_or_default, take_result};
use crate::session::autosave::ReadFiles;
use crate::shell::settings::Settings;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Sprites>()
        // The settings say in which look they are drawn.
        .add_systems(PreStartup, rasterise_sprites.after(ReadFiles))
        .add_systems(PreUpdate, rasterise_sprites);
    let mut sprites = app.world_mut().resource_mut::<Sprites>();
    add_shared(&mut sprites);
}

/// The colouring of a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dye {
    /// The source keeps its own colours, except the signals and the kinds.
    Own,
    /// The source follows the theme: its grounds and lines have the colours of panels and texts.
    Theme,
    /// Shades of the usual colour of a kind in the source become shades of the colour of that kind in the look.
    Shades(u8),
    /// The colour of a kind, in three shades, replaces `{base}`, `{light}` and `{dark}` in the source.
    Kind(u8),
}

/// The source of a sprite in `assets/sprites`.
#[derive(Clone, Copy, Debug)]
pub struct Source {
    /// `<folder>/<file>`, for instance `hexxagon/gem1`.
    pub name: &'static str,
    /// The text of its file.
    pub svg: &'static str,
}

/// The sprites of a folder of `assets/sprites`, as an array of `Source`s. The folder of a game is called as in
/// `src/games`: `sprite_sources!("hexxagon": "cell", "gem1")`.
macro_rules! sprite_sources {
    ($folder:literal: $($file:literal),* $(,)?) => {
        [$($crate::shell::theme::sprites::Source {
            name: concat!($folder, "/", $file),
            svg: include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/sprites/", $folder, "/", $file, ".svg")),
        }),*]
    };
}
pub(crate) use sprite_sources;

/// A sprite with the image that it is drawn to.
#[derive(Clone)]
struct Entry {
    svg: &'static str,
    dye: Dye,
    handle: Handle<Image>,
    /// Pixels a side; `None` if the size follows the board.
    pixels: Option<u32>,
}

/// The sprites that were drawn in another size or look, with the images that they are drawn to.
type DrawnSprites = Vec<(Handle<Image>, Image)>;

/// The seconds for which the size of the cells has to stay the same before the sprites are drawn in it, because it
/// changes with each frame while the player pulls at the window.
const STILL_BEFORE_DRAWING: f32 = 0.12;

/// All sprites, by name.
#[derive(Resource)]
pub struct Sprites {
    entries: BTreeMap<&'static str, Entry>,
    /// Pixels a side of sprites that follow the board.
    pixels: u32,
    look: Look,
    /// The look in which all pictures are drawn; `None` if a sprite has no picture yet.
    drawn_look: Option<Look>,
    /// The seconds since the cells of the board got another size; `None` if the sprites are drawn, or being drawn, in
    /// the size of the cells.
    since_resized: Option<f32>,
    /// The task that draws all sprites in another look, or those that follow the board in another size. The old pictures
    /// stay meanwhile.
    drawing: Option<Task<DrawnSprites>>,
    painter: Arc<SpritePainter>,
}

impl Default for Sprites {
    fn default() -> Self {
        Sprites {
            entries: BTreeMap::new(),
            pixels: 64,
            look: Look::USUAL,
            drawn_look: None,
            since_resized: None,
            drawing: None,
            painter: Arc::default(),
        }
    }
}

impl Sprites {
    /// The look in which the sprites are drawn, or being drawn.
    pub fn look(&self) -> Look {
        self.look
    }

    /// Draws the sprites into pictures.
    pub fn painter(&self) -> Arc<SpritePainter> {
        Arc::clone(&self.painter)
    }

    /// The sources of all sprites in this look, by name.
    pub fn sources(&self, look: Look) -> BTreeMap<&'static str, String> {
        let entries = self.entries.iter();
        entries
            .map(|(name, entry)| (*name, dyed_source(entry, look)))
            .collect()
    }

    /// Adds a square sprite whose size follows the board.
    pub fn add(&mut self, source: Source, dye: Dye) {
        self.insert(source, dye, None);
    }

    /// Adds square sprites whose size follows the board, in their own colours.
    pub fn add_all(&mut self, sources: impl IntoIterator<Item = Source>) {
        for source in sources {
            self.add(source, Dye::Own);
        }
    }

    /// Adds square sprites whose size follows the board, in the colours of the theme.
    pub fn add_themed(&mut self, sources: impl IntoIterator<Item = Source>) {
        for source in sources {
            self.add(source, Dye::Theme);
        }
    }

    /// Adds a square sprite of a fixed size.
    pub fn add_sized(&mut self, source: Source, pixels: u32) {
        self.insert(source, Dye::Own, Some(pixels));
    }

    fn insert(&mut self, source: Source, dye: Dye, pixels: Option<u32>) {
        // The handle stays the same when the sprite is rasterised again.
        let id = bevy::asset::uuid::Uuid::from_u128(0xE701_7A81_0000 + self.entries.len() as u128);
        let handle = Handle::Uuid(id, std::marker::PhantomData);
        let entry = Entry {
            svg: source.svg,
            dye,
            handle,
            pixels,
        };
        self.entries.insert(source.name, entry);
        self.drawn_look = None;
    }

    /// Returns the image of a sprite. If no sprite has this name, that is reported, and the image is white.
    pub fn get(&self, name: &str) -> Handle<Image> {
        let Some(entry) = self.entries.get(name) else {
            error!("there is no sprite \"{name}\"");
            return Handle::default();
        };
        entry.handle.clone()
    }

    /// Finds a sprite by the name that was written to a file.
    pub fn named(&self, name: &str) -> Option<&'static str> {
        self.entries.get_key_value(name).map(|(name, _)| *name)
    }

    /// Sets the size of the sprites that follow the board, in pixels a side.
    pub fn fit(&mut self, pixels: u32) {
        let pixels = pixels.clamp(16, 512);
        if pixels != self.pixels {
            self.pixels = pixels;
            self.since_resized = Some(0.0);
        }
    }

    /// Whether sprites are being drawn in another size or look, or will be soon.
    pub fn is_drawing(&self) -> bool {
        self.since_resized.is_some() || self.drawing.is_some()
    }

    /// Takes over a look. What is drawn for another one is not shown any more.
    fn set_look(&mut self, look: Look) {
        self.look = look;
        self.painter = Arc::new(SpritePainter {
            look,
            sources: self.sources(look),
            drawn: Mutex::default(),
        });
        (self.since_resized, self.drawing) = (None, None);
    }

    /// Draws all sprites, or only those that follow the board if the others are drawn in this look.
    fn work(&self) -> impl FnOnce() -> DrawnSprites + Send + use<> {
        let (look, pixels) = (self.look, self.pixels);
        let all = self.drawn_look != Some(look);
        let entries = self.entries.iter();
        let entries = entries.filter(move |(_, entry)| all || entry.pixels.is_none());
        let entries: Vec<_> = entries
            .map(|(name, entry)| (*name, entry.clone()))
            .collect();
        move || {
            let drawn = entries.into_iter().filter_map(|(name, entry)| {
                let pixels = entry.pixels.unwrap_or(pixels);
                let image = draw(&dyed_source(&entry, look), pixels);
                let image = image.inspect_err(|why| error!("sprite {name}: {why}"));
                Some((entry.handle, image.ok()?))
            });
            drawn.collect()
        }
    }
}

/// Adds the sprites that belong to no game, or to several.
fn add_shared(sprites: &mut Sprites) {
    sprites.add_all(sprite_sources!("shared": "padlock", "ring"));
    sprites.add_themed(sprite_sources!("shared": "cursor", "hint", "halo"));
    // A sprite that is drawn much smaller than a cell has a small picture, so that its edges stay smooth.
    let sized = sprite_sources!(
        "shared": "spark", "emblem", "disc", "arrow_shaft", "arrow_head", "chance",
    );
    for (source, pixels) in sized.into_iter().zip([64, 512, 32, 24, 48, 64]) {
        sprites.add_sized(source, pixels);
    }
    for face in sprite_sources!(
        "shared": "face_easy", "face_normal", "face_hard", "face_expert",
    ) {
        sprites.add_sized(face, 128);
    }
}

/// Draws all sprites at once at the start, and in the background all of them in another look, or those that follow a
/// board whose cells have another size.
fn rasterise_sprites(
    time: Res<Time<Real>>,
    settings: Res<Settings>,
    mut sprites: ResMut<Sprites>,
    images: Option<ResMut<Assets<Image>>>,
) {
    let Some(mut images) = images else { return };
    let look = settings.look();
    if sprites.drawn_look.is_none() {
        sprites.set_look(look);
        show_sprites(&mut images, sprites.work()());
        sprites.drawn_look = Some(look);
        return;
    }
    if sprites.look != look {
        sprites.set_look(look);
        sprites.drawing = Some(spawn_or_default(sprites.work()));
    }
    if let Some(since) = sprites.since_resized {
        let since = since + time.delta_secs();
        sprites.since_resized = Some(since).filter(|since| *since < STILL_BEFORE_DRAWING);
        if sprites.since_resized.is_none() {
            sprites.drawing = Some(spawn_or_default(sprites.work()));
        }
    }
    if let Some(drawn) = take_result(&mut sprites.drawing) {
        show_sprites(&mut images, drawn);
        sprites.drawn_look = Some(look);
    }
}

fn show_sprites(images: &mut Assets<Image>, drawn: DrawnSprites) {
    for (handle, image) in drawn {
        if let Err(error) = images.insert(handle.id(), image) {
            error!("a sprite cannot be shown: {error}");
        }
    }
}

fn dyed_source(entry: &Entry, look: Look) -> String {
    let source = match entry.dye {
        Dye::Kind(kind) => {
            let base = look.colours.kind(kind);
            let light = base.mix(&Color::WHITE, 0.45);
            let dark = base.mix(&Color::BLACK, 0.5);
            return entry
                .svg
                .replace("{base}", &hex_text(base))
                .replace("{light}", &hex_text(light))
                .replace("{dark}", &hex_text(dark));
        }
        _ if look == Look::USUAL => return entry.svg.to_owned(),
        Dye::Own | Dye::Theme | Dye::Shades(_) => entry.svg,
    };
    with_colours(source, |colour| match entry.dye {
        Dye::Theme => look.map_colour(colour),
        Dye::Shades(kind) => {
            let shade = look.shade_of_kind(kind, colour);
            shade.unwrap_or_else(|| look.map_sprite_colour(colour))
        }
        Dye::Own | Dye::Kind(_) => look.map_sprite_colour(colour),
    })
}

fn hex_text(colour: Color) -> String {
    let [r, g, b, _] = colour.to_srgba().to_u8_array();
    format!("#{r:02x}{g:02x}{b:02x}")
}

/// A source with other colours. Colours are written as `#` and six digits.
pub(super) fn with_colours(source: &str, new: impl Fn(Color) -> Color) -> String {
    const DIGITS: usize = 6;
    let mut parts = source.split('#');
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let digits = part.get(..DIGITS);
        let next = part.as_bytes().get(DIGITS);
        let is_longer = next.is_some_and(u8::is_ascii_hexdigit);
        let colour = digits.filter(|_| !is_longer);
        let colour = colour.and_then(|digits| Srgba::hex(digits).ok());
        match colour {
            Some(colour) if new(colour.into()) != colour.into() => {
                text.push_str(&hex_text(new(colour.into())));
                text.push_str(&part[DIGITS..]);
            }
            // The colour stays, or it is not a colour but another name after `#`, for instance the id of a gradient.
            _ => {
                text.push('#');
                text.push_str(part);
            }
        }
    }
    text
}

/// Draws an SVG into a square of `pixels` a side.
pub(crate) fn draw(svg: &str, pixels: u32) -> Result<Image, PlainError> {
    Ok(image(&pixmap(svg, pixels)?))
}

fn pixmap(svg: &str, pixels: u32) -> Result<tiny_skia::Pixmap, PlainError> {
    let tree = usvg::Tree::from_str(svg, &usvg::Options::default())?;
    let mut pixmap =
        tiny_skia::Pixmap::new(pixels, pixels).ok_or_else(|| PlainError::new("it has no size"))?;
    let scale = pixels as f32 / tree.size().width().max(tree.size().height());
    resvg::render(
        &tree,
        tiny_skia::Transform::from_scale(scale, scale),
        &mut pixmap.as_mut(),
    );
    Ok(pixmap)
}

/// The sprites in the current colours, to be painted into pictures on any thread.
#[derive(Default)]
pub struct SpritePainter {
    look: Look,
    sources: BTreeMap<&'static str, String>,
    /// The sprites that were drawn so far, by name and pixels a side.
    drawn: Mutex<HashMap<(&'static str, u32), Option<Arc<tiny_skia::Pixmap>>>>,
}

/// The sizes in which sprites are drawn for pictures, in pixels a side.
const PAINTED_SIZES: [u32; 9] = [8, 12, 16, 24, 32, 48, 64, 96, 128];

impl SpritePainter {
    /// Paints no sprites, but everything else in this look.
    pub(super) fn without_sprites(look: Look) -> Self {
        SpritePainter { look, ..default() }
    }

    /// The look in which pictures are painted.
    pub fn look(&self) -> Look {
        self.look
    }

    /// A sprite in the smallest size that has at least `pixels` a side; `None` if it does not exist.
    pub(super) fn sprite(&self, name: &'static str, pixels: f32) -> Option<Arc<tiny_skia::Pixmap>> {
        let sizes = PAINTED_SIZES.into_iter();
        let size = sizes.clone().find(|size| *size as f32 >= pixels);
        let size = size.unwrap_or(PAINTED_SIZES[PAINTED_SIZES.len() - 1]);
        let mut drawn = lock(&self.drawn);
        let sprite = drawn.entry((name, size)).or_insert_with(|| {
            let svg = self.sources.get(name)?;
            pixmap(svg, size).ok().map(Arc::new)
        });
        sprite.clone()
    }
}

/// Draws an SVG into a square of `pixels` a side: red, green, blue and alpha of each pixel, not multiplied.
pub(crate) fn plain_pixels(svg: &str, pixels: u32) -> Result<Vec<u8>, PlainError> {
    Ok(unmultiplied(&pixmap(svg, pixels)?))
}

fn unmultiplied(pixmap: &tiny_skia::Pixmap) -> Vec<u8> {
    let plain = pixmap.pixels().iter().map(|pixel| pixel.demultiply());
    plain
        .flat_map(|pixel| [pixel.red(), pixel.green(), pixel.blue(), pixel.alpha()])
        .collect()
}

/// Converts a pixmap into a texture.
pub(crate) fn image(pixmap: &tiny_skia::Pixmap) -> Image {
    Image::new(
        Extent3d {
            width: pixmap.width(),
            height: pixmap.height(),
            depth_or_array_layers: 1,
        },
        TextureDimension::D2,
        unmultiplied(pixmap),
        TextureFormat::Rgba8UnormSrgb,
        RenderAssetUsages::default(),
    )
}

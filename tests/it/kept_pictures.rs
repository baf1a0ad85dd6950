//! Pictures of the screens, compared with those that are kept in `tests/data/pictures`. A kept picture has a pixel for
//! each block of pixels of the window, so that another version of the graphics driver makes no difference, and a lost
//! sprite does.
//!
//! If a screen is changed on purpose, `EVOLVARIUM_KEEP_PICTURES=1 cargo test --release --test it kept_pictures` keeps
//! the new pictures, and they are looked at before they are committed.

use std::fs::File;
use std::io::{BufReader, BufWriter};
use std::path::{Path, PathBuf};

use bevy::image::{CompressedImageFormats, Image, ImageSampler, ImageType};

use crate::window::run_tour;

/// The side of a block, in pixels.
const BLOCK: usize = 4;
/// A block has changed if one of red, green and blue differs by more than this, of 255.
const TOLERANCE: u8 = 16;
/// A picture has changed if at least this many blocks have changed. A sprite of 16 by 16 pixels has 16 blocks.
const CHANGED: usize = 8;

/// A small picture: the mean colour of each block.
#[derive(Clone, PartialEq)]
struct Blocks {
    width: usize,
    height: usize,
    colours: Vec<[u8; 3]>,
}

impl Blocks {
    /// The blocks of a picture of four bytes a pixel.
    fn of(pixels: &[u8], width: usize, height: usize) -> Self {
        let (across, down) = (width / BLOCK, height / BLOCK);
        let mean = |x: usize, y: usize| {
            let mut sum = [0_usize; 3];
            for (dx, dy) in (0..BLOCK).flat_map(|dx| (0..BLOCK).map(move |dy| (dx, dy))) {
                let at = 4 * ((y * BLOCK + dy) * width + x * BLOCK + dx);
                for (sum, value) in sum.iter_mut().zip(&pixels[at..at + 3]) {
                    *sum += usize::from(*value);
                }
            }
            sum.map(|sum| (sum / (BLOCK * BLOCK)) as u8)
        };
        let colours = (0..down).flat_map(|y| (0..across).map(move |x| mean(x, y)));
        Blocks {
            width: across,
            height: down,
            colours: colours.collect(),
        }
    }

    fn read_window(path: &Path) -> Self {
        let bytes = std::fs::read(path).expect("a picture");
        let kind = ImageType::Extension("png");
        let formats = CompressedImageFormats::NONE;
        let image = Image::from_buffer(
            &bytes,
            kind,
            formats,
            true,
            ImageSampler::Default,
            Default::default(),
        );
        let image = image.expect("a PNG");
        let (width, height) = (image.width() as usize, image.height() as usize);
        Blocks::of(&image.data.expect("pixels"), width, height)
    }

    fn read(path: &Path) -> Option<Self> {
        let file = BufReader::new(File::open(path).ok()?);
        let mut reader = png::Decoder::new(file).read_info().expect("a PNG");
        let mut bytes = vec![0; reader.output_buffer_size().expect("a size")];
        let info = reader.next_frame(&mut bytes).expect("pixels");
        Some(Blocks {
            width: info.width as usize,
            height: info.height as usize,
            colours: bytes.as_chunks::<3>().0.to_vec(),
        })
    }

    fn write(&self, path: &Path) {
        let file = BufWriter::new(File::create(path).expect("a file"));
        let mut encoder = png::Encoder::new(file, self.width as u32, self.height as u32);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_compression(png::Compression::High);
        let mut writer = encoder.write_header().expect("a header");
        writer
            .write_image_data(self.colours.as_flattened())
            .expect("pixels");
    }

    /// The number of blocks that differ; all of them for pictures of two sizes.
    fn changes(&self, other: &Blocks) -> usize {
        if (self.width, self.height) != (other.width, other.height) {
            return self.colours.len();
        }
        let pairs = self.colours.iter().zip(&other.colours);
        let differs = |(one, other): &(&[u8; 3], &[u8; 3])| {
            let mut channels = one.iter().zip(*other);
            channels.any(|(one, other)| one.abs_diff(*other) > TOLERANCE)
        };
        pairs.filter(differs).count()
    }
}

fn pictures_in(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let mut names: Vec<String> = names.filter(|name| name.ends_with(".png")).collect();
    names.sort();
    names
}

#[test]
fn the_screens_look_as_in_the_kept_pictures() {
    let kept = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/pictures");
    let folder = tempfile::tempdir().expect("a folder");
    let (has_succeeded, log) = run_tour("--still", folder.path());
    assert!(has_succeeded, "{log}");
    let mut names = pictures_in(folder.path());
    // The theatre keeps the room that earlier generations needed, and the machine decides which of them were seen.
    names.retain(|name| !name.ends_with("-evolved.png"));
    assert!(names.len() >= 61, "{names:?}");
    if std::env::var_os("EVOLVARIUM_KEEP_PICTURES").is_some() {
        std::fs::create_dir_all(&kept).expect("a folder");
        for name in &names {
            Blocks::read_window(&folder.path().join(name)).write(&kept.join(name));
        }
    }
    assert_eq!(names, pictures_in(&kept));
    let changed = names.iter().filter_map(|name| {
        let (now, before) = (folder.path().join(name), Blocks::read(&kept.join(name))?);
        let changes = Blocks::read_window(&now).changes(&before);
        (changes >= CHANGED).then(|| format!("{name}: {changes} blocks"))
    });
    let changed: Vec<String> = changed.collect();
    if !changed.is_empty() {
        let folder = folder.keep();
        panic!("{changed:?} have changed: see {}", folder.display());
    }
}

/// A flat picture with a square of another colour.
fn with_square(side: usize, colour: [u8; 4]) -> Blocks {
    let ground = [12, 20, 24, 255];
    let pixel = |at: usize| {
        let (x, y) = (at % 320, at / 320);
        let is_inside = (50..50 + side).contains(&x) && (50..50 + side).contains(&y);
        if is_inside { colour } else { ground }
    };
    let pixels: Vec<u8> = (0..320 * 180).flat_map(pixel).collect();
    Blocks::of(&pixels, 320, 180)
}

#[test]
fn a_small_lost_sprite_and_another_colour_are_changes_and_a_speck_is_none() {
    let sprite = with_square(16, [240, 180, 90, 255]);
    let (lost, recoloured) = (with_square(0, [0; 4]), with_square(16, [200, 180, 90, 255]));
    assert!(sprite.changes(&lost) >= CHANGED);
    assert!(sprite.changes(&recoloured) >= CHANGED);
    let speck = with_square(2, [240, 180, 90, 255]);
    assert!(speck.changes(&lost) < CHANGED);
    assert_eq!(sprite.changes(&sprite.clone()), 0);
}

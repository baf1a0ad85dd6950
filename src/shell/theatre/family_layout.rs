//! The places of the relatives of a family on its page, and their painting. Time runs from left to right.

use std::sync::Arc;

use bevy::prelude::*;

use super::curves::population_colour;
use super::zoom::Zoom;
use crate::generation::family::ORIGINS;
use crate::generation::story::Parts;
use crate::generation::tree::{FamilyLink, FamilyTree, Relative};
use crate::shell::theme::paint::{Canvas, place_of_text};
use crate::shell::theme::palette;
use crate::shell::theme::sprites::SpritePainter;

/// A picture is at most this large, as a part of the height of the page.
const LARGEST: f32 = 0.3;
/// Pictures with less room than this have no words below them, in interface pixels.
const WORDY: f32 = 84.0;
/// The height of the bar below a picture with the gaps around it, as a part of its side.
const BAR: f32 = 0.09;
/// The gap between two pictures, as a part of their room.
const GAP: f32 = 0.2;
/// The room around the words below a picture that no line goes through, as a part of the size of their letters.
const AROUND_WORDS: f32 = 0.3;
/// The side of the picture under the pointer, as a part of the height of the page.
const ENLARGED: f32 = 0.7;
/// The largest factor by which the page is enlarged.
const MAX_ZOOM: f32 = 6.0;

/// The part of the page that is seen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Viewport {
    /// The size of the texture, in pixels.
    pub(super) size: Vec2,
    /// Pixels for each interface pixel.
    pub(super) density: f32,
    zoom: Zoom,
}

impl Viewport {
    /// The whole page in a texture of this size.
    pub(super) fn whole(size: Vec2, density: f32) -> Self {
        Viewport {
            size,
            density,
            zoom: Zoom::default(),
        }
    }

    /// Enlarges the page, or makes it smaller again. The point `point` stays in its place.
    pub(super) fn zoom_at(&mut self, point: Vec2, factor: f32) {
        self.zoom.enlarge(point, factor, MAX_ZOOM, self.size);
    }

    /// Moves the part that is seen, within the page.
    pub(super) fn move_by(&mut self, by: Vec2) {
        self.zoom.move_by(by, self.size);
    }
}

/// The squares of the relatives' pictures.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Places {
    /// The upper left corner of each picture, in pixels.
    pub(super) corners: Vec<Vec2>,
    /// Their side.
    pub(super) side: f32,
    /// Whether there is room for words below them.
    has_words: bool,
}

impl Places {
    /// The places of a family: in columns by kinship, or in lines to be read if it is a line of forebears.
    pub(super) fn of(tree: &FamilyTree, is_line: bool, viewport: &Viewport) -> Self {
        let groups = if is_line {
            reading_rows(tree.relatives.len(), viewport)
        } else {
            columns_of(&tree.relatives)
        };
        let most = groups.iter().copied().max().unwrap_or(1).max(1) as f32;
        let count = groups.len().max(1) as f32;
        // The room of one picture with the bar and the words below it.
        let room = match is_line {
            true => viewport.size / Vec2::new(most, count),
            false => viewport.size / Vec2::new(count, most),
        };
        let has_words = room.y >= WORDY * viewport.density;
        let below = |side: f32| match has_words {
            true => BAR * side + 4.0 + 2.3 * letters(side, viewport.density),
            false => 2.0 * BAR * side,
        };
        let widest = if is_line { 1.0 - GAP } else { 1.0 - 2.0 * GAP };
        let mut side = (room.x * widest).min(LARGEST * viewport.size.y);
        while side > 8.0 && side + below(side) > room.y {
            side -= 1.0;
        }
        let inset = (room - Vec2::new(side, side + below(side))) / 2.0;
        let mut corners = Vec::with_capacity(tree.relatives.len());
        for (group, members) in groups.into_iter().enumerate() {
            let spare = (viewport.size.y - room.y * members as f32) / 2.0;
            for member in 0..members {
                let at = match is_line {
                    true => Vec2::new(member as f32, group as f32) * room,
                    false => Vec2::new(group as f32, member as f32) * room + Vec2::Y * spare,
                };
                corners.push((at + inset) * viewport.zoom.factor - viewport.zoom.corner);
            }
        }
        Places {
            corners,
            side: side * viewport.zoom.factor,
            has_words: has_words || viewport.zoom.factor > 1.5,
        }
    }

    /// The relative whose picture is at a point.
    pub(super) fn at(&self, point: Vec2) -> Option<usize> {
        let holds = |corner: &Vec2| {
            let within = point - *corner;
            within.cmpge(Vec2::ZERO).all() && within.cmplt(Vec2::splat(self.side)).all()
        };
        self.corners.iter().position(holds)
    }
}

/// The size of the letters below a picture.
fn letters(side: f32, density: f32) -> f32 {
    (0.12 * side).clamp(12.0 * density, 15.0 * density)
}

/// The number of relatives in each column, from the left.
fn columns_of(relatives: &[Relative]) -> Vec<usize> {
    let mut columns: Vec<usize> = Vec::new();
    let mut last = None;
    for relative in relatives {
        match columns.last_mut() {
            Some(count) if last == Some(relative.row) => *count += 1,
            _ => columns.push(1),
        }
        last = Some(relative.row);
    }
    columns
}

/// The numbers of pictures in rows that fill the page best.
fn reading_rows(count: usize, viewport: &Viewport) -> Vec<usize> {
    let ratio = (viewport.size.x / viewport.size.y.max(1.0)).max(0.1);
    let columns = ((count as f32 * ratio * 1.3).sqrt().ceil() as usize).max(1);
    let full = count / columns;
    let mut rows = vec![columns; full];
    rows.extend(Some(count % columns).filter(|rest| *rest > 0));
    rows
}

/// The state of the page that is painted.
pub(super) struct Painting {
    pub(super) tree: FamilyTree,
    /// The two lines below each picture.
    pub(super) captions: Vec<[String; 2]>,
    pub(super) viewport: Viewport,
    pub(super) is_line: bool,
    /// The relative that is selected with the mouse or by buttons.
    pub(super) pointed: Option<usize>,
    pub(super) sprites: Arc<SpritePainter>,
}

impl Painting {
    /// Paints the family.
    pub(super) fn paint(&self) -> Option<Image> {
        let (width, height) = (self.viewport.size.x as u32, self.viewport.size.y as u32);
        let canvas = Canvas::with_sprites(width, height, Arc::clone(&self.sprites))?;
        let mut canvas = canvas.at_density(self.viewport.density);
        let places = Places::of(&self.tree, self.is_line, &self.viewport);
        for link in &self.tree.links {
            self.link(&mut canvas, &places, link);
        }
        self.clear_words(&mut canvas, &places);
        for (at, relative) in self.tree.relatives.iter().enumerate() {
            self.relative(&mut canvas, &places, at, relative);
        }
        self.enlarged(&mut canvas, &places);
        Some(canvas.image())
    }

    /// A line from a parent to its child in the colour of this parent, thicker if more of the child is from it.
    fn link(&self, canvas: &mut Canvas, places: &Places, link: &FamilyLink) {
        let side = places.side;
        let aside = Vec2::new(0.0, side * (0.5 + 0.14 * link.parent_number as f32 - 0.07));
        let (parent, child) = (places.corners[link.parent], places.corners[link.child]);
        let (from, to) = (parent + aside + Vec2::X * side, child + aside);
        let share = share(
            self.tree.relatives[link.child].parts.as_ref(),
            link.parent_number,
        );
        let width = (1.0 + 4.0 * share) * self.viewport.density;
        let is_near = |at: usize| Some(at) == self.pointed || at == self.tree.focus;
        let alpha = match is_near(link.parent) || is_near(link.child) {
            true => 0.95,
            false => 0.4,
        };
        let colour = palette::tint(ORIGINS[link.parent_number]).with_alpha(alpha);
        if self.is_line && from.x > to.x {
            // The next row begins at the left again; a short stroke says that it goes on.
            let stroke = Vec2::X * side * 0.15;
            canvas.line(&[to - stroke, to], width, colour);
            return;
        }
        // Two bends, so that lines of neighbours do not lie on each other.
        let bend = Vec2::new(((to.x - from.x) * 0.3).min(0.4 * side), 0.0);
        canvas.line(&[from, from + bend, to - bend, to], width, colour);
    }

    /// The lines of words below a picture with their middles, if there is room for them.
    fn words(&self, places: &Places, at: usize) -> impl Iterator<Item = (&str, Vec2)> {
        let size = letters(places.side, self.viewport.density);
        let below = Vec2::new(places.side / 2.0, places.side * (1.0 + BAR));
        let first = places.corners[at] + below + Vec2::Y * (3.0 + 0.5 * size);
        let lines = self.captions.get(at).filter(|_| places.has_words);
        let lines = lines.into_iter().flatten().enumerate();
        lines.map(move |(number, line)| {
            let down = Vec2::Y * (1.15 * size * number as f32);
            (line.as_str(), first + down)
        })
    }

    /// Takes the lines of the tree away where words are to stand, so that they can be read.
    fn clear_words(&self, canvas: &mut Canvas, places: &Places) {
        let size = letters(places.side, self.viewport.density);
        for at in 0..places.corners.len() {
            for (line, middle) in self.words(places, at) {
                if let Some(place) = place_of_text(line, middle, size) {
                    canvas.clear(place.inflate(AROUND_WORDS * size));
                }
            }
        }
    }

    fn relative(&self, canvas: &mut Canvas, places: &Places, at: usize, relative: &Relative) {
        let (corner, side) = (places.corners[at], places.side);
        let is_outside =
            corner.cmpgt(self.viewport.size).any() || (corner + side * 1.5).cmplt(Vec2::ZERO).any();
        if is_outside {
            return;
        }
        canvas.square(corner, side, palette::NIGHT);
        let margin = side * 0.05;
        let inner = side - 2.0 * margin;
        match &relative.picture {
            Some(picture) if side > 160.0 => canvas.picture(picture, corner + margin, inner),
            Some(picture) => canvas.thumbnail(picture, corner + margin, inner),
            None => canvas.text("?", corner + side / 2.0, side / 2.0, palette::RIM),
        }
        let (rim, width) = match (at == self.tree.focus, Some(at) == self.pointed) {
            (_, true) => (palette::EMBER, 0.035),
            (true, _) => (palette::PAPER, 0.035),
            _ => (population_colour(relative.population), 0.015),
        };
        canvas.frame(corner, side, (width * side).max(1.0), rim);
        let below = corner + Vec2::new(0.0, side);
        self.bar(canvas, below, side, relative.parts.as_ref());
        let size = letters(side, self.viewport.density);
        for (line, middle) in self.words(places, at) {
            canvas.text(line, middle, size, palette::MIST);
        }
    }

    /// The selected relative, painted large on the other side of the page.
    fn enlarged(&self, canvas: &mut Canvas, places: &Places) {
        let side = ENLARGED * self.viewport.size.y;
        let Some(at) = self.pointed.filter(|_| places.side < 0.8 * side) else {
            return;
        };
        let Some(picture) = &self.tree.relatives[at].picture else {
            return;
        };
        let is_left = places.corners[at].x + places.side / 2.0 < self.viewport.size.x / 2.0;
        let x = if is_left {
            self.viewport.size.x - side
        } else {
            0.0
        };
        let corner = Vec2::new(x, (self.viewport.size.y - side) / 2.0);
        canvas.square(corner, side, palette::NIGHT);
        let margin = 0.04 * side;
        canvas.picture(picture, corner + margin, side - 2.0 * margin);
        canvas.frame(corner, side, 2.0 * self.viewport.density, palette::EMBER);
    }

    /// A bar with the parts that a relative has only of its first parent (above), of both (the whole height), only of
    /// its second parent (below), and of none (in the middle).
    fn bar(&self, canvas: &mut Canvas, at: Vec2, side: f32, parts: Option<&Parts>) {
        let Some(parts) = parts.filter(|parts| parts.all > 0) else {
            return;
        };
        let both = parts.all - (parts.first + parts.second + parts.new).min(parts.all);
        let [first, second, new] = ORIGINS.map(palette::tint);
        // The heights tell the pieces apart without their colours.
        let pieces = [
            (parts.first, first, [0.0, 0.5]),
            (both, palette::RIM, [0.0, 1.0]),
            (parts.second, second, [0.5, 1.0]),
            (parts.new, new, [0.3, 0.7]),
        ];
        let height = (side * 0.06).max(6.0);
        let mut left = at + Vec2::new(0.0, 2.0);
        for (count, colour, [top, bottom]) in pieces {
            let width = side * count as f32 / parts.all as f32;
            let corners = [(0.0, top), (width, bottom)]
                .map(|(right, down)| left + Vec2::new(right, down * height));
            canvas.block(Rect::from_corners(corners[0], corners[1]), colour);
            left.x += width;
        }
    }
}

/// The share of one parent in the parts of a child that do not come from both parents, 0 to 1; 0.3 if it is unknown.
fn share(parts: Option<&Parts>, parent_number: usize) -> f32 {
    let Some(parts) = parts else { return 0.3 };
    let own = [parts.first, parts.second][parent_number];
    own as f32 / (parts.first + parts.second + parts.new).max(1) as f32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generation::PopulationKind;
    use crate::generation::pedigree::MemberId;

    fn family(rows: &[i32]) -> FamilyTree {
        let relative = |(at, row): (usize, &i32)| Relative {
            member: MemberId::at(0, at as u32),
            birth: None,
            until: 0,
            fitness: 0.5,
            population: PopulationKind::Feasible,
            row: *row,
            picture: None,
            parts: None,
        };
        FamilyTree {
            relatives: rows.iter().enumerate().map(relative).collect(),
            links: Vec::new(),
            focus: 0,
            children: 0,
            founders: None,
            line: 1,
        }
    }

    fn viewport() -> Viewport {
        Viewport::whole(Vec2::new(1_200.0, 500.0), 1.0)
    }

    #[test]
    fn all_relatives_are_within_the_page_and_none_lies_on_another() {
        let line: Vec<i32> = (-23..=0).collect();
        let crowded = [
            -3, -3, -3, -3, -3, -3, -3, -3, -2, -2, -1, 0, 1, 1, 1, 1, 2, 2,
        ];
        let pages = [
            (family(&crowded), false),
            (family(&[-2, -1, -1, 0, 1]), false),
            (family(&[0]), false),
            (family(&[0]), true),
            (family(&line), true),
        ];
        for (tree, is_line) in &pages {
            let places = Places::of(tree, *is_line, &viewport());
            assert_eq!(places.corners.len(), tree.relatives.len());
            assert!(places.side > 40.0, "{}", places.side);
            for (at, corner) in places.corners.iter().enumerate() {
                assert_eq!(places.at(*corner + places.side / 2.0), Some(at));
                let end = *corner + places.side;
                assert!(corner.cmpge(Vec2::ZERO).all() && end.cmple(viewport().size).all());
                for other in &places.corners[..at] {
                    let apart = (*corner - *other).abs();
                    assert!(apart.max_element() >= places.side, "{apart}");
                }
            }
        }
    }

    #[test]
    fn no_line_goes_through_words() {
        let paint = |links: Vec<FamilyLink>| {
            let mut tree = family(&[-2, -1, -1, 0]);
            tree.links = links;
            let painting = Painting {
                captions: vec![["Generation 7".into(), "12 faults".into()]; 4],
                tree,
                viewport: viewport(),
                is_line: false,
                pointed: None,
                sprites: Arc::default(),
            };
            let places = Places::of(&painting.tree, false, &painting.viewport);
            let size = letters(places.side, 1.0);
            let place = |(line, middle)| place_of_text(line, middle, size).expect("letters");
            let words: Vec<Rect> = painting.words(&places, 1).map(place).collect();
            let image = painting.paint().expect("a page");
            (image.data.expect("pixels"), words)
        };
        // The parent stands two columns before its child, and the line passes below the upper picture between them.
        let link = FamilyLink {
            parent: 0,
            child: 3,
            parent_number: 0,
        };
        let (bare, _) = paint(Vec::new());
        let (linked, words) = paint(vec![link]);
        assert_eq!(words.len(), 2);
        let width = viewport().size.x as usize;
        let is_changed = |x: usize, y: usize| {
            let at = 4 * (y * width + x);
            bare[at..at + 4] != linked[at..at + 4]
        };
        let mut heights = Vec::new();
        for place in words {
            for y in place.min.y as usize..=place.max.y as usize {
                let (left, right) = (place.min.x as usize, place.max.x as usize);
                assert!((left..=right).all(|x| !is_changed(x, y)), "at {y}");
                heights.extend((0..left).any(|x| is_changed(x, y)).then_some(y));
            }
        }
        assert!(!heights.is_empty(), "the line is as high as the words");
    }

    #[test]
    fn what_is_under_the_pointer_stays_there_when_the_page_is_enlarged() {
        let tree = family(&[-2, -2, -1, 0, 1, 1]);
        let mut viewport = viewport();
        let places = Places::of(&tree, false, &viewport);
        let point = places.corners[4] + places.side / 2.0;
        viewport.zoom_at(point, 3.0);
        let large = Places::of(&tree, false, &viewport);
        assert_eq!(large.at(point), Some(4));
        assert_eq!(large.side, 3.0 * places.side);
        viewport.zoom_at(point, 1e-3);
        assert_eq!(Places::of(&tree, false, &viewport), places);
    }
}

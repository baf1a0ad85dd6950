//! The notes of the music: eight bars that repeat, composed from a style. The same style gives the same notes.

use crate::base::{Purpose, Seed, Stream};

/// The style of a piece.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Style {
    /// Beats a minute.
    pub tempo: f32,
    /// The deepest note of the chords, as a number of MIDI (60 is the middle C).
    pub root: u8,
    /// The notes of the scale, in semitones above the root.
    pub scale: [u8; 7],
    /// The chord of each bar, as the degree of its lowest note, 0 to 6.
    pub chords: [u8; BARS],
    /// The share of the places for a note that the melody fills, 0 to 1.
    pub density: f32,
    /// The seed from which the melody is drawn.
    pub seed: u64,
}

/// The notes of a major scale.
pub const MAJOR: [u8; 7] = [0, 2, 4, 5, 7, 9, 11];
/// The notes of a major scale with a raised fourth.
pub const LYDIAN: [u8; 7] = [0, 2, 4, 6, 7, 9, 11];
/// The notes of a minor scale with a raised sixth.
pub const DORIAN: [u8; 7] = [0, 2, 3, 5, 7, 9, 10];
/// The notes of a minor scale.
pub const MINOR: [u8; 7] = [0, 2, 3, 5, 7, 8, 10];

/// A quiet piece, for games that have no style of their own.
pub const USUAL: Style = Style {
    tempo: 66.0,
    root: 52,
    scale: MAJOR,
    chords: [0, 3, 5, 4, 0, 3, 1, 4],
    density: 0.4,
    seed: 1,
};

/// The number of bars.
pub const BARS: usize = 8;
/// The number of beats of a bar.
pub const BEATS: usize = 4;

/// A part of the music that gets louder and softer by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Layer {
    /// Long chords. It is always there.
    Bed,
    /// Single notes of glass. They get softer in danger.
    Melody,
    /// Deep beats: danger, or the end of a level.
    Pulse,
    /// Quick high notes, when many things happen at once.
    Shimmer,
}

impl Layer {
    /// All layers.
    pub const ALL: [Layer; 4] = [Layer::Bed, Layer::Melody, Layer::Pulse, Layer::Shimmer];
}

/// A note.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Note {
    /// The beat at which it begins.
    pub start: f32,
    /// The length for which it is held, in beats.
    pub beats: f32,
    /// The number of MIDI.
    pub pitch: f32,
    /// The loudness, 0 to 1.
    pub level: f32,
}

impl Style {
    /// The length of the piece in seconds.
    pub fn seconds(&self) -> f32 {
        (BARS * BEATS) as f32 * self.beat()
    }

    /// The length of a beat in seconds.
    pub fn beat(&self) -> f32 {
        60.0 / self.tempo
    }

    /// The pitch of a degree of the scale. Degrees of 7 and more are octaves above.
    fn pitch(&self, degree: u8) -> f32 {
        f32::from(self.root)
            + f32::from(self.scale[usize::from(degree % 7)])
            + 12.0 * f32::from(degree / 7)
    }

    /// The degrees of the chord of a bar: a triad with its octave.
    fn chord(&self, bar: usize) -> [u8; 4] {
        let lowest = self.chords[bar % BARS];
        [lowest, lowest + 2, lowest + 4, lowest + 7]
    }

    /// The notes of a layer, in the order of their beginnings.
    pub fn notes(&self, layer: Layer) -> Vec<Note> {
        let mut rng = Seed(self.seed).child(layer as u64).stream(Purpose::Layout);
        let each = (0..BARS).flat_map(|bar| {
            let start = (bar * BEATS) as f32;
            match layer {
                Layer::Bed => self.bed(bar, start),
                Layer::Melody => self.melody(bar, start, &mut rng),
                Layer::Pulse => self.pulse(bar, start),
                Layer::Shimmer => self.shimmer(bar, start, &mut rng),
            }
        });
        each.collect()
    }

    fn bed(&self, bar: usize, start: f32) -> Vec<Note> {
        let note = |degree: u8| Note {
            start,
            beats: BEATS as f32,
            pitch: self.pitch(degree),
            level: 0.5,
        };
        let mut notes: Vec<Note> = self.chord(bar).map(note).to_vec();
        // The lowest note is heard an octave below too.
        let deepest = notes[0];
        notes.push(Note {
            pitch: deepest.pitch - 12.0,
            level: 0.35,
            ..deepest
        });
        notes
    }

    /// A line that walks by small steps, and stands on a note of the chord at the beginning of a bar.
    fn melody(&self, bar: usize, start: f32, rng: &mut Stream) -> Vec<Note> {
        let chord = self.chord(bar);
        let mut degree = chord[rng.random_below(4) as usize] + 7;
        let mut notes = Vec::new();
        for half in 0..2 * BEATS {
            let is_first = half == 0;
            if !is_first && rng.random_f64() >= f64::from(self.density) {
                continue;
            }
            notes.push(Note {
                start: start + half as f32 / 2.0,
                beats: 1.0,
                pitch: self.pitch(degree),
                level: if is_first { 0.8 } else { 0.55 },
            });
            let step = rng.random_below(5) as i8 - 2;
            degree = degree.saturating_add_signed(step).clamp(7, 17);
        }
        notes
    }

    fn pulse(&self, bar: usize, start: f32) -> Vec<Note> {
        let lowest = self.pitch(self.chord(bar)[0]) - 12.0;
        let beat = |half: usize| Note {
            start: start + half as f32 / 2.0,
            beats: 0.5,
            pitch: lowest,
            level: if half.is_multiple_of(4) { 1.0 } else { 0.55 },
        };
        // Two beats close together, as of a heart.
        [0, 1, 4, 5].map(beat).to_vec()
    }

    fn shimmer(&self, bar: usize, start: f32, rng: &mut Stream) -> Vec<Note> {
        let chord = self.chord(bar);
        let note = |quarter: usize| {
            let degree = chord[(quarter + rng.random_below(2) as usize) % 4] + 14;
            Note {
                start: start + quarter as f32 / 4.0,
                beats: 0.25,
                pitch: self.pitch(degree),
                level: 0.4,
            }
        };
        (0..4 * BEATS).map(note).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STYLE: Style = Style {
        tempo: 60.0,
        root: 50,
        scale: MINOR,
        chords: [0, 5, 3, 4, 0, 2, 3, 4],
        density: 0.5,
        seed: 3,
    };

    #[test]
    fn all_notes_belong_to_the_scale_and_lie_in_the_piece() {
        for layer in Layer::ALL {
            let notes = STYLE.notes(layer);
            assert!(!notes.is_empty());
            for note in &notes {
                let above = note.pitch as i32 - i32::from(STYLE.root);
                let semitone = above.rem_euclid(12) as u8;
                assert!(STYLE.scale.contains(&semitone), "{layer:?}: {note:?}");
                assert!((0.0..32.0).contains(&note.start), "{layer:?}: {note:?}");
            }
            assert!(notes.is_sorted_by(|a, b| a.start <= b.start));
            assert_eq!(STYLE.notes(layer), notes, "it is the same again");
        }
        assert_eq!(STYLE.seconds(), 32.0);
    }

    #[test]
    fn the_melody_begins_each_bar_on_a_note_of_its_chord() {
        let notes = STYLE.notes(Layer::Melody);
        for bar in 0..BARS {
            let start = (bar * BEATS) as f32;
            let first = notes.iter().find(|note| note.start == start);
            let chord = STYLE.chord(bar).map(|degree| STYLE.pitch(degree + 7));
            assert!(chord.contains(&first.expect("there is one").pitch));
        }
        let other = Style { seed: 4, ..STYLE };
        assert_ne!(other.notes(Layer::Melody), notes);
    }
}

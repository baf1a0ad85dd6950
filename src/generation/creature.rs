//! The name and the sigil of an evolved creature. Both are functions of its genome alone. The same genome has the same
//! name everywhere, and different genomes nearly always have different names.

use super::{Form, Picture, Shape, Tint};
use crate::base::{Purpose, Seed, Stream, text_hash};

/// The name and the sigil of a creature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Creature {
    seed: Seed,
    /// The key of the phrase that says something true of it; the phrase contains `{name}`.
    pub epithet: &'static str,
}

/// The letters in which a name is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Script {
    /// Latin letters.
    Latin,
    /// Korean letters.
    Hangul,
}

/// A sound in Latin letters, and its number among the Korean letters of its place in a syllable.
type Sound = (&'static str, u32);

/// The sounds with which a syllable begins. The first is none.
const ONSETS: [Sound; 10] = [
    ("", 11),
    ("n", 2),
    ("d", 3),
    ("r", 5),
    ("m", 6),
    ("b", 7),
    ("ch", 14),
    ("k", 15),
    ("t", 16),
    ("h", 18),
];
const VOWELS: [Sound; 6] = [
    ("a", 0),
    ("ae", 1),
    ("e", 5),
    ("o", 8),
    ("u", 13),
    ("i", 20),
];
/// The sounds with which a syllable ends. The first is none, and the last is left for the end of a name.
const CODAS: [Sound; 5] = [("", 0), ("n", 4), ("l", 8), ("m", 16), ("ng", 21)];

/// The first Korean syllable, and the numbers of vowels and of ends of syllables.
const FIRST_SYLLABLE: u32 = 0xAC00;
const HANGUL_VOWELS: u32 = 21;
const HANGUL_CODAS: u32 = 28;

/// A syllable by its three sounds.
#[derive(Clone, Copy)]
struct Syllable([Sound; 3]);

impl Syllable {
    /// A random syllable that begins with one of `onsets` and ends with one of `codas`.
    fn random(onsets: &[Sound], codas: &[Sound], rng: &mut Stream) -> Self {
        let mut one_of = |from: &[Sound]| from[rng.random_below(from.len() as u32) as usize];
        Syllable([one_of(onsets), one_of(&VOWELS), one_of(codas)])
    }

    fn write(self, script: Script, name: &mut String) {
        let Syllable([onset, vowel, coda]) = self;
        match script {
            Script::Latin => {
                for (letters, _) in [onset, vowel, coda] {
                    name.push_str(letters);
                }
            }
            Script::Hangul => {
                let number = (onset.1 * HANGUL_VOWELS + vowel.1) * HANGUL_CODAS + coda.1;
                name.extend(char::from_u32(FIRST_SYLLABLE + number));
            }
        }
    }
}

/// Returns the made-up name of something: three syllables that the text `of` decides. Only the first one can begin with a
/// vowel.
pub fn made_up_name(of: &str, script: Script) -> String {
    name_of_seed(Seed(text_hash(of)), script)
}

fn name_of_seed(seed: Seed, script: Script) -> String {
    let mut rng = seed.stream(Purpose::Name);
    let inner = &CODAS[..4];
    let syllables = [
        Syllable::random(&ONSETS, inner, &mut rng),
        Syllable::random(&ONSETS[1..], inner, &mut rng),
        Syllable::random(&ONSETS[1..], &CODAS, &mut rng),
    ];
    let mut name = String::new();
    for syllable in syllables {
        syllable.write(script, &mut name);
    }
    let mut letters = name.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

impl Creature {
    /// The creature of a genome, which is given as a text that only this genome has.
    pub fn of(genome: &str, epithet: &'static str) -> Self {
        Creature {
            seed: Seed(text_hash(genome)),
            epithet,
        }
    }

    /// Its name, as a [made-up name](made_up_name) is.
    pub fn name(self, script: Script) -> String {
        name_of_seed(self.seed, script)
    }

    /// Its sigil: a charge in the middle of a field, and smaller ones around it. The forms alone tell most sigils
    /// apart; the colours are not needed.
    pub fn sigil(self) -> Picture {
        let mut rng = self.seed.stream(Purpose::Sigil);
        let mut one_of = |from: &[Form]| from[rng.random_below(from.len() as u32) as usize];
        let field = one_of(&[Form::Disc, Form::Hex, Form::Tile]);
        let charge = one_of(&[
            Form::Disc,
            Form::Ring,
            Form::Cross,
            Form::Hex,
            Form::Tile,
            Form::Frame,
        ]);
        let small = one_of(&[Form::Disc, Form::Ring, Form::Cross, Form::Hex, Form::Tile]);
        let warm = Tint::Kind(rng.random_below(5) as u8);
        let cool = Tint::Kind(5 + rng.random_below(4) as u8);
        let count = [2, 3, 4, 5, 6][rng.random_below(5) as usize];
        let turn = 0.5 * rng.random_below(2) as f32;
        let mut shapes = vec![
            shape(0, field, Tint::Calm, (0.5, 0.5), 0.96),
            shape(1, charge, warm, (0.5, 0.5), 0.36),
        ];
        for number in 0..count {
            let angle = (number as f32 + turn) / count as f32 * std::f32::consts::TAU;
            let at = (0.5 + 0.31 * angle.sin(), 0.5 - 0.31 * angle.cos());
            shapes.push(shape(2 + number, small, cool, at, 0.17));
        }
        Picture::of(shapes)
    }
}

fn shape(key: u16, form: Form, tint: Tint, (x, y): (f32, f32), size: f32) -> Shape {
    Shape {
        key,
        form,
        tint,
        x,
        y,
        size,
    }
}

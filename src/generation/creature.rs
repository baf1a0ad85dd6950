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

/// The first Korean syllable in Unicode.
const FIRST_SYLLABLE: u32 = 0xAC00;
/// The number of Korean vowels.
const HANGUL_VOWELS: u32 = 21;
/// The number of sounds with which a Korean syllable can end, with none among them.
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::f32::consts::TAU;

    use super::*;

    fn creature(number: u32) -> Creature {
        Creature::of(&number.to_string(), "")
    }

    /// The syllables with which a name in small letters can begin and end, with the Korean letter of each.
    fn syllables() -> Vec<(String, char)> {
        let mut all = Vec::new();
        for onset in ONSETS {
            for vowel in VOWELS {
                for coda in CODAS {
                    let syllable = Syllable([onset, vowel, coda]);
                    let [mut latin, mut hangul] = [String::new(), String::new()];
                    syllable.write(Script::Latin, &mut latin);
                    syllable.write(Script::Hangul, &mut hangul);
                    all.push((latin, hangul.chars().next().expect("a letter")));
                }
            }
        }
        all
    }

    #[test]
    fn a_syllable_is_written_in_both_scripts() {
        let all = syllables();
        let hangul = |latin: &str| {
            let found = all.iter().find(|(one, _)| one == latin);
            found.expect("there is such a syllable").1
        };
        let found = ["na", "a", "ching", "haem", "tul", "ren"].map(hangul);
        assert_eq!(found, ['나', '아', '칭', '햄', '툴', '렌']);
        let letters: BTreeSet<char> = all.iter().map(|(_, letter)| *letter).collect();
        assert_eq!(letters.len(), 10 * 6 * 5, "each has a letter of its own");
    }

    #[test]
    fn a_name_has_three_syllables_that_sound_the_same_in_both_scripts() {
        let all = syllables();
        let latin_of = |letter: char| {
            let found = all.iter().find(|(_, one)| *one == letter);
            found.expect("there is such a letter").0.clone()
        };
        let vowels = ['a', 'e', 'i', 'o', 'u'];
        for number in 0..300 {
            let of = number.to_string();
            let name = creature(number).name(Script::Hangul);
            let sounds: Vec<String> = name.chars().map(latin_of).collect();
            assert_eq!(sounds.len(), 3);
            let latin = creature(number).name(Script::Latin);
            assert!(latin.starts_with(|first: char| first.is_ascii_uppercase()));
            assert_eq!(latin.to_ascii_lowercase(), sounds.concat());
            assert_eq!(latin, made_up_name(&of, Script::Latin));
            // Only the first syllable can begin with a vowel, and only the last one ends with ng.
            assert!(sounds[1..].iter().all(|one| !one.starts_with(vowels)));
            assert!(sounds[..2].iter().all(|one| !one.ends_with("ng")));
        }
    }

    #[test]
    fn a_sigil_has_a_charge_in_its_middle_and_two_to_six_small_ones_evenly_around_it() {
        let mut counts = BTreeSet::new();
        let mut turns = BTreeSet::new();
        for number in 0..300 {
            let shapes = creature(number).sigil().shapes;
            let keys: Vec<u16> = shapes.iter().map(|shape| shape.key).collect();
            assert_eq!(keys, (0..shapes.len() as u16).collect::<Vec<_>>());
            let [field, charge, small @ ..] = &shapes[..] else {
                panic!("{shapes:?}");
            };
            for (shape, size) in [(field, 0.96), (charge, 0.36)] {
                assert_eq!((shape.x, shape.y, shape.size), (0.5, 0.5, size));
            }
            // The first small one stands above the middle, or half of the way to the next one.
            let step = TAU / small.len() as f32;
            let first = (small[0].x - 0.5).atan2(0.5 - small[0].y);
            let is_turned = first > step / 4.0;
            let start = if is_turned { step / 2.0 } else { 0.0 };
            for (at, shape) in small.iter().enumerate() {
                let angle = start + at as f32 * step;
                let (x, y) = (0.5 + 0.31 * angle.sin(), 0.5 - 0.31 * angle.cos());
                assert!((shape.x - x).abs() < 1e-5 && (shape.y - y).abs() < 1e-5);
                assert_eq!((shape.form, shape.tint), (small[0].form, small[0].tint));
                assert_eq!(shape.size, 0.17);
            }
            counts.insert(small.len());
            turns.insert(is_turned);
        }
        assert_eq!(counts, (2..=6).collect());
        assert_eq!(turns.len(), 2);
    }

    #[test]
    fn the_charge_of_a_sigil_has_a_warm_colour_and_the_small_ones_a_cool_one() {
        let kinds = |at: usize| -> BTreeSet<u8> {
            let tints = (0..300).map(|number| creature(number).sigil().shapes[at].tint);
            let kind = |tint| match tint {
                Tint::Kind(kind) => kind,
                other => panic!("{other:?}"),
            };
            tints.map(kind).collect()
        };
        assert_eq!(kinds(1), (0..5).collect());
        assert_eq!(kinds(2), (5..9).collect());
    }
}

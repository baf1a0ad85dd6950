//! Computes the effects: sums of decaying sines and a little noise, as 16-bit mono WAV.

use std::f32::consts::TAU;

const RATE: u32 = 44_100;

/// Returns the frequency of a note of the pentatonic scale above A3, in Hz. All notes of this scale sound well
/// together.
fn pentatonic(step: u32) -> f32 {
    let semitones = [0, 2, 4, 7, 9][step as usize % 5] + 12 * (step / 5);
    220.0 * 2f32.powf(semitones as f32 / 12.0)
}

/// The sound of a struck glass: its partials are not quite harmonic, and higher partials are shorter.
pub(super) fn glass(t: f32, pitch: f32, ring: f32) -> f32 {
    [(1.0, 1.0), (2.76, 0.35), (5.4, 0.15)]
        .iter()
        .map(|(ratio, level)| level * (TAU * pitch * ratio * t).sin() * (-t * ratio * ring).exp())
        .sum()
}

/// White noise, computed from the number of the sample.
fn noise(sample: u32) -> f32 {
    let mixed = sample.wrapping_mul(0x9E37_79B9) ^ sample.wrapping_mul(0x85EB_CA6B).rotate_left(13);
    (mixed.wrapping_mul(0xC2B2_AE35) >> 8) as f32 / 8_388_608.0 - 1.0
}

/// The value of a part of a sound, `since` seconds after the part has begun. Before that it is silent.
fn after(since: f32, part: impl FnOnce(f32) -> f32) -> f32 {
    match since >= 0.0 {
        true => part(since),
        false => 0.0,
    }
}

/// Makes a WAV file of a wave, which is a function of time and sample number. The beginning and the end are faded.
fn wav(seconds: f32, wave: impl Fn(f32, u32) -> f32) -> Vec<u8> {
    let count = (seconds * RATE as f32) as u32;
    let sample = |i: u32| {
        let t = i as f32 / RATE as f32;
        let ends = (t / 0.004).min((seconds - t) / 0.02).clamp(0.0, 1.0);
        wave(t, i) * ends * 0.5
    };
    wav_of(RATE, (0..count).map(sample))
}

/// Makes a WAV file of samples from -1 to 1, `rate` of them a second.
pub(super) fn wav_of(rate: u32, samples: impl ExactSizeIterator<Item = f32>) -> Vec<u8> {
    let data = 2 * samples.len() as u32;
    let mut bytes = Vec::with_capacity(44 + data as usize);
    bytes.extend_from_slice(b"RIFF");
    bytes.extend_from_slice(&(36 + data).to_le_bytes());
    bytes.extend_from_slice(b"WAVEfmt ");
    bytes.extend_from_slice(&16u32.to_le_bytes());
    bytes.extend_from_slice(&1u16.to_le_bytes());
    bytes.extend_from_slice(&1u16.to_le_bytes());
    bytes.extend_from_slice(&rate.to_le_bytes());
    bytes.extend_from_slice(&(rate * 2).to_le_bytes());
    bytes.extend_from_slice(&2u16.to_le_bytes());
    bytes.extend_from_slice(&16u16.to_le_bytes());
    bytes.extend_from_slice(b"data");
    bytes.extend_from_slice(&data.to_le_bytes());
    for sample in samples {
        let level = sample.clamp(-1.0, 1.0);
        bytes.extend_from_slice(&((level * 32_767.0) as i16).to_le_bytes());
    }
    bytes
}

pub(super) fn click() -> Vec<u8> {
    wav(0.08, |t, _| 0.6 * glass(t, 880.0, 40.0))
}

pub(super) fn movement() -> Vec<u8> {
    wav(0.16, |t, i| {
        let air = noise(i) * (-t * 30.0).exp() * 0.18;
        air + 0.4 * (TAU * (300.0 + 900.0 * t) * t).sin() * (-t * 18.0).exp()
    })
}

pub(super) fn refuse() -> Vec<u8> {
    wav(0.18, |t, _| {
        0.6 * (TAU * (180.0 - 250.0 * t) * t).sin() * (-t * 16.0).exp()
    })
}

pub(super) fn breaking() -> Vec<u8> {
    wav(0.22, |t, i| {
        noise(i / 3) * (-t * 32.0).exp() * 0.6 + 0.3 * glass(t, 160.0, 20.0)
    })
}

/// A deep thud with a bright tail.
pub(super) fn burst() -> Vec<u8> {
    wav(0.6, |t, sample| {
        let deep = (TAU * (70.0 * t - 40.0 * t * t)).sin() * (-6.0 * t).exp();
        let hiss = noise(sample) * (-14.0 * t).exp();
        let tail = glass(t, pentatonic(9), 5.0) + glass(t, pentatonic(12), 6.0);
        0.55 * deep + 0.22 * hiss + 0.10 * tail
    })
}

/// A chord. Later steps of a series have a higher pitch and more voices.
pub(super) fn combo(step: u32) -> Vec<u8> {
    let voices = [
        (5, 0.45, 7.0),
        (7, 0.25, 9.0),
        (10, 0.2, 6.0),
        (12, 0.16, 5.0),
    ];
    let count = 2 + (step as usize / 2).min(2);
    wav(0.5, |t, _| {
        let sung = voices[..count].iter();
        let loud =
            sung.map(|(above, level, ring)| level * glass(t, pentatonic(step + above), *ring));
        loud.sum()
    })
}

/// A soft note that is higher for each step.
pub(super) fn growth(step: u32) -> Vec<u8> {
    wav(0.9, |t, _| {
        0.22 * glass(t, pentatonic(step), 4.0) * (t / 0.01).min(1.0)
    })
}

/// A soft thud.
pub(super) fn land() -> Vec<u8> {
    wav(0.14, |t, sample| {
        let thud = (TAU * (120.0 * t - 160.0 * t * t)).sin() * (-26.0 * t).exp();
        0.22 * thud + 0.03 * noise(sample) * (-60.0 * t).exp()
    })
}

/// Two soft, deep beats.
pub(super) fn heartbeat() -> Vec<u8> {
    wav(0.7, |t, _| {
        let beat = |since: f32| {
            (TAU * (62.0 * since - 30.0 * since * since)).sin() * (-since * 17.0).exp()
        };
        0.9 * after(t, beat) + 0.65 * after(t - 0.24, beat)
    })
}

/// A short, bright sound, as of a shield.
pub(super) fn clang() -> Vec<u8> {
    wav(0.4, |t, sample| {
        let hit = noise(sample) * (-90.0 * t).exp() * 0.3;
        hit + 0.3 * glass(t, 523.0, 9.0) + 0.2 * glass(t, 741.0, 12.0)
    })
}

/// Two strokes of a bell that goes on ringing.
pub(super) fn bell() -> Vec<u8> {
    wav(1.4, |t, _| {
        let stroke = |since: f32| glass(since, 1046.5, 3.0) + 0.5 * glass(since, 523.25, 4.0);
        0.22 * after(t, stroke) + 0.18 * after(t - 0.28, stroke)
    })
}

/// A rough tone that rises and ends with a knock.
pub(super) fn creak() -> Vec<u8> {
    wav(0.34, |t, sample| {
        let pitch = 90.0 + 160.0 * t;
        let rough = (TAU * pitch * t).sin().signum() * (TAU * 31.0 * t).sin().abs();
        let swell = (t / 0.1).min(1.0) * (1.0 - t / 0.34);
        let knock = after(t - 0.26, |since| {
            (TAU * 110.0 * since).sin() * (-40.0 * since).exp()
        });
        0.09 * rough * swell + 0.03 * noise(sample / 2) * swell + 0.5 * knock
    })
}

/// Two quick notes upwards.
pub(super) fn alert() -> Vec<u8> {
    wav(0.3, |t, _| {
        let later = after(t - 0.07, |since| glass(since, pentatonic(11), 14.0));
        0.3 * glass(t, pentatonic(8), 20.0) + 0.35 * later
    })
}

/// A rush of air that swells and fades.
pub(super) fn whoosh() -> Vec<u8> {
    wav(0.24, |t, sample| {
        let swell = (std::f32::consts::PI * t / 0.24).sin().powi(2);
        let air = noise(sample / 2) + noise(sample / 3);
        0.16 * air * swell + 0.1 * (TAU * (500.0 - 900.0 * t) * t).sin() * swell
    })
}

/// A rustle of dry blades of grass.
pub(super) fn rustle() -> Vec<u8> {
    wav(0.2, |t, sample| {
        let blades = (TAU * 27.0 * t).sin().powi(2) * (1.0 - t / 0.2);
        0.12 * (noise(sample) - noise(sample.wrapping_sub(1))) * blades
    })
}

/// The crunch of loose stones under a foot.
pub(super) fn crunch() -> Vec<u8> {
    wav(0.22, |t, sample| {
        let stones = (TAU * 19.0 * t).sin().powi(4) * (-9.0 * t).exp();
        0.5 * noise(sample / 5) * stones + 0.12 * glass(t, 240.0, 30.0)
    })
}

/// A roar that crackles.
pub(super) fn flame() -> Vec<u8> {
    wav(0.7, |t, sample| {
        let swell = (t / 0.08).min(1.0) * (-4.0 * t).exp();
        let crackle = if noise(sample / 600) > 0.4 {
            noise(sample)
        } else {
            0.0
        };
        (0.4 * noise(sample / 9) + 0.2 * crackle) * swell
    })
}

/// Three quick glasses that climb, with a shimmer.
pub(super) fn forge() -> Vec<u8> {
    wav(0.7, |t, _| {
        let stroke =
            |step: u32, at: f32| after(t - at, |since| glass(since, pentatonic(step), 7.0));
        let shimmer = 1.0 + 0.3 * (TAU * 11.0 * t).sin();
        0.26 * shimmer * (stroke(10, 0.0) + stroke(12, 0.06) + stroke(15, 0.12))
    })
}

/// A glass that slides upwards through a rush of air.
pub(super) fn sweep() -> Vec<u8> {
    wav(0.5, |t, sample| {
        let slide = (TAU * (440.0 * t + 1_100.0 * t * t)).sin() * (-5.0 * t).exp();
        let air = noise(sample / 2) * (std::f32::consts::PI * t / 0.5).sin().powi(2);
        0.3 * slide + 0.16 * air
    })
}

/// A fan of many notes, from deep to high.
pub(super) fn prism() -> Vec<u8> {
    wav(1.0, |t, _| {
        let note = |step: u32| {
            let since = t - 0.045 * step as f32;
            after(since, |since| glass(since, pentatonic(step + 4), 6.0))
        };
        0.16 * (0..10).map(note).sum::<f32>()
    })
}

/// Many small things that are poured from one side to the other.
pub(super) fn shuffle() -> Vec<u8> {
    wav(0.6, |t, sample| {
        let grains = (TAU * (23.0 + 20.0 * t) * t).sin().powi(6);
        let swell = (std::f32::consts::PI * t / 0.6).sin();
        0.3 * noise(sample / 4) * grains * swell + 0.1 * glass(t, 330.0 + 220.0 * t, 3.0) * swell
    })
}

/// A tone that wavers while it sinks and comes back.
pub(super) fn portal() -> Vec<u8> {
    wav(0.7, |t, sample| {
        let waver = (TAU * 7.0 * t).sin();
        let sunk = (std::f32::consts::PI * t / 0.7).sin();
        let tone = (TAU * 392.0 * t - 22.0 * sunk + 1.5 * waver).sin();
        (0.3 * tone + 0.05 * noise(sample / 3)) * sunk
    })
}

/// A groan that sinks, and a body that meets the ground.
pub(super) fn fall() -> Vec<u8> {
    wav(0.6, |t, sample| {
        let groan = (TAU * (190.0 * t - 150.0 * t * t)).sin() * (-5.0 * t).exp();
        let ground = after(t - 0.26, |since| {
            (TAU * (95.0 * since - 120.0 * since * since)).sin() * (-18.0 * since).exp()
                + 0.3 * noise(sample / 4) * (-40.0 * since).exp()
        });
        0.22 * groan + 0.45 * ground
    })
}

/// Two quiet notes downwards.
pub(super) fn calm() -> Vec<u8> {
    wav(0.4, |t, _| {
        let later = after(t - 0.09, |since| glass(since, pentatonic(5), 12.0));
        0.2 * glass(t, pentatonic(8), 16.0) + 0.22 * later
    })
}

/// A short tone that shoots up, with a scrape at its beginning.
pub(super) fn leap() -> Vec<u8> {
    wav(0.26, |t, sample| {
        let scrape = noise(sample / 3) * (-45.0 * t).exp();
        let jump = (TAU * (130.0 * t + 900.0 * t * t)).sin() * (-9.0 * t).exp();
        0.2 * scrape + 0.3 * jump
    })
}

/// A buckle that is drawn tight.
pub(super) fn equip() -> Vec<u8> {
    wav(0.26, |t, sample| {
        let click = after(t - 0.11, |since| glass(since, 620.0, 35.0));
        0.22 * noise(sample / 3) * (-30.0 * t).exp() + 0.25 * click
    })
}

/// Two full glasses upwards.
pub(super) fn won_part() -> Vec<u8> {
    wav(0.6, |t, _| {
        let later = after(t - 0.09, |since| glass(since, pentatonic(8), 7.0));
        0.32 * glass(t, pentatonic(5), 8.0) + 0.3 * later
    })
}

/// A round tone that rises a little, and opens with a small drop.
pub(super) fn sprout() -> Vec<u8> {
    wav(0.24, |t, _| {
        let stem = (TAU * (170.0 * t + 420.0 * t * t)).sin() * (-15.0 * t).exp();
        let drop = after(t - 0.08, |since| glass(since, pentatonic(10), 26.0));
        0.34 * stem + 0.14 * drop
    })
}

/// A soft breath that sinks.
pub(super) fn pass() -> Vec<u8> {
    wav(0.34, |t, sample| {
        let swell = (std::f32::consts::PI * t / 0.34).sin().powi(2);
        let tone = (TAU * (260.0 * t - 160.0 * t * t)).sin();
        (0.2 * tone + 0.1 * noise(sample / 6)) * swell
    })
}

/// Two quick wooden notes downwards.
pub(super) fn undo() -> Vec<u8> {
    two_wooden_notes(7, 5)
}

/// Two quick wooden notes upwards.
pub(super) fn redo() -> Vec<u8> {
    two_wooden_notes(5, 7)
}

fn two_wooden_notes(first: u32, second: u32) -> Vec<u8> {
    wav(0.26, |t, _| {
        let note = |step: u32, since: f32| {
            let pitch = pentatonic(step);
            let wood = (TAU * pitch * since).sin() + 0.2 * (TAU * 4.0 * pitch * since).sin();
            wood * (-30.0 * since).exp()
        };
        let one = after(t, |since| note(first, since));
        let other = after(t - 0.07, |since| note(second, since));
        0.24 * one + 0.24 * other
    })
}

/// Two high, quiet glasses, like something that glints.
pub(super) fn hint() -> Vec<u8> {
    wav(0.42, |t, _| {
        let later = after(t - 0.08, |since| glass(since, pentatonic(14), 12.0));
        0.14 * glass(t, pentatonic(12), 14.0) + 0.14 * later
    })
}

/// A soft, wooden note that is higher for each step.
pub(super) fn mending(step: u32) -> Vec<u8> {
    wav(0.3, |t, _| {
        let pitch = 0.5 * pentatonic(step);
        0.26 * ((TAU * pitch * t).sin() + 0.2 * (TAU * 4.0 * pitch * t).sin()) * (-16.0 * t).exp()
    })
}

/// A chord that opens from below.
pub(super) fn found() -> Vec<u8> {
    melody(&[7, 9, 12])
}

/// Two low, wooden notes that close.
pub(super) fn ended() -> Vec<u8> {
    let note = |since: f32, pitch: f32| {
        ((TAU * pitch * since).sin() + 0.2 * (TAU * 3.0 * pitch * since).sin())
            * (-5.0 * since).exp()
    };
    wav(0.95, |t, _| {
        let first = after(t, |since| note(since, 0.5 * pentatonic(3)));
        let second = after(t - 0.17, |since| note(since, 0.5 * pentatonic(0)));
        0.3 * (first + second)
    })
}

pub(super) fn win() -> Vec<u8> {
    melody(&[5, 7, 9, 10, 12])
}

/// A light turn upwards, shorter than that of a won game.
pub(super) fn solved() -> Vec<u8> {
    melody(&[9, 7, 12])
}

pub(super) fn lose() -> Vec<u8> {
    melody(&[5, 3, 2, 0])
}

/// A melody that neither rises nor falls: it ends on the note on which it began.
pub(super) fn draw() -> Vec<u8> {
    melody(&[5, 7, 5])
}

fn melody(steps: &[u32]) -> Vec<u8> {
    const BEAT: f32 = 0.13;
    wav(BEAT * steps.len() as f32 + 0.9, |t, _| {
        let note = |(n, &step): (usize, &u32)| {
            let since = t - n as f32 * BEAT;
            after(since, |since| 0.4 * glass(since, pentatonic(step), 4.0))
        };
        steps.iter().enumerate().map(note).sum()
    })
}

//! The text of a strategy in game ids and run files. Each reply is the number of its cell among those that are free,
//! and as many replies as fit are written as one number of twelve digits in base 36.

use crate::base::{SHORT, excerpt};
use crate::games::tic_tac_toe::players::Strategy;
use crate::games::tic_tac_toe::players::classes::{CLASSES, cells};

/// The digits of a number.
const DIGITS: usize = 12;
/// The first number that has more digits.
const END: u64 = 36u64.pow(DIGITS as u32);

/// A text is not the code of a strategy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is not the code of a strategy")]
pub struct CodeError(String);

/// The classes whose replies are written in one number, with the number of free cells of each.
fn groups() -> Vec<Vec<(usize, u64)>> {
    let (mut groups, mut room) = (vec![Vec::new()], END);
    for (class, of) in CLASSES.list().iter().enumerate() {
        let free = u64::from(of.position.free().count_ones());
        if room / free == 0 {
            groups.push(Vec::new());
            room = END;
        }
        room /= free;
        if let Some(group) = groups.last_mut() {
            group.push((class, free));
        }
    }
    groups
}

fn free_cells(class: usize) -> impl Iterator<Item = usize> {
    cells(CLASSES.list()[class].position.free())
}

/// The code of a strategy.
pub fn write(strategy: &Strategy) -> String {
    let number_of = |class: usize| {
        let reply = usize::from(strategy.replies()[class]);
        free_cells(class).take_while(|cell| *cell != reply).count() as u64
    };
    let mut text = String::new();
    for group in groups() {
        let join = |sum, (class, free): &(usize, u64)| sum * free + number_of(*class);
        let mut number = group.iter().fold(0, join);
        let mut digits = [0; DIGITS];
        for digit in digits.iter_mut().rev() {
            *digit = (number % 36) as u32;
            number /= 36;
        }
        text.extend(
            digits
                .iter()
                .filter_map(|digit| char::from_digit(*digit, 36)),
        );
    }
    text
}

/// The strategy of a code.
pub fn read(text: &str) -> Result<Strategy, CodeError> {
    let error = || CodeError(excerpt(text, SHORT));
    let groups = groups();
    let plain = |b: u8| b.is_ascii_digit() || b.is_ascii_lowercase();
    if text.len() != groups.len() * DIGITS || !text.bytes().all(plain) {
        return Err(error());
    }
    let mut replies = vec![u8::MAX; CLASSES.list().len()];
    for (at, group) in groups.iter().enumerate() {
        let digits = &text[at * DIGITS..(at + 1) * DIGITS];
        let mut number = u64::from_str_radix(digits, 36).map_err(|_| error())?;
        for (class, free) in group.iter().rev() {
            let cell = free_cells(*class).nth((number % free) as usize);
            replies[*class] = cell.ok_or_else(error)? as u8;
            number /= free;
        }
        if number > 0 {
            return Err(error());
        }
    }
    Strategy::of(|class| replies[class]).map_err(|_| error())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generation::{Purpose, Seed};

    #[test]
    fn a_strategy_is_read_as_it_was_written() {
        let mut rng = Seed(3).stream(Purpose::Player);
        for _ in 0..20 {
            let strategy = Strategy::random(&mut rng);
            let text = write(&strategy);
            assert!(text.len() < 300, "{}", text.len());
            assert_eq!(read(&text), Ok(strategy));
        }
        let text = write(&Strategy::random(&mut rng));
        for bad in ["", &text[1..], &text.replace(&text[..12], "zzzzzzzzzzzz")] {
            assert!(read(bad).is_err(), "{bad}");
        }
    }
}

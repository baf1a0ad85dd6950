//! Lines of another program. A line without end would fill the memory, so a long one is refused before it is read.

use std::io::{self, BufRead, Read};

/// The bytes of the longest line that is read.
const MAX_LINE: u64 = 64 << 10;

/// The result of reading a line.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Line {
    /// A line, with its end.
    Text(String),
    /// A line that is no UTF-8.
    NoText,
    /// The beginning of a line of more than 64 KiB; the rest is not read.
    TooLong,
}

/// Reads a line; `None` at the end of the input.
pub(super) fn read_line(from: &mut impl BufRead) -> io::Result<Option<Line>> {
    let mut line = Vec::new();
    let read = from.take(MAX_LINE).read_until(b'\n', &mut line)?;
    if read == 0 {
        return Ok(None);
    }
    if read as u64 == MAX_LINE && !line.ends_with(b"\n") {
        return Ok(Some(Line::TooLong));
    }
    Ok(Some(
        String::from_utf8(line).map_or(Line::NoText, Line::Text),
    ))
}

/// Skips the rest of a line.
pub(super) fn skip_line(from: &mut impl BufRead) -> io::Result<()> {
    loop {
        let read = from.fill_buf()?;
        let end = read.iter().position(|byte| *byte == b'\n');
        let (skipped, is_end) = match end {
            Some(at) => (at + 1, true),
            None => (read.len(), read.is_empty()),
        };
        from.consume(skipped);
        if is_end {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_line_is_skipped_and_the_next_one_is_read() {
        let long = "x".repeat(200_000);
        let text = format!("one\n{long}\ntwo");
        let mut from = text.as_bytes();
        let line = |text: &str| Some(Line::Text(text.to_owned()));
        assert_eq!(read_line(&mut from).expect("read"), line("one\n"));
        assert_eq!(read_line(&mut from).expect("read"), Some(Line::TooLong));
        skip_line(&mut from).expect("skipped");
        assert_eq!(read_line(&mut from).expect("read"), line("two"));
        assert_eq!(read_line(&mut from).expect("read"), None);
        assert_eq!(
            read_line(&mut &b"\xff\n"[..]).expect("read"),
            Some(Line::NoText)
        );
        skip_line(&mut &b"no end"[..]).expect("skipped");
    }
}

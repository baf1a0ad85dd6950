//! Finds names, strings and the items of lists in RON text, so that an error can tell where a value stands in the file.

use std::ops::Range;

/// A part of RON text that an error can point at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Token<'a> {
    /// A name, such as that of a field.
    Name(&'a str),
    /// A string, with the source between its quotes.
    Text(&'a str),
    /// A bracket, comma or other sign.
    Sign(char),
}

/// Returns the names and strings of RON text, each with the byte at which it starts; a string starts after its quote.
/// The text has no syntax errors. Comments and characters between single quotes are left out.
pub fn tokens(text: &str) -> Vec<(usize, Token<'_>)> {
    names_and_strings(text).collect()
}

/// Returns the first of [`tokens`].
pub fn first_token(text: &str) -> Option<Token<'_>> {
    names_and_strings(text).next().map(|(_, token)| token)
}

fn names_and_strings(text: &str) -> impl Iterator<Item = (usize, Token<'_>)> {
    all_tokens(text).filter(|(_, token)| !matches!(token, Token::Sign(_)))
}

/// The bytes of each item of the list that is the value of a field. The text has no syntax errors, and the field is not
/// inside of another list.
pub fn items_of(text: &str, field: &str) -> Vec<Range<usize>> {
    let mut all = all_tokens(text);
    // The search goes on behind the name of the field.
    all.find(|(_, token)| *token == Token::Name(field));
    let (mut items, mut depth, mut start) = (Vec::new(), 0, None);
    for (at, token) in all {
        let Token::Sign(sign) = token else {
            if depth == 1 {
                start.get_or_insert(at);
            }
            continue;
        };
        match sign {
            ']' if depth == 1 => {
                items.extend(start.map(|start| start..at));
                break;
            }
            ',' if depth == 1 => items.extend(start.take().map(|start| start..at)),
            '(' | '[' | '{' => {
                if depth == 1 {
                    start.get_or_insert(at);
                }
                depth += 1;
            }
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
    }
    items
}

/// The bytes at which the fields with a name begin, wherever they are in the text. It need not be RON.
pub fn fields_of<'a>(text: &'a str, field: &'a str) -> impl Iterator<Item = usize> + 'a {
    let mut all = all_tokens(text).peekable();
    std::iter::from_fn(move || {
        loop {
            let (at, token) = all.next()?;
            let is_followed = matches!(all.peek(), Some((_, Token::Sign(':'))));
            if is_followed && token == Token::Name(field) {
                return Some(at);
            }
        }
    })
}

/// The line and the column, from 1, of a byte of a text.
pub fn line_and_column(text: &str, at: usize) -> (usize, usize) {
    let before = &text[..at];
    let start = before.rfind('\n').map_or(0, |end| end + 1);
    let line = before.matches('\n').count() + 1;
    (line, before[start..].chars().count() + 1)
}

fn all_tokens(text: &str) -> Tokens<'_> {
    Tokens { text, at: 0 }
}

/// The tokens of a text, which are found one by one, so that the first of a large text cost little.
struct Tokens<'a> {
    text: &'a str,
    /// The byte at which the next one begins.
    at: usize,
}

impl<'a> Iterator for Tokens<'a> {
    type Item = (usize, Token<'a>);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let at = self.at;
            let rest = &self.text[at..];
            let (length, token) = token_at(rest)?;
            self.at += length;
            if let Some((start, token)) = token {
                return Some((at + start, token));
            }
        }
    }
}

/// The bytes that the first part of a text takes, and its token with the byte at which it begins; comments, spaces and
/// characters have none. `None` at the end.
fn token_at(rest: &str) -> Option<(usize, Option<(usize, Token<'_>)>)> {
    let first = rest.chars().next()?;
    Some(if rest.starts_with("//") {
        (rest.find('\n').unwrap_or(rest.len()), None)
    } else if rest.starts_with("/*") {
        (block_comment_length(rest), None)
    } else if let Some((before, hashes)) = raw_string_start(rest) {
        let end = format!("\"{}", "#".repeat(hashes));
        let inside = &rest[before..];
        let length = inside.find(&end).unwrap_or(inside.len());
        let token = (before, Token::Text(&inside[..length]));
        ((before + length + end.len()).min(rest.len()), Some(token))
    } else if first == '"' {
        let length = length_to_quote(&rest[1..], '"');
        let token = (1, Token::Text(&rest[1..=length]));
        ((length + 2).min(rest.len()), Some(token))
    } else if first == '\'' {
        (
            (length_to_quote(&rest[1..], '\'') + 2).min(rest.len()),
            None,
        )
    } else if is_name_letter(first) {
        let length = rest.find(|c| !is_name_letter(c)).unwrap_or(rest.len());
        (length, Some((0, Token::Name(&rest[..length]))))
    } else {
        let sign = (!first.is_whitespace()).then_some((0, Token::Sign(first)));
        (first.len_utf8(), sign)
    })
}

fn is_name_letter(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// The bytes before the quote that ends a string, in which a backslash escapes the next character.
fn length_to_quote(text: &str, quote: char) -> usize {
    let mut escaped = false;
    let is_end = |letter: char| {
        let is_end = letter == quote && !escaped;
        escaped = letter == '\\' && !escaped;
        is_end
    };
    text.find(is_end).unwrap_or(text.len())
}

/// The bytes of a comment that begins with `/*`. Such comments can contain each other.
fn block_comment_length(text: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    while let Some(first) = text[at..].chars().next() {
        at += match &text[at..] {
            rest if rest.starts_with("/*") => {
                depth += 1;
                2
            }
            rest if rest.starts_with("*/") => {
                depth -= 1;
                2
            }
            _ => first.len_utf8(),
        };
        if depth == 0 {
            break;
        }
    }
    at
}

/// For text that begins with a raw string, the bytes up to its content and the number of its hash signs.
fn raw_string_start(text: &str) -> Option<(usize, usize)> {
    let prefix = ["r", "br"]
        .into_iter()
        .find(|prefix| text.starts_with(prefix))?;
    let rest = &text[prefix.len()..];
    let hashes = rest.bytes().take_while(|byte| *byte == b'#').count();
    let quoted = rest[hashes..].starts_with('"');
    quoted.then_some((prefix.len() + hashes + 1, hashes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_strings_are_found_whatever_stands_around_them() {
        let text = r##"(/* "a /* b" */ */ rows: ["x\"y", r#"벌"집"#], // "no"
            letter: '"', more: 'ö', next: "z")"##;
        let found: Vec<Token> = tokens(text).into_iter().map(|(_, token)| token).collect();
        let (name, string) = (Token::Name, Token::Text);
        let wanted = [
            name("rows"),
            string(r#"x\"y"#),
            string("벌\"집"),
            name("letter"),
            name("more"),
            name("next"),
            string("z"),
        ];
        assert_eq!(found, wanted);
        for (at, token) in tokens(text) {
            let (Token::Name(part) | Token::Text(part)) = token else {
                panic!("{token:?} is no name and no string");
            };
            assert!(text[at..].starts_with(part));
        }
        // Text that breaks off in the middle is no reason to panic.
        for (end, _) in text.char_indices() {
            tokens(&text[..end]);
        }
    }

    #[test]
    fn fields_are_found_and_neither_words_in_strings_nor_parts_of_names() {
        let text =
            r#"(name: "moves: 1", /* moves: 2 */ no_moves: 3, kind: moves, moves : 4, (moves: 5))"#;
        let found = fields_of(text, "moves").map(|at| &text[at..at + 9]);
        let found: Vec<&str> = found.collect();
        assert_eq!(found, ["moves : 4", "moves: 5)"]);
        assert_eq!(fields_of("no RON at all", "RON").count(), 0);
    }

    #[test]
    fn the_items_of_a_list_are_found_whatever_is_in_them() {
        let text = r#"(name: "list: [", list: [(a: [1, 2]), /* , */ ("x,]"), 7,], more: [8])"#;
        let items = |field| -> Vec<&str> {
            let ranges = items_of(text, field).into_iter();
            ranges.map(|range| text[range].trim()).collect()
        };
        assert_eq!(items("list"), ["(a: [1, 2])", r#"("x,]")"#, "7"]);
        assert_eq!(items("more"), ["8"]);
        assert!(items("nothing").is_empty());
        for (end, _) in text.char_indices() {
            items_of(&text[..end], "list");
        }
        assert_eq!(line_and_column("a\nb벌c", 6), (2, 3));
    }
}

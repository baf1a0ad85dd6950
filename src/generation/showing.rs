//! Showings: an individual at work, as a watcher sees it.

use super::picture::Picture;
use super::problem::Fact;

/// An individual at work.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Showing {
    /// The pictures, which are shown one after the other; none if there is nothing to watch.
    pub scenes: Vec<Picture>,
    /// The try that they show; `None` if they show something that neither succeeds nor fails.
    pub shown_try: Option<ShownTry>,
}

/// A try at something that is to succeed at a wanted rate.
#[derive(Clone, Debug, PartialEq)]
pub struct ShownTry {
    /// The number of the content that is tried. Tries of the same content are counted together.
    pub of: u64,
    /// Whether it succeeds.
    pub succeeds: bool,
    /// The wanted success rate, 0 to 1.
    pub wanted: f64,
    /// The line about its end. Its phrase contains `{number}`, the number of the try, besides `{value}`.
    pub end: Fact,
}

impl Showing {
    /// The showing of some pictures that show no try.
    pub fn of(scenes: Vec<Picture>) -> Self {
        Showing {
            scenes,
            shown_try: None,
        }
    }
}

//! Marks on the map of an archive, which show the actions of the player with an elite.

use std::collections::HashMap;
use std::sync::Arc;

use crate::generation::archive::GenomeOf;
use crate::generation::picture::Picture;
use crate::generation::watch::Frame;

/// The mark of an elite, which shows an action of the player with it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EliteMark {
    /// The picture that lies over the picture of the elite.
    pub picture: Picture,
    /// The meaning of the mark, in words.
    pub words: String,
}

/// Gives the mark of an elite, if it has one.
pub type MarkElite<P> = Arc<dyn Fn(&P, &GenomeOf<P>) -> Option<EliteMark> + Send + Sync>;

/// Gives the mark of a member, by its generation and its number.
pub(super) type MarkMember = Arc<dyn Fn(u32, u32) -> Option<EliteMark> + Send + Sync>;

/// The marks of members, by their numbers.
pub(super) type Marks = HashMap<u32, EliteMark>;

/// The marks of all members that are shown.
pub(super) fn marks_of(frame: &Frame, mark: &MarkMember) -> Marks {
    let members = frame.members.iter().map(|(member, _)| *member);
    let marked = members.filter_map(|member| Some((member, mark(frame.generation, member)?)));
    marked.collect()
}

//! Sentences about things: the cases in which a thing stands out, and the things that stand out in no case.

use crate::experiment::{Phrases, Report};
use crate::games::dungeon::names::{name_of_item, name_of_player};
use crate::games::dungeon::players::ReferencePlayer;
use crate::games::dungeon::rules::Item;

/// Things, each with the cases in which it stands out: a player, and a text that tells the case from others.
pub(super) struct Verdicts(Vec<(Item, Vec<(ReferencePlayer, String)>)>);

impl Verdicts {
    /// Verdicts about some things, which stand out in no case yet.
    pub fn about(items: impl IntoIterator<Item = Item>) -> Self {
        let items = items.into_iter();
        Verdicts(items.map(|item| (item, Vec::new())).collect())
    }

    /// Notes a case in which one of the things stands out.
    pub fn note(&mut self, item: Item, player: ReferencePlayer, what: String) {
        if let Some((_, cases)) = self.0.iter_mut().find(|(known, _)| *known == item) {
            cases.push((player, what));
        }
    }

    /// The things that stand out in some case.
    pub fn standing_out(&self) -> impl Iterator<Item = Item> + '_ {
        let some = self.0.iter().filter(|(_, cases)| !cases.is_empty());
        some.map(|(item, _)| *item)
    }

    /// Says the phrase of a key of each thing that stands out.
    pub fn say(&self, key: &str, report: &mut Report, phrase: Phrases) {
        for (item, cases) in self.0.iter().filter(|(_, cases)| !cases.is_empty()) {
            let values = [
                ("gear", phrase(name_of_item(*item), &[])),
                ("cases", cases_text(cases, phrase)),
            ];
            report.say(phrase(key, &values));
        }
    }
}

/// The cases in words, those of a player together.
fn cases_text(cases: &[(ReferencePlayer, String)], phrase: Phrases) -> String {
    let of_player = |own: &[(ReferencePlayer, String)]| {
        let what: Vec<&str> = own.iter().map(|(_, what)| what.as_str()).collect();
        let player = phrase(name_of_player(own[0].0), &[]);
        format!("{player} ({})", what.join(", "))
    };
    let players = cases.chunk_by(|(one, _), (next, _)| one == next);
    players.map(of_player).collect::<Vec<_>>().join(", ")
}

/// Says which of some things are not useful, with the phrase of the first key. If every thing is useful, it names all
/// of them, with the phrase of the second key.
pub(super) fn say_useless(
    [some, none]: [&str; 2],
    all: &[Item],
    useful: &[Item],
    report: &mut Report,
    phrase: Phrases,
) {
    let useless = all.iter().filter(|item| !useful.contains(item));
    let useless: Vec<Item> = useless.copied().collect();
    let (key, items) = match useless.as_slice() {
        [] => (none, all),
        useless => (some, useless),
    };
    let names: Vec<String> = items
        .iter()
        .map(|item| phrase(name_of_item(*item), &[]))
        .collect();
    report.say(phrase(key, &[("gear", names.join(", "))]));
}

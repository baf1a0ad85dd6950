//! The name and the epithet of an enemy.

use crate::games::dungeon::rules::Breed;
use crate::games::dungeon::rules::program::{Node, Program, TreeKind};
use crate::generation::Creature;

/// The epithet of an enemy, by the action that stands in its program most often; of equally frequent ones the first in
/// this list counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Epithet {
    /// It strikes.
    Fierce,
    /// It approaches the hero.
    Tireless,
    /// It retreats.
    Fleeting,
    /// It keeps its guard up.
    Guarded,
    /// It heals itself.
    Mending,
    /// It waits.
    Patient,
    /// It goes back to its post.
    Homesick,
    /// It seeks grass.
    Hidden,
    /// It steps ahead or turns.
    Roaming,
}

impl Epithet {
    /// The actions that stand for each epithet.
    const ACTIONS: [(Epithet, &'static [Node]); 9] = [
        (Epithet::Fierce, &[Node::Attack]),
        (Epithet::Tireless, &[Node::Approach]),
        (Epithet::Fleeting, &[Node::Retreat]),
        (Epithet::Guarded, &[Node::Block]),
        (Epithet::Mending, &[Node::Heal]),
        (Epithet::Patient, &[Node::Wait]),
        (Epithet::Homesick, &[Node::GoHome]),
        (Epithet::Hidden, &[Node::SeekGrass]),
        (
            Epithet::Roaming,
            &[Node::Forward, Node::TurnLeft, Node::TurnRight],
        ),
    ];

    /// The number of nodes of a program that are among some actions.
    fn count(program: &Program, actions: &[Node]) -> usize {
        let trees = [TreeKind::Patrol, TreeKind::Attack];
        let nodes = trees
            .into_iter()
            .flat_map(|tree| program.tree(tree).nodes());
        nodes.filter(|node| actions.contains(node)).count()
    }

    /// The epithet of an enemy with a program.
    pub fn of(program: &Program) -> Self {
        let mut most = (Epithet::Roaming, 0);
        for (epithet, actions) in Self::ACTIONS {
            let count = Self::count(program, actions);
            if count > most.1 {
                most = (epithet, count);
            }
        }
        most.0
    }

    /// The key of the phrase; the phrase contains `{name}`.
    pub fn key(self) -> &'static str {
        match self {
            Epithet::Fierce => "dungeon.epithet.fierce",
            Epithet::Tireless => "dungeon.epithet.tireless",
            Epithet::Fleeting => "dungeon.epithet.fleeting",
            Epithet::Guarded => "dungeon.epithet.guarded",
            Epithet::Mending => "dungeon.epithet.mending",
            Epithet::Patient => "dungeon.epithet.patient",
            Epithet::Homesick => "dungeon.epithet.homesick",
            Epithet::Hidden => "dungeon.epithet.hidden",
            Epithet::Roaming => "dungeon.epithet.roaming",
        }
    }
}

/// The creature of a breed, with its name and epithet. They do not depend on strength and adaptation, so that an enemy
/// has the same name wherever it is met.
pub fn creature(breed: &Breed) -> Creature {
    let Breed { kind, program, .. } = breed;
    let genome = format!("{kind} {} {}", program.patrol, program.attack);
    Creature::of(&genome, Epithet::of(program).key())
}

//! Enemies: their kinds, their breeds, and the enemies of a game.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::adaptation::Adaptation;
use super::program::{Node, Program, Thread};
use crate::base::{SHORT, excerpt};
use crate::games::dungeon::map::Cell;

/// The kind of an enemy, which decides its looks, its body and its aim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum EnemyKind {
    /// Follows tracks, and leaps at a hero two steps away.
    Hunter,
    /// Has a shield, which halves blows from the front unless it struck in its last turn.
    Guard,
    /// Throws from up to four steps away, and cannot strike beside the hero.
    Coward,
    /// Is hidden while it stands still, and strikes harder from hiding: one and a half times as hard, and twice as hard
    /// out of grass.
    Ambusher,
}

impl EnemyKind {
    /// All kinds.
    pub const ALL: [EnemyKind; 4] = [
        EnemyKind::Hunter,
        EnemyKind::Guard,
        EnemyKind::Coward,
        EnemyKind::Ambusher,
    ];

    /// The name in files and on the command line.
    pub fn name(self) -> &'static str {
        ["hunter", "guard", "coward", "ambusher"][self as usize]
    }

    /// Whether programs of the kind may evolve with a node. Some senses and actions belong to one kind alone, because
    /// evolution would make every kind that has them into that kind.
    pub fn may_use(self, node: Node) -> bool {
        match node {
            Node::IfSeen => self == EnemyKind::Ambusher,
            Node::IfGrass | Node::SeekGrass => {
                matches!(self, EnemyKind::Coward | EnemyKind::Ambusher)
            }
            Node::IfHome | Node::GoHome => self == EnemyKind::Guard,
            Node::IfNear => self == EnemyKind::Coward,
            // Otherwise hunters would retreat in order to follow the tracks of the hero again.
            Node::Retreat | Node::Block => self != EnemyKind::Hunter,
            _ => true,
        }
    }
}

/// The reason why a text names no kind of enemy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is no kind of enemy; the kinds are hunter, guard, coward and ambusher")]
pub struct EnemyKindError(String);

impl FromStr for EnemyKind {
    type Err = EnemyKindError;

    fn from_str(text: &str) -> Result<Self, EnemyKindError> {
        let named = EnemyKind::ALL.into_iter().find(|kind| kind.name() == text);
        named.ok_or_else(|| EnemyKindError(excerpt(text, SHORT)))
    }
}

impl fmt::Display for EnemyKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A kind of enemy with its program.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Breed {
    /// The kind.
    pub kind: EnemyKind,
    /// The strength of the bodies for which the program evolved, 1 to [`MAX_STRENGTH`].
    pub strength: u8,
    /// The program.
    pub program: Program,
    /// The adaptation that it was born with; `None` for enemies without parents, and for children without one.
    pub adaptation: Option<Adaptation>,
}

impl Breed {
    /// The body of an enemy of the breed at a strength.
    pub fn body(&self, strength: u8) -> Body {
        let body = Body::of(self.kind, strength);
        let life_of = |adaptation: Adaptation| adaptation.life_of(body.max_life);
        Body {
            max_life: self.adaptation.map_or(body.max_life, life_of),
            ..body
        }
    }

    /// The same breed with an adaptation, or with none.
    pub fn with(&self, adaptation: Option<Adaptation>) -> Breed {
        Breed {
            adaptation,
            ..self.clone()
        }
    }
}

/// The breeds of a dungeon; each of its enemies belongs to one of them.
pub type Roster = Vec<Arc<Breed>>;

/// For each kind the breeds that evolved for the strengths nearest to the given one.
pub fn for_strength(breeds: &[Arc<Breed>], strength: u8) -> Roster {
    let difference = |breed: &Breed| breed.strength.abs_diff(strength);
    let nearest = |kind| {
        let of_kind = breeds.iter().filter(move |breed| breed.kind == kind);
        let least = of_kind.clone().map(|breed| difference(breed)).min();
        of_kind.filter(move |breed| Some(difference(breed)) == least)
    };
    let all = EnemyKind::ALL.into_iter();
    all.flat_map(nearest).cloned().collect()
}

/// The abilities of an enemy's body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Body {
    /// The largest life.
    pub max_life: u8,
    /// The largest damage of a blow, at least 1.
    pub max_damage: u8,
    /// The distance in steps up to which the enemy sees.
    pub sight: u16,
}

/// The largest strength of a body.
pub const MAX_STRENGTH: u8 = 12;

impl Body {
    /// The body of a kind at a strength, which is clamped to the range from 1 to [`MAX_STRENGTH`].
    pub fn of(kind: EnemyKind, strength: u8) -> Self {
        let strength = strength.clamp(1, MAX_STRENGTH);
        let (life, damage, sight) = match kind {
            EnemyKind::Hunter => (0, 0, 9),
            EnemyKind::Guard => (3, 0, 6),
            EnemyKind::Coward => (0, 0, 8),
            EnemyKind::Ambusher => (0, 1, 7),
        };
        Body {
            max_life: 4 + strength + life,
            max_damage: 2 + strength / 2 + damage,
            sight,
        }
    }
}

/// An enemy in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Enemy {
    /// The cell of the enemy.
    pub at: Cell,
    /// The step in whose direction the enemy faces.
    pub facing: (i16, i16),
    /// The body.
    pub body: Body,
    /// The remaining life; a dead enemy has 0.
    pub life: u8,
    /// Whether the guard is up until the enemy's next turn.
    pub guard: bool,
    /// The number of times that the enemy has healed itself.
    pub healed: u8,
    /// The cell on which the enemy started.
    pub post: Cell,
    /// Whether the enemy knows of the hero: notices them now, has heard something, follows their tracks, or remembers
    /// where they were.
    pub aware: bool,
    /// Whether the enemy notices the hero now: it sees or smells them, or knows of them and stands beside them.
    pub notices: bool,
    /// The cell on which it heard a noise since its last turn.
    pub heard: Option<Cell>,
    /// Whether it heard a noise between its last turn and this one.
    pub hears: bool,
    /// Whether it is a wanderer, which came in while the hero was in the dungeon.
    pub wanders: bool,
    /// Whether the enemy follows the hero's tracks now.
    pub tracks: bool,
    /// The bell to which it goes as long as it rings, and which keeps it from noticing anything.
    pub listens_to: Option<Cell>,
    /// The cell on which it believes the hero to be, if it knows of them.
    pub target: Cell,
    /// The number of turns for which it still remembers the hero.
    pub memory: u8,
    /// Whether it neither moved nor struck in its last turn.
    pub still: bool,
    /// Whether the enemy has stepped into water, so that it does nothing in its next turn.
    pub wades: bool,
    /// Whether the shield of a guard is up.
    pub shield: bool,
    /// The breed, with the kind and the program.
    pub breed: Arc<Breed>,
    /// The position in the program.
    pub thread: Thread,
}

/// The largest number of times that an enemy can heal itself.
pub const MAX_HEALINGS: u8 = 3;

impl Enemy {
    /// An enemy that does not know of the hero yet.
    pub fn new(at: Cell, facing: (i16, i16), strength: u8, breed: Arc<Breed>) -> Self {
        let body = breed.body(strength);
        Enemy {
            at,
            facing,
            body,
            life: body.max_life,
            guard: false,
            healed: 0,
            post: at,
            aware: false,
            notices: false,
            heard: None,
            hears: false,
            wanders: false,
            tracks: false,
            listens_to: None,
            target: at,
            memory: 0,
            still: true,
            wades: false,
            shield: true,
            breed,
            thread: Thread::default(),
        }
    }

    /// Whether the enemy was born with an adaptation.
    pub fn has(&self, adaptation: Adaptation) -> bool {
        self.breed.adaptation == Some(adaptation)
    }

    /// Turns to a cell, if it stands on another one.
    pub(super) fn turn_to(&mut self, cell: Cell) {
        let way = ((cell.x - self.at.x).signum(), (cell.y - self.at.y).signum());
        if way != (0, 0) {
            self.facing = way;
        }
    }

    /// Whether a cell lies in the quarter of the plane ahead of the enemy, its edges included.
    pub fn faces(&self, cell: Cell) -> bool {
        let (x, y) = (cell.x - self.at.x, cell.y - self.at.y);
        let (ahead, aside) = self.facing;
        x * ahead + y * aside >= (y * ahead - x * aside).abs()
    }
}

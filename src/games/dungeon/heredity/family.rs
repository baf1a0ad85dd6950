//! A family: one kind of enemy from a dungeon to the next one, with the deeds of its individuals and the gains of their
//! children.

use std::sync::Arc;

use super::deeds::Deeds;
use crate::games::dungeon::enemies::problem::Figures;
use crate::games::dungeon::players::HeroDouble;
use crate::games::dungeon::rules::{Breed, EnemyKind, Roster};

/// An enemy of the dungeon above, with its deeds there.
#[derive(Clone, Debug, PartialEq)]
pub struct EnemyWithDeeds {
    /// Its breed.
    pub breed: Arc<Breed>,
    /// Its deeds.
    pub deeds: Deeds,
}

impl EnemyWithDeeds {
    /// Whether the individual has children; `all` are all individuals of its kind. An individual without merit has
    /// none, unless none of them has merit.
    pub fn breeds_among(&self, all: &[EnemyWithDeeds]) -> bool {
        let did = |one: &EnemyWithDeeds| one.deeds.merit() > 0;
        did(self) || !all.iter().any(did)
    }
}

/// A breed of children.
#[derive(Clone, Debug)]
pub struct ChildBreed {
    /// The breed.
    pub breed: Arc<Breed>,
    /// The figures of its fights against the double, in the arenas in which the finalists were compared. It was chosen
    /// there, so that they are a little better than in others.
    pub figures: Figures,
}

/// The lineage of one kind of enemy, from a dungeon to the next one.
#[derive(Clone, Debug)]
pub struct EnemyLineage {
    /// The kind.
    pub kind: EnemyKind,
    /// The deeds of all individuals of the kind together.
    pub deeds: Deeds,
    /// All individuals of the kind, those with the most merit first.
    pub individuals: Vec<EnemyWithDeeds>,
    /// The breed of the individual with the most merit, or a breed of the roster if the dungeon above had no enemy of
    /// the kind.
    pub parent: Arc<Breed>,
    /// The figures of the parent's fights against the double, in the arenas of the children.
    pub before: Figures,
    /// The one or two best breeds of children, the best one first. The parent's own program is among them unless two
    /// others were clearly better.
    pub children: Vec<ChildBreed>,
    /// The number of places among the heirs, 1 to 5.
    pub places: u32,
}

impl EnemyLineage {
    /// The breeds of the places: the children take turns.
    pub fn heirs(&self) -> impl Iterator<Item = &Arc<Breed>> {
        let breeds = self.children.iter().map(|child| &child.breed);
        breeds.cycle().take(self.places as usize)
    }

    /// The children that have a place. With a single place only the best child has one.
    pub fn placed_children(&self) -> impl Iterator<Item = &ChildBreed> {
        self.children.iter().take(self.places as usize)
    }

    /// The number of places of a child.
    pub fn places_of(&self, child: &ChildBreed) -> u32 {
        let own = self.heirs().filter(|breed| **breed == child.breed);
        own.count() as u32
    }

    /// The child of a breed.
    pub fn child(&self, breed: &Breed) -> Option<&ChildBreed> {
        self.children.iter().find(|child| *child.breed == *breed)
    }

    /// Whether a child has another program than the parent.
    pub fn has_learnt(&self, child: &ChildBreed) -> bool {
        self.parent.program != child.breed.program
    }

    /// Whether a child has another adaptation than the parent. Having none is different from having one.
    pub fn has_adapted(&self, child: &ChildBreed) -> bool {
        self.parent.adaptation != child.breed.adaptation
    }

    /// The danger of the children to the double: the mean damage of a fight, where a death counts as a whole life
    /// more.
    pub fn danger(&self) -> f64 {
        let one = |child: &ChildBreed| child.figures.damage + WHOLE_LIFE * child.figures.killed;
        self.children.iter().map(one).sum::<f64>() / self.children.len().max(1) as f64
    }

    /// The gains of a child over its parent, the largest growth first. Small differences are left out.
    pub fn gains(&self, child: &ChildBreed) -> Vec<Gain> {
        let (before, after) = (&self.before, &child.figures);
        let of = |skill, value: fn(&Figures) -> f64, scale: f64| Gain {
            skill,
            before: value(before),
            after: value(after),
            growth: (value(after) - value(before)) / scale,
        };
        let own = match self.kind {
            EnemyKind::Hunter => of(EnemySkill::Tracks, |figures| figures.tracked, 4.0),
            EnemyKind::Guard => of(EnemySkill::Blocks, |figures| figures.blocked, 4.0),
            EnemyKind::Coward => of(EnemySkill::KeepsAway, |figures| figures.kept_distance, 0.5),
            EnemyKind::Ambusher => of(EnemySkill::Ambushes, |figures| figures.ambushes, 1.0),
        };
        let mut gains = vec![
            own,
            of(EnemySkill::Damage, |figures| figures.damage, 8.0),
            of(EnemySkill::Kills, |figures| figures.killed, 0.3),
            of(EnemySkill::Survives, |figures| figures.life, 0.5),
        ];
        gains.retain(|gain| gain.growth >= LEAST_GROWTH);
        gains.sort_by(|a, b| b.growth.total_cmp(&a.growth));
        gains
    }
}

/// The number of points of damage that a death counts for.
const WHOLE_LIFE: f64 = 36.0;

/// The least growth of a gain that is told, as a part of a large growth.
const LEAST_GROWTH: f64 = 0.08;

/// Something that enemies do well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EnemySkill {
    /// Damage dealt in a fight.
    Damage,
    /// The share of fights in which the double dies.
    Kills,
    /// The share of life that is left.
    Survives,
    /// Steps along tracks in a fight.
    Tracks,
    /// Blows met by a shield or a guard in a fight.
    Blocks,
    /// The share of turns at a distance.
    KeepsAway,
    /// First blows of unseen enemies in a fight.
    Ambushes,
}

/// A gain of a child over its parent, on average in a fight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gain {
    /// The skill that has grown.
    pub skill: EnemySkill,
    /// The figure of the parent.
    pub before: f64,
    /// The figure of the child.
    pub after: f64,
    /// The growth, as a part of a growth that is large for the skill.
    growth: f64,
}

/// The enemies of the next dungeon, with the families from which they come.
#[derive(Clone, Debug)]
pub struct Heirs {
    /// The families, in the order of [`EnemyKind::ALL`].
    pub families: Vec<EnemyLineage>,
    /// The double against which the children trained.
    pub double: HeroDouble,
}

impl Heirs {
    /// The breeds from which each enemy of the next dungeon is drawn.
    pub fn roster(&self) -> Roster {
        let all = self.families.iter().flat_map(EnemyLineage::heirs);
        all.cloned().collect()
    }

    /// The family of a kind.
    pub fn family(&self, kind: EnemyKind) -> Option<&EnemyLineage> {
        self.families.iter().find(|family| family.kind == kind)
    }
}

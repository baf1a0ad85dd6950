//! The family of an individual as a tree: its ancestors above it, its descendants below, each of them once.

use std::collections::BTreeMap;

use super::ancestry::FounderCount;
use super::birth::Birth;
use super::pedigree::{MemberId, Pedigree};
use super::picture::Picture;
use super::population::PopulationKind;
use super::story::Parts;

/// The relatives of an individual that are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FamilyQuery {
    /// Its nearest ancestors and descendants.
    Around(MemberId),
    /// A page of the line of its better parents back to a founder: [`LINE_PAGE`] individuals, newest first.
    Line(MemberId, usize),
}

/// The number of individuals on a page of a line.
pub const LINE_PAGE: usize = 24;
/// The number of ancestors in a tree, and the steps to the furthest.
const ANCESTORS: (usize, usize) = (16, 4);
/// The number of descendants in a tree, and the steps to the furthest.
const DESCENDANTS: (usize, usize) = (9, 2);
/// The number of children of one individual that are shown: the best.
const CHILDREN: usize = 4;

/// An individual in a tree.
#[derive(Clone, Debug, PartialEq)]
pub struct Relative {
    /// The generation and place in which it was born.
    pub member: MemberId,
    /// The way in which it came into its generation; `None` if that is not known any more.
    pub birth: Option<Birth>,
    /// The last generation in which it lives.
    pub until: u32,
    /// Its fitness.
    pub fitness: f64,
    /// Its population.
    pub population: PopulationKind,
    /// Its row: 0 for the individual in question, negative for ancestors, positive for descendants.
    pub row: i32,
    /// Its picture; `None` if it cannot be made again.
    pub picture: Option<Picture>,
    /// Its parts by origin; `None` for a founder, and if that is not known.
    pub parts: Option<Parts>,
}

/// A line of a tree from a parent to a child.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FamilyLink {
    /// The index of the parent.
    pub parent: usize,
    /// The index of the child.
    pub child: usize,
    /// Whether it is the child's first parent (0) or its second one (1).
    pub parent_number: usize,
}

/// A family.
#[derive(Clone, Debug, PartialEq)]
pub struct FamilyTree {
    /// All relatives, from the top row to the lowest, and from left to right in each.
    pub relatives: Vec<Relative>,
    /// The lines between them.
    pub links: Vec<FamilyLink>,
    /// The index of the individual in question.
    pub focus: usize,
    /// The number of all its children.
    pub children: usize,
    /// The number of founders that it descends from; `None` if they are not known any more.
    pub founders: Option<FounderCount>,
    /// The number of individuals in its line back to a founder.
    pub line: usize,
}

impl FamilyTree {
    /// The family of an individual, without pictures. `None` if the pedigree does not know it.
    pub fn of(pedigree: &Pedigree, family: FamilyQuery) -> Option<Self> {
        let of = match family {
            FamilyQuery::Around(one) | FamilyQuery::Line(one, _) => pedigree.born(one)?,
        };
        let line = pedigree.line(of);
        let rows: BTreeMap<MemberId, i32> = match family {
            FamilyQuery::Around(_) => {
                let mut rows = with_rows(pedigree, ancestors(pedigree, of), -1);
                rows.extend(with_rows(pedigree, descendants(pedigree, of), 1));
                rows
            }
            FamilyQuery::Line(_, page) => {
                let shown = line.iter().skip(page * LINE_PAGE).take(LINE_PAGE);
                shown.copied().zip((0..).map(|row: i32| -row)).collect()
            }
        };
        let mut relatives: Vec<Relative> = rows
            .into_iter()
            .map(|(member, row)| Relative {
                member,
                birth: pedigree.birth(member),
                until: pedigree.lives_until(member),
                fitness: pedigree.fitness(member).unwrap_or(0.0),
                population: pedigree.population(member),
                row,
                picture: None,
                parts: None,
            })
            .collect();
        relatives.sort_by_key(|one| (one.row, one.member));
        order_rows(pedigree, &mut relatives);
        Some(FamilyTree {
            focus: relatives
                .iter()
                .position(|one| one.member == of)
                .unwrap_or(0),
            links: links(pedigree, &relatives),
            relatives,
            children: pedigree.children(of).len(),
            founders: pedigree.founders(of),
            line: line.len(),
        })
    }
}

/// An individual and its nearest ancestors.
fn ancestors(pedigree: &Pedigree, of: MemberId) -> Vec<MemberId> {
    nearest_relatives(of, ANCESTORS, |one| {
        pedigree.parents(one).map_or(Vec::new(), Vec::from)
    })
}

/// An individual and its nearest descendants. Only the best children of each individual are among them.
fn descendants(pedigree: &Pedigree, of: MemberId) -> Vec<MemberId> {
    nearest_relatives(of, DESCENDANTS, |one| {
        let mut children = pedigree.children(one);
        let fitness = |one: &MemberId| pedigree.fitness(*one).unwrap_or(0.0);
        children.sort_by(|a, b| {
            // Feasible is greater than infeasible.
            let population = pedigree.population(*b).cmp(&pedigree.population(*a));
            population.then(fitness(b).total_cmp(&fitness(a)))
        });
        children.truncate(CHILDREN);
        children
    })
}

/// An individual and at most `most` others, at most `steps` steps away, the nearest first.
fn nearest_relatives(
    of: MemberId,
    (most, steps): (usize, usize),
    next: impl Fn(MemberId) -> Vec<MemberId>,
) -> Vec<MemberId> {
    let mut found = vec![of];
    let mut newest = vec![of];
    for _ in 0..steps {
        let mut further = Vec::new();
        for one in newest.into_iter().flat_map(&next) {
            if found.len() <= most && !found.contains(&one) {
                found.push(one);
                further.push(one);
            }
        }
        newest = further;
    }
    found
}

/// Gives ancestors (`direction` -1) or descendants (`direction` 1) their rows: each lies beyond all relatives that lead
/// to it.
fn with_rows(
    pedigree: &Pedigree,
    mut all: Vec<MemberId>,
    direction: i32,
) -> BTreeMap<MemberId, i32> {
    // From the individual in question outwards, a parent is always born before its child.
    all.sort_unstable();
    if direction < 0 {
        all.reverse();
    }
    let mut rows: BTreeMap<MemberId, i32> = BTreeMap::new();
    for one in &all {
        let before = rows.iter().filter(|(other, _)| {
            let (parent, child) = if direction < 0 {
                (one, *other)
            } else {
                (*other, one)
            };
            let parents = pedigree.parents(*child);
            parents.is_some_and(|parents| parents.contains(parent))
        });
        let row = before
            .map(|(_, row)| row + direction)
            .max_by_key(|row| row.abs());
        rows.insert(*one, row.unwrap_or(0));
    }
    rows
}

/// The lines between relatives.
fn links(pedigree: &Pedigree, relatives: &[Relative]) -> Vec<FamilyLink> {
    let mut links = Vec::new();
    for (child, one) in relatives.iter().enumerate() {
        let parents = pedigree.parents(one.member).into_iter().flatten();
        for (parent_number, member) in parents.enumerate() {
            if let Some(parent) = relatives.iter().position(|one| one.member == member) {
                links.push(FamilyLink {
                    parent,
                    child,
                    parent_number,
                });
            }
        }
    }
    links
}

/// Orders each row so that relatives stand near the ones with which they are linked in the rows towards row 0.
fn order_rows(pedigree: &Pedigree, relatives: &mut [Relative]) {
    let all = relatives.to_vec();
    let links = links(pedigree, &all);
    let mut places: BTreeMap<MemberId, f64> = BTreeMap::new();
    let last = all.iter().map(|one| one.row.abs()).max().unwrap_or(0);
    for distance in 0..=last {
        for row in [-distance, distance] {
            let mut of_row: Vec<(f64, MemberId)> = Vec::new();
            for (at, one) in all.iter().enumerate().filter(|(_, one)| one.row == row) {
                let near = links.iter().filter_map(|link| match at {
                    at if at == link.parent => Some(link.child),
                    at if at == link.child => Some(link.parent),
                    _ => None,
                });
                let known: Vec<f64> = near
                    .filter_map(|other| places.get(&all[other].member).copied())
                    .collect();
                let mean = known.iter().sum::<f64>() / known.len().max(1) as f64;
                of_row.push((mean, one.member));
            }
            of_row.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            let middle = (of_row.len() as f64 - 1.0) / 2.0;
            for (at, (_, member)) in of_row.into_iter().enumerate() {
                places.insert(member, at as f64 - middle);
            }
        }
    }
    let place = |one: &Relative| places.get(&one.member).copied().unwrap_or(0.0);
    relatives.sort_by(|a, b| a.row.cmp(&b.row).then(place(a).total_cmp(&place(b))));
}

#[cfg(test)]
mod tests;

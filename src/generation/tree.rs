//! The family of an individual as a tree: its ancestors above it, its descendants below, each of them once.

use std::collections::BTreeMap;

use super::ancestry::FounderCount;
use super::pedigree::{Kin, Pedigree};
use super::picture::Picture;
use super::population::PopulationKind;
use super::story::Parts;

/// The relatives of an individual that are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kinsfolk {
    /// Its nearest ancestors and descendants.
    Around(Kin),
    /// A page of the line of its better parents back to a founder: [`LINE_PAGE`] individuals, newest first.
    Line(Kin, usize),
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
    pub kin: Kin,
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
    pub which: usize,
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
    pub fn of(pedigree: &Pedigree, kinsfolk: Kinsfolk) -> Option<Self> {
        let of = match kinsfolk {
            Kinsfolk::Around(one) | Kinsfolk::Line(one, _) => pedigree.born(one)?,
        };
        let line = pedigree.line(of);
        let rows: BTreeMap<Kin, i32> = match kinsfolk {
            Kinsfolk::Around(_) => {
                let mut rows = with_rows(pedigree, ancestors(pedigree, of), -1);
                rows.extend(with_rows(pedigree, descendants(pedigree, of), 1));
                rows
            }
            Kinsfolk::Line(_, page) => {
                let shown = line.iter().skip(page * LINE_PAGE).take(LINE_PAGE);
                shown.copied().zip((0..).map(|row: i32| -row)).collect()
            }
        };
        let mut relatives: Vec<Relative> = rows
            .into_iter()
            .map(|(kin, row)| Relative {
                kin,
                until: pedigree.lives_until(kin),
                fitness: pedigree.fitness(kin).unwrap_or(0.0),
                population: pedigree.population(kin),
                row,
                picture: None,
                parts: None,
            })
            .collect();
        relatives.sort_by_key(|one| (one.row, one.kin));
        order_rows(pedigree, &mut relatives);
        Some(FamilyTree {
            focus: relatives.iter().position(|one| one.kin == of).unwrap_or(0),
            links: links(pedigree, &relatives),
            relatives,
            children: pedigree.children(of).len(),
            founders: pedigree.founders(of),
            line: line.len(),
        })
    }
}

/// An individual and its nearest ancestors.
fn ancestors(pedigree: &Pedigree, of: Kin) -> Vec<Kin> {
    nearest_relatives(of, ANCESTORS, |one| {
        pedigree.parents(one).map_or(Vec::new(), Vec::from)
    })
}

/// An individual and its nearest descendants. Only the best children of each individual are among them.
fn descendants(pedigree: &Pedigree, of: Kin) -> Vec<Kin> {
    nearest_relatives(of, DESCENDANTS, |one| {
        let mut children = pedigree.children(one);
        let fitness = |one: &Kin| pedigree.fitness(*one).unwrap_or(0.0);
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
    of: Kin,
    (most, steps): (usize, usize),
    next: impl Fn(Kin) -> Vec<Kin>,
) -> Vec<Kin> {
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

/// Gives ancestors (`way` -1) or descendants (`way` 1) their rows: each lies beyond all relatives that lead to it.
fn with_rows(pedigree: &Pedigree, mut all: Vec<Kin>, way: i32) -> BTreeMap<Kin, i32> {
    // From the individual in question outwards, a parent is always born before its child.
    all.sort_unstable();
    if way < 0 {
        all.reverse();
    }
    let mut rows: BTreeMap<Kin, i32> = BTreeMap::new();
    for one in &all {
        let before = rows.iter().filter(|(other, _)| {
            let (parent, child) = if way < 0 {
                (one, *other)
            } else {
                (*other, one)
            };
            let parents = pedigree.parents(*child);
            parents.is_some_and(|parents| parents.contains(parent))
        });
        let row = before.map(|(_, row)| row + way).max_by_key(|row| row.abs());
        rows.insert(*one, row.unwrap_or(0));
    }
    rows
}

/// The lines between relatives.
fn links(pedigree: &Pedigree, relatives: &[Relative]) -> Vec<FamilyLink> {
    let mut links = Vec::new();
    for (child, one) in relatives.iter().enumerate() {
        let parents = pedigree.parents(one.kin).into_iter().flatten();
        for (which, kin) in parents.enumerate() {
            if let Some(parent) = relatives.iter().position(|one| one.kin == kin) {
                links.push(FamilyLink {
                    parent,
                    child,
                    which,
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
    let mut places: BTreeMap<Kin, f64> = BTreeMap::new();
    let last = all.iter().map(|one| one.row.abs()).max().unwrap_or(0);
    for distance in 0..=last {
        for row in [-distance, distance] {
            let mut of_row: Vec<(f64, Kin)> = Vec::new();
            for (at, one) in all.iter().enumerate().filter(|(_, one)| one.row == row) {
                let near = links.iter().filter_map(|link| match at {
                    at if at == link.parent => Some(link.child),
                    at if at == link.child => Some(link.parent),
                    _ => None,
                });
                let known: Vec<f64> = near
                    .filter_map(|other| places.get(&all[other].kin).copied())
                    .collect();
                let mean = known.iter().sum::<f64>() / known.len().max(1) as f64;
                of_row.push((mean, one.kin));
            }
            of_row.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            let middle = (of_row.len() as f64 - 1.0) / 2.0;
            for (at, (_, kin)) in of_row.into_iter().enumerate() {
                places.insert(kin, at as f64 - middle);
            }
        }
    }
    let place = |one: &Relative| places.get(&one.kin).copied().unwrap_or(0.0);
    relatives.sort_by(|a, b| a.row.cmp(&b.row).then(place(a).total_cmp(&place(b))));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generation::birth::Birth;
    use crate::generation::pedigree::tests::{add, add_mixed, family};

    #[test]
    fn a_tree_has_each_relative_once_above_its_children() {
        let pedigree = family();
        let (i, g) = (Kin::at(3, 2), Kin::at(2, 2));
        let (a, b, d) = (Kin::at(0, 0), Kin::at(0, 1), Kin::at(1, 1));
        let tree = FamilyTree::of(&pedigree, Kinsfolk::Around(i)).expect("it is known");
        let rows: Vec<(i32, Kin)> = tree.relatives.iter().map(|r| (r.row, r.kin)).collect();
        // Both of i's parents are g. The parents of g are a and d, and those of d are a and b.
        let at = |kin| {
            rows.iter()
                .find(|(_, one)| *one == kin)
                .map(|(row, _)| *row)
        };
        assert_eq!([i, g, d, a, b].map(at), [0, -1, -2, -3, -3].map(Some));
        assert_eq!(rows.len(), 5);
        assert_eq!(tree.relatives[tree.focus].kin, i);
        let between = |parent: Kin, child: Kin| {
            let is = |link: &&FamilyLink| {
                tree.relatives[link.parent].kin == parent && tree.relatives[link.child].kin == child
            };
            tree.links
                .iter()
                .filter(is)
                .map(|link| link.which)
                .collect::<Vec<_>>()
        };
        assert_eq!(between(g, i), [0, 1]);
        assert_eq!(between(a, g), [0]);
        assert_eq!(between(d, g), [1]);
        assert_eq!(between(a, d), [0]);
        assert_eq!((tree.children, tree.line), (0, 3));
    }

    #[test]
    fn descendants_stand_below() {
        let pedigree = family();
        let e = Kin::at(1, 2);
        let tree = FamilyTree::of(&pedigree, Kinsfolk::Around(Kin::at(3, 0))).expect("known");
        let row = |kin| {
            tree.relatives
                .iter()
                .find(|one| one.kin == kin)
                .map(|one| one.row)
        };
        assert_eq!(row(e), Some(0));
        assert_eq!(row(Kin::at(0, 1)), Some(-1));
        // f is a child of e; h is a child of e and of f.
        assert_eq!(row(Kin::at(2, 1)), Some(1));
        assert_eq!(row(Kin::at(3, 1)), Some(2));
        assert_eq!(tree.children, 2);
    }

    #[test]
    fn a_line_has_the_better_parent_of_each() {
        let pedigree = family();
        let i = Kin::at(3, 2);
        let tree = FamilyTree::of(&pedigree, Kinsfolk::Line(i, 0)).expect("known");
        let kin: Vec<Kin> = tree.relatives.iter().map(|one| one.kin).collect();
        assert_eq!(kin, [Kin::at(0, 0), Kin::at(2, 2), i]);
        let past_the_end = FamilyTree::of(&pedigree, Kinsfolk::Line(i, 1)).expect("known");
        assert!(past_the_end.relatives.is_empty());
    }

    /// The numbers below a number in a tree in which each has three, as individuals.
    fn three_each(one: Kin) -> Vec<Kin> {
        (1..=3)
            .map(|at| Kin::at(one.generation + 1, 3 * one.place + at))
            .collect()
    }

    #[test]
    fn the_nearest_relatives_are_taken_up_to_a_number_of_them_and_of_steps() {
        let of = Kin::at(0, 0);
        let found = |most, steps| nearest_relatives(of, (most, steps), three_each);
        assert_eq!(found(99, 0), [of]);
        assert_eq!(found(0, 5), [of]);
        // One, three, nine and twenty-seven of them.
        for (steps, count) in [(1, 4), (2, 13), (3, 40)] {
            let all = found(99, steps);
            assert_eq!(all.len(), count);
            assert!(all.is_sorted());
        }
        assert_eq!(found(4, 9).len(), 1 + 4);
        assert_eq!(found(4, 9)[3..], [Kin::at(1, 3), Kin::at(2, 4)]);
        // An individual that is related in two ways is listed once.
        let both = |one: Kin| vec![Kin::at(one.generation + 1, 0); 2];
        assert_eq!(nearest_relatives(of, (99, 3), both).len(), 4);
    }

    /// A founder with nine children, the third and fourth of which have a child together.
    fn large_family() -> Pedigree {
        use Birth::{Child, Elite, Founder};
        let mut pedigree = Pedigree::default();
        add(&mut pedigree, 0, &[(Founder, 0.5), (Founder, 0.25)], 0.5);
        let fitness = [0.1, 0.7, 0.3, 0.6, 0.2, 0.6, 0.8, 0.4, 0.6];
        let mut born = vec![(Elite(0), 0.5)];
        born.extend(fitness.map(|fitness| (Child(0, 1), fitness)));
        add(&mut pedigree, 1, &born, 0.8);
        let grandchildren = [(Elite(7), 0.8), (Child(7, 4), 0.1), (Child(2, 2), 0.9)];
        add(&mut pedigree, 2, &grandchildren, 0.9);
        pedigree
    }

    #[test]
    fn the_four_best_children_are_shown_and_the_older_one_of_equals() {
        let pedigree = large_family();
        let tree = FamilyTree::of(&pedigree, Kinsfolk::Around(Kin::at(0, 0))).expect("known");
        let of_row = |row: i32| -> Vec<Kin> {
            let relatives = tree.relatives.iter().filter(|one| one.row == row);
            let mut kin: Vec<Kin> = relatives.map(|one| one.kin).collect();
            kin.sort_unstable();
            kin
        };
        assert_eq!(of_row(0), [Kin::at(0, 0)]);
        assert_eq!(of_row(1), [2, 4, 6, 7].map(|place| Kin::at(1, place)));
        assert_eq!(of_row(2), [Kin::at(2, 1), Kin::at(2, 2)]);
        assert_eq!((tree.relatives.len(), tree.children), (7, 9));
        let one = tree.relatives.iter().find(|one| one.kin == Kin::at(1, 7));
        let one = one.expect("the best child");
        let fitness = f64::from(0.8_f32);
        assert_eq!((one.until, one.fitness), (2, fitness));
        assert_eq!(one.population, PopulationKind::Feasible);
        assert_eq!(
            (tree.line, tree.founders.map(|all| all.ancestors)),
            (1, Some(1))
        );
        // An individual that is not known has no family.
        assert_eq!(
            FamilyTree::of(&pedigree, Kinsfolk::Around(Kin::at(3, 0))),
            None
        );
    }

    #[test]
    fn feasible_children_are_shown_before_fitter_infeasible_ones() {
        use Birth::{Child, Founder};
        let mut pedigree = Pedigree::default();
        add(&mut pedigree, 0, &[(Founder, 0.5)], 0.5);
        let fitness = [0.1, 0.2, 0.3, 0.6, 0.7, 0.8];
        let children = fitness.map(|fitness| (Child(0, 0), fitness));
        add_mixed(&mut pedigree, 1, &children, 3);
        let shown = descendants(&pedigree, Kin::at(0, 0));
        let expected = [2, 1, 0, 5].map(|place| Kin::at(1, place));
        assert_eq!(shown[1..], expected);
    }

    #[test]
    fn relatives_stand_near_those_with_whom_they_are_linked() {
        use Birth::{Child, Founder};
        let mut pedigree = Pedigree::default();
        let founders = [0.1, 0.2, 0.3, 0.4].map(|fitness| (Founder, fitness));
        add(&mut pedigree, 0, &founders, 0.4);
        // The parents of the first one are the last founders, those of the second one the first founders.
        add(
            &mut pedigree,
            1,
            &[(Child(2, 3), 0.5), (Child(0, 1), 0.5)],
            0.5,
        );
        add(&mut pedigree, 2, &[(Child(0, 1), 0.6)], 0.6);
        add(&mut pedigree, 3, &[(Child(0, 0), 0.7)], 0.7);
        let tree = FamilyTree::of(&pedigree, Kinsfolk::Around(Kin::at(2, 0))).expect("known");
        let found: Vec<(i32, Kin)> = tree.relatives.iter().map(|r| (r.row, r.kin)).collect();
        let founders = [2, 3, 0, 1].map(|place| (-2, Kin::at(0, place)));
        assert_eq!(found[..4], founders);
        let rest = [
            (-1, Kin::at(1, 0)),
            (-1, Kin::at(1, 1)),
            (0, Kin::at(2, 0)),
            (1, Kin::at(3, 0)),
        ];
        assert_eq!(found[4..], rest);
        assert_eq!(tree.focus, 6);
        let link = |(parent, child, which)| FamilyLink {
            parent,
            child,
            which,
        };
        let links = [
            (0, 4, 0),
            (1, 4, 1),
            (2, 5, 0),
            (3, 5, 1),
            (4, 6, 0),
            (5, 6, 1),
            (6, 7, 0),
            (6, 7, 1),
        ];
        assert_eq!(tree.links, links.map(link));
    }

    #[test]
    fn a_long_line_has_pages_of_24() {
        let mut pedigree = Pedigree::default();
        add(&mut pedigree, 0, &[(Birth::Founder, 0.5)], 0.5);
        for generation in 1..60 {
            add(&mut pedigree, generation, &[(Birth::Child(0, 0), 0.5)], 0.5);
        }
        for (page, generations) in [(0, 36..60), (1, 12..36), (2, 0..12)] {
            let line = Kinsfolk::Line(Kin::at(59, 0), page);
            let tree = FamilyTree::of(&pedigree, line).expect("known");
            let found: Vec<u32> = tree
                .relatives
                .iter()
                .map(|one| one.kin.generation)
                .collect();
            assert_eq!(found, generations.collect::<Vec<_>>());
            assert_eq!((tree.line, tree.links.len()), (60, 2 * (found.len() - 1)));
            let last = tree.relatives.last().expect("one");
            assert_eq!(last.row, 0);
            assert_eq!(tree.relatives[0].row, 1 - found.len() as i32);
        }
    }

    #[test]
    fn descendants_stand_below_the_middle_of_their_parents() {
        use Birth::{Child, Elite, Founder};
        let mut pedigree = Pedigree::default();
        add(&mut pedigree, 0, &[(Founder, 0.5), (Founder, 0.4)], 0.5);
        let children = [Child(0, 1); 3].map(|birth| (birth, 0.3));
        let elites = [(Elite(0), 0.5), (Elite(1), 0.4)];
        add(&mut pedigree, 1, &[&children[..], &elites].concat(), 0.5);
        // One of them has the founder itself as a parent, and one has a parent that is not shown.
        let births = [Child(2, 2), Child(3, 2), Child(1, 1), Child(2, 4)];
        add(&mut pedigree, 2, &births.map(|birth| (birth, 0.2)), 0.5);
        let tree = FamilyTree::of(&pedigree, Kinsfolk::Around(Kin::at(0, 0))).expect("known");
        let found: Vec<Kin> = tree.relatives.iter().map(|one| one.kin).collect();
        let expected = [
            (0, 0),
            (1, 0),
            (1, 1),
            (1, 2),
            (2, 2),
            (2, 1),
            (2, 0),
            (2, 3),
        ];
        assert_eq!(found, expected.map(|(at, place)| Kin::at(at, place)));
    }
}

use super::*;
use crate::generation::pedigree::tests::{add, add_mixed, family};

#[test]
fn a_tree_has_each_relative_once_above_its_children() {
    let pedigree = family();
    let (i, g) = (MemberId::at(3, 2), MemberId::at(2, 2));
    let (a, b, d) = (MemberId::at(0, 0), MemberId::at(0, 1), MemberId::at(1, 1));
    let tree = FamilyTree::of(&pedigree, FamilyQuery::Around(i)).expect("it is known");
    let rows: Vec<(i32, MemberId)> = tree.relatives.iter().map(|r| (r.row, r.member)).collect();
    // Both of i's parents are g. The parents of g are a and d, and those of d are a and b.
    let at = |member| {
        rows.iter()
            .find(|(_, one)| *one == member)
            .map(|(row, _)| *row)
    };
    assert_eq!([i, g, d, a, b].map(at), [0, -1, -2, -3, -3].map(Some));
    assert_eq!(rows.len(), 5);
    assert_eq!(tree.relatives[tree.focus].member, i);
    let between = |parent: MemberId, child: MemberId| {
        let is = |link: &&FamilyLink| {
            tree.relatives[link.parent].member == parent
                && tree.relatives[link.child].member == child
        };
        tree.links
            .iter()
            .filter(is)
            .map(|link| link.parent_number)
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
    let e = MemberId::at(1, 2);
    let tree = FamilyTree::of(&pedigree, FamilyQuery::Around(MemberId::at(3, 0))).expect("known");
    let row = |member| {
        tree.relatives
            .iter()
            .find(|one| one.member == member)
            .map(|one| one.row)
    };
    assert_eq!(row(e), Some(0));
    assert_eq!(row(MemberId::at(0, 1)), Some(-1));
    // f is a child of e; h is a child of e and of f.
    assert_eq!(row(MemberId::at(2, 1)), Some(1));
    assert_eq!(row(MemberId::at(3, 1)), Some(2));
    assert_eq!(tree.children, 2);
}

#[test]
fn a_line_has_the_better_parent_of_each() {
    let pedigree = family();
    let i = MemberId::at(3, 2);
    let tree = FamilyTree::of(&pedigree, FamilyQuery::Line(i, 0)).expect("known");
    let members: Vec<MemberId> = tree.relatives.iter().map(|one| one.member).collect();
    assert_eq!(members, [MemberId::at(0, 0), MemberId::at(2, 2), i]);
    let past_the_end = FamilyTree::of(&pedigree, FamilyQuery::Line(i, 1)).expect("known");
    assert!(past_the_end.relatives.is_empty());
}

/// The numbers below a number in a tree in which each has three, as individuals.
fn three_each(one: MemberId) -> Vec<MemberId> {
    (1..=3)
        .map(|at| MemberId::at(one.generation + 1, 3 * one.place + at))
        .collect()
}

#[test]
fn the_nearest_relatives_are_taken_up_to_a_number_of_them_and_of_steps() {
    let of = MemberId::at(0, 0);
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
    assert_eq!(found(4, 9)[3..], [MemberId::at(1, 3), MemberId::at(2, 4)]);
    // An individual that is related in two ways is listed once.
    let both = |one: MemberId| vec![MemberId::at(one.generation + 1, 0); 2];
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
    let tree = FamilyTree::of(&pedigree, FamilyQuery::Around(MemberId::at(0, 0))).expect("known");
    let of_row = |row: i32| -> Vec<MemberId> {
        let relatives = tree.relatives.iter().filter(|one| one.row == row);
        let mut members: Vec<MemberId> = relatives.map(|one| one.member).collect();
        members.sort_unstable();
        members
    };
    assert_eq!(of_row(0), [MemberId::at(0, 0)]);
    assert_eq!(of_row(1), [2, 4, 6, 7].map(|place| MemberId::at(1, place)));
    assert_eq!(of_row(2), [MemberId::at(2, 1), MemberId::at(2, 2)]);
    assert_eq!((tree.relatives.len(), tree.children), (7, 9));
    let one = tree
        .relatives
        .iter()
        .find(|one| one.member == MemberId::at(1, 7));
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
        FamilyTree::of(&pedigree, FamilyQuery::Around(MemberId::at(3, 0))),
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
    let shown = descendants(&pedigree, MemberId::at(0, 0));
    let expected = [2, 1, 0, 5].map(|place| MemberId::at(1, place));
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
    let tree = FamilyTree::of(&pedigree, FamilyQuery::Around(MemberId::at(2, 0))).expect("known");
    let found: Vec<(i32, MemberId)> = tree.relatives.iter().map(|r| (r.row, r.member)).collect();
    let founders = [2, 3, 0, 1].map(|place| (-2, MemberId::at(0, place)));
    assert_eq!(found[..4], founders);
    let rest = [
        (-1, MemberId::at(1, 0)),
        (-1, MemberId::at(1, 1)),
        (0, MemberId::at(2, 0)),
        (1, MemberId::at(3, 0)),
    ];
    assert_eq!(found[4..], rest);
    assert_eq!(tree.focus, 6);
    let link = |(parent, child, parent_number)| FamilyLink {
        parent,
        child,
        parent_number,
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
        let line = FamilyQuery::Line(MemberId::at(59, 0), page);
        let tree = FamilyTree::of(&pedigree, line).expect("known");
        let found: Vec<u32> = tree
            .relatives
            .iter()
            .map(|one| one.member.generation)
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
    let tree = FamilyTree::of(&pedigree, FamilyQuery::Around(MemberId::at(0, 0))).expect("known");
    let found: Vec<MemberId> = tree.relatives.iter().map(|one| one.member).collect();
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
    assert_eq!(found, expected.map(|(at, place)| MemberId::at(at, place)));
}

//! The layout of a sunburst: a tree as rings around its root. The children of a node share its part of the turn in the next
//! ring outwards, each by its weight.

/// A node of a tree that is laid out. The root comes first, and parents come before their children.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Branch {
    /// The index of its parent; that of the root is not read.
    pub parent: usize,
    /// Its share among its siblings, relative to theirs; at least 0.
    pub weight: f64,
}

/// The place of a node.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sector {
    /// The ring: the root is the disc in the middle, ring 0.
    pub ring: f64,
    /// The angle at which it begins, as a part of a turn: 0 is at the top, and 0.25 at the right.
    pub from: f64,
    /// The angle at which it ends, as a part of a turn.
    pub to: f64,
}

impl Sector {
    /// The whole disc in the middle.
    pub const WHOLE: Sector = Sector {
        ring: 0.0,
        from: 0.0,
        to: 1.0,
    };

    /// Its part of a turn.
    pub fn width(&self) -> f64 {
        self.to - self.from
    }

    /// The same sector in the sunburst that has `centre` in its middle, where the descendants of `centre` fill the
    /// turn. A sector beside them has no width. A node nearer to the root has a ring below 0.
    pub fn seen_from(&self, centre: &Sector) -> Sector {
        let width = centre.width();
        let turned = |at: f64| match width > 0.0 {
            true => ((at - centre.from) / width).clamp(0.0, 1.0),
            false => 0.0,
        };
        Sector {
            ring: self.ring - centre.ring,
            from: turned(self.from),
            to: turned(self.to),
        }
    }

    /// The sector on its way from `self` to `other`; `t` runs from 0 to 1.
    pub fn towards(&self, other: &Sector, t: f64) -> Sector {
        // At both ends it is exact.
        let mix = |a: f64, b: f64| a * (1.0 - t) + b * t;
        Sector {
            ring: mix(self.ring, other.ring),
            from: mix(self.from, other.from),
            to: mix(self.to, other.to),
        }
    }

    /// Whether a point lies in it: `ring` counts from the middle, so that 0 to 1 is the disc, and `turn` is a part of a turn.
    pub fn contains(&self, ring: f64, turn: f64) -> bool {
        (self.ring..self.ring + 1.0).contains(&ring) && (self.from..self.to).contains(&turn)
    }
}

/// Lays out a tree: the place of each branch, in the same order. Siblings without any weight share their parent evenly.
pub fn sunburst(branches: &[Branch]) -> Vec<Sector> {
    let mut sums = vec![(0.0, 0usize); branches.len()];
    for branch in branches.iter().skip(1) {
        let (weight, count) = &mut sums[branch.parent];
        (*weight, *count) = (*weight + branch.weight, *count + 1);
    }
    // The part of each branch that is shared out already: the weight, and the number of children.
    let mut shared = vec![(0.0, 0usize); branches.len()];
    let mut sectors = Vec::with_capacity(branches.len());
    for (at, branch) in branches.iter().enumerate() {
        if at == 0 {
            sectors.push(Sector::WHOLE);
            continue;
        }
        let parent: Sector = sectors[branch.parent];
        let ((weight, count), (before, number)) = (sums[branch.parent], shared[branch.parent]);
        let part = |weight_so_far: f64, children: usize| match children {
            0 => parent.from,
            // Rounding leaves no gap at the end.
            all if all == count => parent.to,
            _ if weight > 0.0 => parent.from + parent.width() * weight_so_far / weight,
            _ => parent.from + parent.width() * children as f64 / count as f64,
        };
        let after = before + branch.weight;
        sectors.push(Sector {
            ring: parent.ring + 1.0,
            from: part(before, number),
            to: part(after, number + 1),
        });
        shared[branch.parent] = (after, number + 1);
    }
    sectors
}

#[cfg(test)]
mod tests {
    use super::*;

    fn branch(parent: usize, weight: f64) -> Branch {
        Branch { parent, weight }
    }

    #[test]
    fn children_fill_their_parent_exactly_in_the_proportions_of_their_weights() {
        let tree = [
            branch(0, 1.0),
            branch(0, 3.0),
            branch(0, 1.0),
            branch(1, 0.1),
            branch(1, 0.2),
            branch(1, 0.3),
            branch(2, 0.0),
            branch(2, 0.0),
        ];
        let sectors = sunburst(&tree);
        assert_eq!(sectors[0], Sector::WHOLE);
        assert_eq!((sectors[1].from, sectors[1].to), (0.0, 0.75));
        assert_eq!((sectors[2].from, sectors[2].to), (0.75, 1.0));
        assert_eq!((sectors[6].from, sectors[6].to), (0.75, 0.875));
        for parent in 0..tree.len() {
            let children = (1..tree.len()).filter(|at| tree[*at].parent == parent);
            let children: Vec<Sector> = children.map(|at| sectors[at]).collect();
            let Some((first, last)) = children.first().zip(children.last()) else {
                continue;
            };
            assert_eq!(
                (first.from, last.to),
                (sectors[parent].from, sectors[parent].to)
            );
            for pair in children.windows(2) {
                assert_eq!(pair[0].to, pair[1].from);
            }
            for child in &children {
                assert_eq!(child.ring, sectors[parent].ring + 1.0);
            }
        }
    }

    #[test]
    fn a_child_in_the_middle_is_whole_and_its_descendants_fill_the_turn() {
        let tree = [
            branch(0, 1.0),
            branch(0, 1.0),
            branch(0, 3.0),
            branch(2, 1.0),
            branch(2, 1.0),
        ];
        let sectors = sunburst(&tree);
        let centre = sectors[2];
        assert_eq!(centre.seen_from(&centre), Sector::WHOLE);
        let seen = [3, 4].map(|at| sectors[at].seen_from(&centre));
        assert_eq!((seen[0].from, seen[0].to), (0.0, 0.5));
        assert_eq!((seen[1].ring, seen[1].from, seen[1].to), (1.0, 0.5, 1.0));
        let beside = sectors[1].seen_from(&centre);
        assert_eq!((beside.ring, beside.width()), (0.0, 0.0));
        assert_eq!(Sector::WHOLE.towards(&centre, 0.0), Sector::WHOLE);
        assert_eq!(Sector::WHOLE.towards(&centre, 1.0), centre);
        assert!(sectors[1].contains(1.5, 0.1) && !sectors[1].contains(1.5, 0.3));
        assert!(sectors[0].contains(0.5, 0.9) && !sectors[0].contains(1.0, 0.9));
    }
}

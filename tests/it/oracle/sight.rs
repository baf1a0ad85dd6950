//! The sight of the dungeon beside the plain one.

use std::collections::BTreeSet;

use evolvarium::base::Stream;
use evolvarium::games::dungeon::map::Cell;
use evolvarium::games::dungeon::rules::{LIGHT, sight};

use super::games;
use super::plain_sight::{seen, wedges};

/// Draws cells that block the view: scattered, or in rows as walls are.
fn random_cells(rng: &mut Stream, reach: i64) -> BTreeSet<(i64, i64)> {
    let percent = rng.random_below(60);
    let all = (-reach..=reach).flat_map(|x| (-reach..=reach).map(move |y| (x, y)));
    let mut cells: BTreeSet<(i64, i64)> = all.filter(|_| rng.random_below(100) < percent).collect();
    if rng.random_below(2) == 0 {
        cells.retain(|(x, y)| x.rem_euclid(4) == 2 || y.rem_euclid(5) == 3);
    }
    cells
}

#[test]
fn the_hero_sees_what_rays_reach() {
    let radius = i64::from(LIGHT);
    let wedges = wedges(radius);
    for (number, mut rng) in games(400) {
        let walls = random_cells(&mut rng, radius + 1);
        let wanted = seen(&wedges, radius, |x, y| walls.contains(&(x, y)));
        let mut found = BTreeSet::new();
        let place = |cell: Cell| (i64::from(cell.x), i64::from(cell.y));
        sight::look(
            Cell::default(),
            LIGHT,
            |cell| walls.contains(&place(cell)),
            |cell| {
                found.insert(place(cell));
            },
        );
        assert_eq!(found, wanted, "number {number}: {walls:?}");
    }
}

//! The view of the hero is remembered from cell to cell, and equals the view of a look around.

use evolvarium::games::dungeon::descent::{Descent, DescentStatus};
use evolvarium::games::dungeon::graph::problem::usual_parameters;
use evolvarium::games::dungeon::map::{Cell, Map, Tile};
use evolvarium::games::dungeon::players::{Player, ReferencePlayer};
use evolvarium::games::dungeon::rules::{CellSet, Game, LIGHT, sight};
use evolvarium::generation::{Pick, Purpose, Seed};

/// The cells that a look around shows now.
fn looked(game: &Game) -> CellSet {
    let map = &game.dungeon().layout.map;
    let mut seen = CellSet::of(map);
    let see = |cell| {
        if map.has(cell) {
            seen.add(map, cell);
        }
    };
    let opaque = |cell| game.is_opaque(cell);
    sight::look(game.hero.at, game.hero.light(), opaque, see);
    seen
}

#[test]
fn the_hero_sees_what_a_look_around_shows() {
    let (mut through_doors, mut in_smoke, mut hooded) = (0, 0, 0);
    for (reference, seed) in [
        ReferencePlayer::Careful,
        ReferencePlayer::Sneaking,
        ReferencePlayer::Hurried,
    ]
    .into_iter()
    .flat_map(|reference| (1..9).map(move |seed| (reference, Seed(seed))))
    {
        let setup = "d2f5r8s10e2c2l1g".parse().expect("a setup");
        let descent = Descent::new(&setup, &usual_parameters(), seed, Pick::Best);
        let mut descent = descent.expect("a dungeon");
        let (mut player, mut explored) = (reference.player(), descent.game.explored().clone());
        while descent.status() == DescentStatus::Descending {
            let made = player.choose(&descent.game).expect("the game goes on");
            let depth = descent.depth();
            descent.make(made, &mut Vec::new()).expect("a legal move");
            let game = &descent.game;
            let seen = looked(game);
            assert_eq!(game.visible(), &seen, "{reference}, seed {seed}");
            // Cells that were seen stay known.
            if descent.depth() == depth {
                let mut known = game.explored().clone();
                known.add_all(&explored);
                known.add_all(&seen);
                assert_eq!(game.explored(), &known);
            }
            explored = game.explored().clone();
            let map = &game.dungeon().layout.map;
            let is_open = |cell: &Cell| map.at(*cell) == Tile::Door && game.is_door_open(*cell);
            let away = |cell: &Cell| *cell != game.hero.at && game.visible().has(map, *cell);
            let doors = map.cells().filter(is_open).filter(away).count();
            through_doors += usize::from(doors > 0);
            in_smoke += usize::from(game.smoky_cells().next().is_some());
            hooded += usize::from(game.hero.hooded);
        }
    }
    let all = [through_doors, in_smoke, hooded];
    assert!(all.iter().all(|count| *count > 10), "{all:?}");
}

#[test]
fn rows_and_neighbours_are_as_if_each_cell_was_looked_at() {
    for seed in 0..200u64 {
        let mut rng = Seed(seed).stream(Purpose::Layout);
        let (width, height) = (
            3 + rng.random_below(90) as i16,
            3 + rng.random_below(9) as i16,
        );
        let map = Map::new(width, height);
        let (mut by_row, mut by_cell) = (CellSet::of(&map), CellSet::of(&map));
        for y in 0..height {
            for _ in 0..=width / 24 {
                let first = Cell {
                    x: rng.random_below(width as u32 + 18) as i16 - 18,
                    y,
                };
                // These are most cells, as far as they lie on the map.
                let bits = (0..3).fold(0, |bits, _| bits | rng.next_u64() as u32);
                let column = |at: &i16| map.has(first.step((*at, 0))) && *at <= 2 * LIGHT as i16;
                let row = (0..32)
                    .filter(column)
                    .fold(0, |row, at| row | bits & 1 << at);
                by_row.add_row(&map, first, row);
                let of_row = (0..32).filter(|at| row >> at & 1 == 1);
                of_row.for_each(|at| by_cell.add(&map, first.step((at, 0))));
            }
        }
        assert_eq!(by_row, by_cell, "seed {seed}");
        for cell in map.cells() {
            let all = cell.neighbours().all(|next| by_cell.has(&map, next));
            assert_eq!(
                by_cell.has_all_around(&map, cell),
                all,
                "{cell}, seed {seed}"
            );
        }
    }
}

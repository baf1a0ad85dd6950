//! The dungeon, explored and fought in by ear.

use std::collections::VecDeque;

use bevy::prelude::*;

use evolvarium::games::dungeon::DungeonGame;
use evolvarium::games::dungeon::rules::Boon;
use evolvarium::shell::screen::Menu;
use evolvarium::shell::table::new_game::FixedSeed;

use super::{Cells, Listener};
use crate::dungeon_app::go_down;
use crate::harness::{start, table};
use crate::keys::{connect_pad, tap};

/// The keys of the eight directions, by the rows down and the columns to the right.
const STEPS: [(isize, isize, KeyCode); 8] = [
    (-1, 0, KeyCode::Numpad8),
    (-1, 1, KeyCode::Numpad9),
    (0, 1, KeyCode::Numpad6),
    (1, 1, KeyCode::Numpad3),
    (1, 0, KeyCode::Numpad2),
    (1, -1, KeyCode::Numpad1),
    (0, -1, KeyCode::Numpad4),
    (-1, -1, KeyCode::Numpad7),
];

const ENEMIES: [&str; 4] = ["Hunter", "Guard", "Coward", "Ambusher"];

/// Parts of the sentences about blows of the hero.
const BLOWS: [&str; 3] = [
    "You hit the ",
    " blocks, and takes ",
    "'s shield halves the blow: ",
];

fn is_blow(said: &str) -> bool {
    BLOWS.iter().any(|part| said.contains(part))
}

fn is_enemy(cell: &str) -> bool {
    ENEMIES.iter().any(|enemy| cell.contains(enemy))
}

/// Whether the hero can go over a cell, by the words that are read for it.
fn is_open(cell: &str) -> bool {
    let shut = ["not seen yet", "A wall", "locked", "Fire"];
    !shut.iter().any(|shut| cell.contains(shut))
}

/// The key of the first step on a shortest way from the hero, who is in the middle, to a known enemy. No way begins
/// with a step that was refused, as diagonal steps through a door are.
fn step_to_enemy(cells: &Cells, refused: &[KeyCode]) -> Option<KeyCode> {
    let middle = cells.len() / 2;
    let mut seen = vec![vec![false; cells.len()]; cells.len()];
    seen[middle][middle] = true;
    let mut waiting = VecDeque::from([((middle, middle), None)]);
    while let Some(((row, column), first)) = waiting.pop_front() {
        for (down, right, key) in STEPS {
            let at = row
                .checked_add_signed(down)
                .zip(column.checked_add_signed(right));
            let Some((row, column)) = at.filter(|(row, column)| row.max(column) < &cells.len())
            else {
                continue;
            };
            if first.is_none() && refused.contains(&key) {
                continue;
            }
            let cell = &cells[row][column];
            let first = first.or(Some(key));
            if is_enemy(cell) {
                return first;
            }
            if is_open(cell) && !std::mem::replace(&mut seen[row][column], true) {
                waiting.push_back(((row, column), first));
            }
        }
    }
    None
}

/// More keys than a descent needs: the hero dies or comes through long before.
const MOST_KEYS: usize = 6_000;
/// The number of steps in a row that the player goes after an enemy without striking it, and for which it then does
/// something else: some enemies flee for ever.
const LONGEST_CHASE: usize = 20;
/// The number of keys after which the player does anything at random if it heard the same cells after each.
const LONGEST_STANDSTILL: usize = 12;
/// The number of keys whose sentences a failure tells.
const KEPT_KEYS: usize = 30;

/// The sentences that end a descent.
const ENDS: [&str; 2] = ["You died", "You came through"];

/// A player who descends by ear: what it remembers between two keys.
struct Descender {
    listener: Listener,
    /// The keys that were refused where the hero stands.
    refused: Vec<KeyCode>,
    /// Counts the steps after enemies, from 0 to twice the longest chase.
    chase: usize,
    /// Whether nothing is left to explore in this dungeon of the descent.
    is_explored: bool,
    /// Whether one of three gifts is to be taken.
    has_gifts: bool,
    /// The cells that were heard last, and the number of keys since they changed.
    cells: Cells,
    standstill: usize,
    steps_to_enemies: usize,
    blows: usize,
    has_ended: bool,
    /// The last keys, each with what was said after it.
    log: VecDeque<(KeyCode, Vec<String>)>,
}

impl Descender {
    fn new(listener: Listener) -> Self {
        Descender {
            listener,
            refused: Vec::new(),
            chase: 0,
            is_explored: false,
            has_gifts: false,
            cells: Cells::new(),
            standstill: 0,
            steps_to_enemies: 0,
            blows: 0,
            has_ended: false,
            log: VecDeque::new(),
        }
    }

    /// Presses a key, listens for some frames, and takes in all that is said until then.
    fn press(&mut self, key: KeyCode) {
        self.listener.press(key);
        self.listener.wait(8);
        let said = std::mem::take(&mut self.listener.said);
        let has = |part: &str| said.iter().any(|said| said.contains(part));
        let blows = said.iter().filter(|said| is_blow(said)).count();
        self.blows += blows;
        if blows > 0 {
            self.chase = 0;
        }
        self.has_ended |= ENDS.into_iter().any(has);
        if has("Nothing is left to explore") {
            self.is_explored = true;
        }
        if has("Find the key") || has("You have not seen the exit") {
            self.is_explored = false;
        }
        self.has_gifts = has("three gifts");
        if has("not possible") {
            self.refused.push(key);
        } else {
            self.refused.clear();
        }
        if self.log.len() == KEPT_KEYS {
            self.log.pop_front();
        }
        self.log.push_back((key, said));
    }

    /// The key that the player presses before the cells that are read: it fights a known enemy, otherwise explores the
    /// dungeon, and then leaves it. A turn is waited if that was refused.
    fn next_key(&mut self) -> KeyCode {
        let known = step_to_enemy(&self.cells, &self.refused);
        self.chase = (self.chase + usize::from(known.is_some())) % (2 * LONGEST_CHASE);
        if let Some(key) = known.filter(|_| self.chase <= LONGEST_CHASE) {
            self.steps_to_enemies += 1;
            return key;
        }
        let key = if self.is_explored {
            KeyCode::KeyE
        } else {
            KeyCode::KeyX
        };
        if self.refused.contains(&key) {
            KeyCode::Space
        } else {
            key
        }
    }

    /// Hears the board, and presses one key.
    fn play(&mut self) {
        if self.has_gifts {
            self.press(KeyCode::Digit1);
            return;
        }
        if self.listener.grid().is_none() {
            // The way down is shown; any key goes on.
            self.press(KeyCode::Enter);
            return;
        }
        let cells = self.listener.cells();
        let middle = &cells[cells.len() / 2][cells.len() / 2];
        assert!(middle.starts_with("You"), "{middle:?}");
        if cells == self.cells {
            self.standstill += 1;
        } else {
            self.standstill = 0;
            self.cells = cells;
        }
        let key = match self.standstill.checked_sub(LONGEST_STANDSTILL) {
            Some(extra) => STEPS[extra % STEPS.len()].2,
            None => self.next_key(),
        };
        self.press(key);
    }
}

#[test]
fn a_whole_descent_is_played_by_ear() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut listener = Listener::new(folder.path());
    let seed = "by-ear".parse().expect("a seed");
    listener.app.insert_resource(FixedSeed(seed));
    listener.hurry();
    listener.choose("Dungeon");
    listener.hear("Setting up Dungeon");
    listener.choose("Evolve and play");
    listener.hear("Generation");
    listener.press(KeyCode::KeyF);
    listener.hear_one_of(&["target met", "generation limit", "no progress"]);
    listener.press(KeyCode::Enter);
    listener.hear("Life");
    let mut player = Descender::new(listener);
    for _ in 0..MOST_KEYS {
        if player.has_ended {
            break;
        }
        player.play();
    }
    assert!(player.has_ended, "no end, but before: {:#?}", player.log);
    assert!(
        player.steps_to_enemies > 0,
        "nobody was met: {:#?}",
        player.log
    );
    assert!(
        player.blows > 0,
        "no blow was heard in {} steps to an enemy",
        player.steps_to_enemies
    );
}

#[test]
fn what_the_gamepad_chooses_is_heard() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut listener = Listener::new(folder.path());
    // Without enemies the hero is sure to come down.
    start(&mut listener.app, "dungeon:d3f1r8s8e0c1l0#a");
    listener.wait(3);
    listener.said.clear();
    let pad = connect_pad(&mut listener.app);
    tap(&mut listener.app, pad, GamepadButton::LeftTrigger2);
    listener.hear("Place 1 of the belt: potion, gives 12 life");
    tap(&mut listener.app, pad, GamepadButton::East);
    go_down(&mut listener.app, 2);
    // All gifts are heard as soon as they are offered, and again behind a menu.
    let game = &table::<DungeonGame>(&listener.app).state().game;
    let offered = game.offer().expect("boons").map(gift);
    for _ in 0..2 {
        listener.wait_for_one_of(&["Take one of three. 1  "]);
        let said = listener.said.join("\n");
        for gift in offered {
            assert!(said.contains(gift), "{gift} is not in {said}");
        }
        for menu in [Menu::Pause, Menu::None] {
            listener.said.clear();
            let mut next = listener.app.world_mut().resource_mut::<NextState<Menu>>();
            next.set(menu);
            listener.wait(3);
        }
    }
    listener.said.clear();
    tap(&mut listener.app, pad, GamepadButton::DPadRight);
    listener.hear(offered[1]);
}

/// The beginning of the sentence about a gift.
fn gift(boon: Boon) -> &'static str {
    match boon {
        Boon::Life => "Sturdy heart: 5 more life",
        Boon::Edge => "Keen edge: your blows",
        Boon::Potions => "Full belt: as many potions",
        Boon::Skin => "Thick skin: blows",
        Boon::Quiet => "Soft soles: your footsteps",
        Boon::Rest => "Sound sleep: rest",
    }
}

#[test]
fn a_cell_far_from_the_hero_is_heard_when_it_is_looked_at() {
    const FAR: i16 = 12;
    let folder = tempfile::tempdir().expect("a folder");
    let mut listener = Listener::new(folder.path());
    start(&mut listener.app, "dungeon:d3f1r8s8e0c1l0#a");
    listener.wait(3);
    let game = &table::<DungeonGame>(&listener.app).state().game;
    let is_wide = game.dungeon().layout.map.has(game.hero.at.step((FAR, 0)));
    let (key, side) = match is_wide {
        true => (KeyCode::ArrowRight, "east"),
        false => (KeyCode::ArrowLeft, "west"),
    };
    listener.press(KeyCode::KeyV);
    for steps in 1..=FAR {
        listener.said.clear();
        listener.press(key);
        listener.hear(&format!("{steps} {side}"));
    }
}

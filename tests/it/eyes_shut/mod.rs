//! Whole games, and a run in the theatre, by a player who hears and does not see: all knowledge comes from the
//! accessibility tree, and all input is keys, or the buttons of a gamepad.

mod dungeon;
mod hexxagon;
mod hints;
mod match3;
mod tic_tac_toe;

use std::path::Path;

use accesskit::Role;
use bevy::a11y::{AccessibilityNode, AccessibilityRequested};
use bevy::input_focus::InputFocus;
use bevy::input_focus::tab_navigation::TabIndex;
use bevy::prelude::*;
use bevy::ui::auto_directional_navigation::AutoDirectionalNavigation;
use evolvarium::shell::notice::Notices;
use evolvarium::shell::screen::Menu;

use crate::gamepad::{go_to_widget, place};
use crate::harness::{Wait, app, menu, open_window};
use crate::keys::{connect_pad, press, tap};

/// A node of the accessibility tree.
#[derive(Clone, Debug)]
struct Heard {
    role: Role,
    /// Its label, or its value if it is a text.
    text: String,
}

/// The cells of the board: the words that are read for each cell.
type Cells = Vec<Vec<String>>;

/// The button of a gamepad that does what a key does.
fn button_of(key: KeyCode) -> GamepadButton {
    match key {
        KeyCode::ArrowUp => GamepadButton::DPadUp,
        KeyCode::ArrowDown => GamepadButton::DPadDown,
        KeyCode::ArrowLeft => GamepadButton::DPadLeft,
        KeyCode::ArrowRight => GamepadButton::DPadRight,
        KeyCode::Space | KeyCode::Enter => GamepadButton::South,
        KeyCode::Escape => GamepadButton::East,
        other => panic!("no button stands for {other:?}"),
    }
}

/// A player who listens and presses keys, or buttons of a gamepad.
struct Listener {
    app: App,
    /// The gamepad that takes the place of the keyboard.
    pad: Option<Entity>,
    /// The sentences that were said, the oldest first.
    said: Vec<String>,
    last: String,
}

impl Listener {
    fn new(folder: &Path) -> Self {
        let mut app = app(folder);
        open_window(&mut app);
        app.world().resource::<AccessibilityRequested>().set(true);
        let mut listener = Listener {
            app,
            pad: None,
            said: Vec::new(),
            last: String::new(),
        };
        listener.wait(3);
        listener
    }

    /// A player with a gamepad alone.
    fn with_pad(folder: &Path) -> Self {
        let mut listener = Listener::new(folder);
        listener.pad = Some(connect_pad(&mut listener.app));
        listener.wait(1);
        listener
    }

    /// Lets frames go by, and listens.
    fn wait(&mut self, frames: usize) {
        for _ in 0..frames {
            self.app.update();
            self.listen();
        }
    }

    fn listen(&mut self) {
        let focus = self.app.world().resource::<InputFocus>().get();
        // Otherwise the screen reader would get no text.
        let is_described = |focused| self.app.world().get::<AccessibilityNode>(focused).is_some();
        assert!(
            focus.is_none_or(is_described),
            "the focus is on nothing that is described"
        );
        let mut nodes = self.app.world_mut().query::<&AccessibilityNode>();
        let regions = nodes.iter(self.app.world());
        let mut regions = regions.filter(|node| node.live().is_some());
        let said = regions
            .next()
            .expect("a live region")
            .label()
            .unwrap_or_default()
            .to_owned();
        assert!(regions.next().is_none(), "one live region");
        if said != self.last {
            self.said.push(said.clone());
            self.last = said;
        }
    }

    fn press(&mut self, key: KeyCode) {
        match self.pad {
            Some(pad) => tap(&mut self.app, pad, button_of(key)),
            None => press(&mut self.app, key),
        }
        self.listen();
        self.wait(1);
    }

    /// Waits until a sentence with a part was said, and forgets the sentences so far.
    fn hear(&mut self, part: &str) {
        self.hear_one_of(&[part]);
    }

    /// Waits in the same way for any of several parts. Returns the one that was heard.
    fn hear_one_of<'a>(&mut self, parts: &[&'a str]) -> &'a str {
        let part = self.wait_for_one_of(parts);
        self.said.clear();
        part
    }

    /// Waits until a sentence with one of several parts was said, and forgets nothing: on a busy machine the next
    /// sentences may have been said in the same frame. Returns the part.
    fn wait_for_one_of<'a>(&mut self, parts: &[&'a str]) -> &'a str {
        let mut wait = Wait::for_frames();
        loop {
            let said = self.said.join("\n");
            if let Some(part) = parts.iter().find(|part| said.contains(*part)) {
                return part;
            }
            self.wait(1);
            if wait.is_in_vain() {
                let page = self.page();
                let read: Vec<&str> = page.iter().map(|node| node.text.as_str()).collect();
                panic!(
                    "{parts:?} was not said, but {said}; readable: {}",
                    read.join("|")
                );
            }
        }
    }

    /// All texts that can be read, in the order of reading.
    fn page(&mut self) -> Vec<Heard> {
        let world = self.app.world_mut();
        let mut nodes = world.query::<(Entity, &AccessibilityNode, Option<&ChildOf>)>();
        let roots: Vec<Entity> = nodes
            .iter(world)
            .filter(|(.., parent)| {
                parent.is_none_or(|parent| {
                    !world
                        .entity(parent.parent())
                        .contains::<AccessibilityNode>()
                })
            })
            .map(|(entity, ..)| entity)
            .collect();
        let mut page = Vec::new();
        roots
            .into_iter()
            .for_each(|root| read(world, root, &mut page));
        page
    }

    /// The text of the first node of a role with a part.
    fn find(&mut self, role: Role, part: &str) -> Option<String> {
        let page = self.page();
        let mut found = page
            .iter()
            .filter(|node| node.role == role && node.text.contains(part));
        found.next().map(|node| node.text.clone())
    }

    /// The words that are read for the control with the focus.
    fn focused(&self) -> String {
        let focus = self.app.world().resource::<InputFocus>().get();
        let node = focus.and_then(|focus| self.app.world().get::<AccessibilityNode>(focus));
        node.and_then(|node| node.label().map(str::to_owned))
            .unwrap_or_default()
    }

    /// Goes through the controls with Tab until one is reached whose name begins with a text and whole words, and
    /// presses Enter: "Play" is not the beginning of "Player loses".
    fn choose(&mut self, name: &str) {
        if let Some(pad) = self.pad {
            go_to_widget(&mut self.app, pad, name, |app| control(app, name));
            self.press(KeyCode::Enter);
            return;
        }
        let mut names = Vec::new();
        for _ in 0..100 {
            self.press(KeyCode::Tab);
            let focused = self.focused();
            if begins_with(&focused, name) {
                self.press(KeyCode::Enter);
                return;
            }
            if !names.contains(&focused) {
                names.push(focused);
            }
        }
        panic!("no control {name} among {names:?}");
    }

    fn grid(&mut self) -> Option<Entity> {
        let world = self.app.world_mut();
        let mut nodes = world.query::<(Entity, &AccessibilityNode)>();
        let mut grids = nodes
            .iter(world)
            .filter(|(_, node)| node.role() == Role::Grid);
        grids.next().map(|(entity, _)| entity)
    }

    /// The words that are read for the board as a whole.
    fn board_name(&mut self) -> String {
        let grid = self.grid().expect("a board");
        let node = self
            .app
            .world()
            .get::<AccessibilityNode>(grid)
            .expect("a node");
        node.label().unwrap_or_default().to_owned()
    }

    /// The words that are read for the cells.
    fn cells(&mut self) -> Cells {
        let grid = self.grid().expect("a board");
        let world = self.app.world();
        let children = |entity: Entity| {
            let children = world.get::<Children>(entity);
            children
                .map(|children| children.to_vec())
                .unwrap_or_default()
        };
        let label = |cell: Entity| {
            let node = world.get::<AccessibilityNode>(cell).expect("a node");
            assert_eq!(node.role(), Role::Cell);
            node.label().expect("every cell has a name").to_owned()
        };
        let rows = children(grid).into_iter();
        rows.map(|row| children(row).into_iter().map(label).collect())
            .collect()
    }

    /// The row and the column of the cell at the cursor.
    fn cursor(&mut self) -> Option<(usize, usize)> {
        let grid = self.grid()?;
        let world = self.app.world();
        let cell = world.get::<AccessibilityNode>(grid)?.active_descendant()?;
        let node = world.get::<AccessibilityNode>(Entity::try_from_bits(cell.0)?)?;
        Some((node.row_index()?, node.column_index()?))
    }

    /// Moves the cursor of a square board to a cell, by the place of the cursor that is read.
    fn go_to(&mut self, (row, column): (usize, usize)) {
        for _ in 0..100 {
            let key = match self.cursor() {
                Some((at, _)) if at < row => KeyCode::ArrowDown,
                Some((at, _)) if at > row => KeyCode::ArrowUp,
                Some((_, at)) if at < column => KeyCode::ArrowRight,
                Some((_, at)) if at > column => KeyCode::ArrowLeft,
                Some(_) => return,
                None => KeyCode::ArrowDown,
            };
            self.press(key);
        }
        panic!("the cursor does not come to {row}, {column}");
    }

    /// Takes animations at their fastest, as the settings allow.
    fn hurry(&mut self) {
        let mut settings = self
            .app
            .world_mut()
            .resource_mut::<evolvarium::shell::settings::Settings>();
        settings.animation_percent = 300;
    }
}

/// Whether a name begins with a text and whole words.
fn begins_with(name: &str, text: &str) -> bool {
    let rest = name.strip_prefix(text);
    rest.is_some_and(|rest| !rest.starts_with(char::is_alphabetic))
}

/// The control whose name begins with a text, and its place.
fn control(app: &mut App, name: &str) -> (Entity, Vec2) {
    let mut controls = app
        .world_mut()
        .query_filtered::<(Entity, &AccessibilityNode), With<AutoDirectionalNavigation>>();
    let world = app.world();
    let mut named = controls
        .iter(world)
        .filter(|(_, node)| begins_with(node.label().unwrap_or_default(), name));
    let found = named.find_map(|(control, _)| Some((control, place(world, control)?)));
    found.unwrap_or_else(|| panic!("there is no {name}"))
}

/// Reads a node and the nodes in it. Hidden nodes are left out with all nodes in them.
fn read(world: &World, entity: Entity, page: &mut Vec<Heard>) {
    let Some(node) = world.get::<AccessibilityNode>(entity) else {
        return;
    };
    if node.is_hidden() {
        return;
    }
    let text = node.label().or(node.value()).unwrap_or_default().to_owned();
    page.push(Heard {
        role: node.role(),
        text,
    });
    if let Some(children) = world.get::<Children>(entity) {
        children.iter().for_each(|child| read(world, child, page));
    }
}

#[test]
fn pages_are_read_from_top_to_bottom_and_controls_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut listener = Listener::new(folder.path());
    listener.hear("Evolvarium");
    let page = listener.page();
    let at = |text: &str| {
        let found = page.iter().position(|node| node.text.starts_with(text));
        found.unwrap_or_else(|| panic!("{text} is not read: {page:?}"))
    };
    let games = ["Match-3", "Hexxagon", "Tic-tac-toe", "Dungeon"].map(at);
    assert!(at("Evolvarium") < games[0] && games.is_sorted() && games[3] < at("Quit"));
    // The text on a button is its name, and is not read a second time.
    let settings = page.iter().filter(|node| node.text == "Settings");
    assert_eq!(
        settings.map(|node| node.role).collect::<Vec<_>>(),
        [Role::Button]
    );
    listener.choose("Settings");
    listener.hear("Settings");
    let page = listener.page();
    // The title lies behind the menu.
    assert!(!page.iter().any(|node| node.text == "Quit"), "{page:?}");
    let toggled = |listener: &mut Listener, wanted| {
        let mut nodes = listener.app.world_mut().query::<&AccessibilityNode>();
        let nodes = nodes.iter(listener.app.world());
        let of_state = nodes.filter(|node| node.toggled() == Some(wanted));
        of_state
            .filter_map(|node| node.label().map(str::to_owned))
            .collect::<Vec<_>>()
    };
    let chosen = toggled(&mut listener, accesskit::Toggled::True);
    // A choice of a row is named with the row.
    assert!(
        chosen.contains(&"Language English".to_owned()),
        "{chosen:?}"
    );
    let others = toggled(&mut listener, accesskit::Toggled::False);
    assert!(others.contains(&"Language 한국어".to_owned()), "{others:?}");
}

#[test]
fn tab_goes_through_a_menu_and_the_page_behind_it_has_its_focus_again_afterwards() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut listener = Listener::new(folder.path());
    listener.choose("Settings");
    listener.hear("Settings");
    // The button that was pressed is hidden now, and Enter does not press it again.
    assert_eq!(listener.focused(), "");
    listener.press(KeyCode::Enter);
    assert_eq!(menu(listener.app.world()), Menu::Settings);
    listener.choose("Display");
    listener.wait(3);
    let page = listener.page();
    let is_read = |text: &str| page.iter().any(|node| node.text.starts_with(text));
    assert!(is_read("Reduced motion"), "{page:?}");
    listener.press(KeyCode::Escape);
    listener.wait(3);
    assert_eq!(menu(listener.app.world()), Menu::None);
    assert_eq!(listener.focused(), "Settings");
    listener.press(KeyCode::Enter);
    listener.wait(3);
    assert_eq!(menu(listener.app.world()), Menu::Settings);
}

#[test]
fn a_notice_that_is_shown_again_is_heard_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut listener = Listener::new(folder.path());
    for _ in 0..2 {
        listener.said.clear();
        let mut notices = listener.app.world_mut().resource_mut::<Notices>();
        notices.show("The board is full.".to_owned());
        listener.hear("The board is full.");
        listener.wait(3);
    }
}

#[test]
fn the_buttons_of_the_controls_name_their_actions() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut listener = Listener::new(folder.path());
    listener.choose("Settings");
    listener.hear("Settings");
    listener.choose("Controls");
    listener.wait(3);
    let names = names_of_controls(&mut listener);
    for name in ["Undo: U", "Undo: –", "Hint: H"] {
        assert!(names.iter().any(|other| other == name), "{name}: {names:?}");
    }
}

/// The names of all controls of the page, also of controls that are folded away.
fn names_of_controls(listener: &mut Listener) -> Vec<String> {
    let world = listener.app.world_mut();
    let mut controls = world.query_filtered::<&AccessibleLabel, With<TabIndex>>();
    controls.iter(world).map(|name| name.0.clone()).collect()
}

#[test]
fn buttons_with_pictures_and_numbers_have_names_of_their_own() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut listener = Listener::new(folder.path());
    listener.hear("Evolvarium");
    // The buttons on the tiles of the title name their games, and the tiles do not repeat what is on the buttons.
    let names = names_of_controls(&mut listener);
    for game in ["Match-3", "Hexxagon", "Tic-tac-toe", "Dungeon"] {
        let play = format!("Play {game}");
        assert!(names.contains(&play), "{names:?}");
        assert!(names.contains(&format!("Set up {game}")), "{names:?}");
        let tile = names.iter().find(|name| name.starts_with(game));
        let tile = tile.expect("a tile");
        assert!(
            !tile.contains(&play) && !tile.contains("a minute") && !tile.contains("Set up"),
            "{tile}"
        );
    }
    listener.choose("Match-3");
    listener.wait(5);
    let names = names_of_controls(&mut listener);
    let count = |name: &str| names.iter().filter(|other| *other == name).count();
    for kind in ["stone", "shell 1", "shell 4", "thread 1", "thread 4"] {
        assert_eq!(count(&format!("Special cells: {kind}")), 1, "{names:?}");
    }
    // Rows and columns are two numbers, each between its two buttons.
    assert_eq!(count("Rows and columns −"), 2, "{names:?}");
    assert_eq!(count("9"), 0, "a number alone is no name");
    listener.press(KeyCode::Escape);
    listener.wait(3);
    listener.choose("Hexxagon");
    listener.wait(5);
    let names = names_of_controls(&mut listener);
    let mut boards: Vec<&String> = names
        .iter()
        .filter(|name| name.starts_with("Board: ") && name.ends_with(" cells"))
        .collect();
    let all = boards.len();
    boards.sort();
    boards.dedup();
    assert!(all > 2 && boards.len() == all, "{names:?}");
}

#[test]
fn nothing_is_described_while_nobody_listens() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    open_window(&mut app);
    (0..3).for_each(|_| app.update());
    let mut texts = app
        .world_mut()
        .query_filtered::<(), (With<Text>, With<AccessibilityNode>)>();
    assert_eq!(texts.iter(app.world()).count(), 0);
}

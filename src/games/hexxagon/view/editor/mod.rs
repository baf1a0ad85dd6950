//! The board editor: the player draws cells and starts, and reads at once what is wrong.

mod grid;

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::names::colour_key;
use crate::games::hexxagon::boards;
use crate::games::hexxagon::evolve;
use crate::games::hexxagon::rules::{Cells, Fault, Hexxagon, Plan, Player};
use crate::games::hexxagon::setup::{BoardChoice, Setup};
use crate::generation::Seed;
use crate::session::{FileName, Game};
use crate::shell::games::active;
use crate::shell::notice::Notices;
use crate::shell::screen::Screen;
use crate::shell::table::save_row::{SaveRow, save_file};
use crate::shell::table::{new_game, setup_page};
use crate::shell::theme::bind::{BoundText, SelectedWhen};
use crate::shell::theme::palette;
use crate::shell::theme::sprites::Sprites;
use crate::shell::theme::widget::{
    ButtonStyle, TextSize, bound_text, button, choice, in_row, label, stack,
};
use crate::shell::words::Words;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        OnEnter(Screen::Setup),
        spawn_page.run_if(active(Hexxagon::KEY).and_then(resource_exists::<Editing>)),
    )
    .add_systems(OnEnter(Screen::Title), remove_plan)
    .add_systems(OnEnter(Screen::Play), remove_plan)
    .add_systems(
        Update,
        grid::show_cells.run_if(resource_exists_and_changed::<Editing>),
    );
}

/// The effect of a click on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tool {
    /// It adds the cell to the board, or removes it.
    Cell,
    /// It makes the cell a start of a player, or no start.
    Start(usize),
}

/// The board that is drawn.
#[derive(Resource)]
pub(super) struct Editing {
    plan: Plan,
    /// The number of players.
    players: usize,
    tool: Tool,
    /// Whether changes are made for all players alike.
    symmetric: bool,
}

/// Opens the editor on the board of the setup.
pub(super) fn open(world: &mut World) {
    let setup = new_game::setup::<Hexxagon>(world);
    let players = setup.seats.len();
    let plan = match setup.board.build(Seed(1)) {
        Ok(board) => board.plan(),
        Err(why) => {
            world.resource_mut::<Notices>().show(why.to_string());
            return;
        }
    };
    world.insert_resource(Editing {
        plan,
        players,
        tool: Tool::Cell,
        symmetric: boards::asymmetry(&plan) == 0,
    });
    world.resource_mut::<NextState<Screen>>().set(Screen::Setup);
}

fn remove_plan(mut commands: Commands) {
    commands.remove_resource::<Editing>();
}

/// Goes back to the setup page.
fn leave(world: &mut World) {
    world.remove_resource::<Editing>();
    world.resource_mut::<NextState<Screen>>().set(Screen::Setup);
}

fn spawn_page(mut commands: Commands, sprites: Res<Sprites>, editing: Res<Editing>) {
    let players = editing.players;
    let content = |page: &mut ChildSpawnerCommands| {
        in_row(page, 24.0, |columns| {
            grid::spawn(columns, &sprites);
            columns
                .spawn(Node {
                    width: px(460),
                    ..stack(FlexDirection::Column, 12.0)
                })
                .with_children(|side| {
                    add_tools(side, players);
                    side.spawn(bound_text(TextSize::Body, palette::PAPER, faults_text));
                    let row = SaveRow {
                        label: "hex.save.name",
                        width: 200.0,
                        name: "",
                        look: ButtonStyle::Chip,
                        buttons: vec![("hex.save.board", save_board)],
                        saved: "hex.save.done",
                    };
                    row.spawn(side);
                    in_row(side, 12.0, |row| {
                        button(row, ButtonStyle::Plain, "play.back", leave);
                        button(row, ButtonStyle::Primary, "play.play", |world| {
                            if let Err(why) = play(world) {
                                world.resource_mut::<Notices>().show(why);
                            }
                        });
                    });
                });
        });
    };
    setup_page::spawn_page(&mut commands, "hex.editor", play, content, |_| {});
}

fn add_tools(side: &mut ChildSpawnerCommands, players: usize) {
    in_row(side, 6.0, |row| {
        let selected = |tool| SelectedWhen::new(move |world| tool_of(world) == Some(tool));
        let select = |tool: Tool| {
            move |world: &mut World| {
                if let Some(mut editing) = world.get_resource_mut::<Editing>() {
                    editing.tool = tool;
                }
            }
        };
        let text = "hex.editor.cell";
        choice(row, text, selected(Tool::Cell), select(Tool::Cell));
        for player in 0..players {
            let tool = Tool::Start(player);
            let text = BoundText::new(move |world| {
                let words = world.resource::<Words>();
                let colour = words.get(colour_key(Player(player as u8)));
                words.fill("hex.editor.start", &[("colour", colour)])
            });
            choice(row, text, selected(tool), select(tool));
        }
    });
    in_row(side, 6.0, |row| {
        let selected = SelectedWhen::new(|world| {
            let editing = world.get_resource::<Editing>();
            editing.is_some_and(|editing| editing.symmetric)
        });
        let text = "hex.setup.symmetric";
        choice(row, text, selected, |world| {
            if let Some(mut editing) = world.get_resource_mut::<Editing>() {
                editing.symmetric = !editing.symmetric;
            }
        });
        for (key, cells) in [
            ("hex.editor.full", boards::full_area()),
            ("hex.editor.all", Cells::ALL),
        ] {
            button(row, ButtonStyle::Chip, key, move |world| {
                if let Some(mut editing) = world.get_resource_mut::<Editing>() {
                    editing.plan.cells = cells;
                    editing.plan.starts = [Cells::default(); 3];
                }
            });
        }
    });
    side.spawn(label("hex.editor.hint", TextSize::Small, palette::MIST));
}

fn tool_of(world: &World) -> Option<Tool> {
    world.get_resource::<Editing>().map(|editing| editing.tool)
}

/// The faults in words, or that there are none.
fn faults_text(world: &World) -> String {
    let (words, editing) = (world.resource::<Words>(), world.get_resource::<Editing>());
    let Some(editing) = editing else {
        return String::new();
    };
    let count = [("cells", editing.plan.cells.count().to_string())];
    let mut lines = vec![words.fill("hex.editor.count", &count)];
    for (fault, cells) in faults_of(editing) {
        let key = match fault {
            Fault::TooFew => "hex.wrong.too_few",
            Fault::NoStart => "hex.wrong.nowhere",
            Fault::InvalidStart => "hex.wrong.bad_start",
            Fault::Disconnected => "hex.wrong.disconnected",
            Fault::TooClose => "hex.wrong.too_close",
            Fault::Stuck => "hex.wrong.stuck",
        };
        let value = cells.count().to_string();
        lines.push(words.fill(key, &[("value", value)]));
    }
    if lines.len() == 1 {
        lines.push(words.get("hex.editor.sound"));
    }
    lines.join("\n")
}

/// The faults of the plan. A third player without a start is a fault too.
fn faults_of(editing: &Editing) -> Vec<(Fault, Cells)> {
    let mut faults = editing.plan.faults();
    let no_cells = Cells::default();
    let missing = editing.plan.starts[..editing.players].contains(&no_cells);
    if missing && faults.iter().all(|(fault, _)| *fault != Fault::NoStart) {
        faults.push((Fault::NoStart, no_cells));
    }
    faults
}

/// Whether a plan can be played on. Starts that lie close to each other make a sharp game, but they are allowed.
fn is_playable(editing: &Editing) -> bool {
    let allowed = |fault: &Fault| matches!(fault, Fault::TooClose);
    faults_of(editing).iter().all(|(fault, _)| allowed(fault))
}

/// The plan, if it can be played on.
fn playable_plan(world: &World) -> Result<Plan, String> {
    let words = world.resource::<Words>();
    let editing = world.get_resource::<Editing>();
    let playable = editing.filter(|editing| is_playable(editing));
    playable
        .map(|editing| editing.plan)
        .ok_or_else(|| words.get("hex.editor.unsound"))
}

fn save_board(world: &mut World, name: &FileName) -> Result<(), String> {
    let plan = playable_plan(world)?;
    save_file(world, |autosave, folders| {
        boards::saved::save(autosave, folders, name, &plan)
    })
}

/// Starts a game on the board that is drawn.
fn play(world: &mut World) -> Result<(), String> {
    let plan = playable_plan(world)?;
    let setup = new_game::setup::<Hexxagon>(world).clone();
    let board = BoardChoice::Custom(plan);
    evolve::start(world, Setup { board, ..setup });
    Ok(())
}

//! The board editor: cells are switched on and off, starts are set, and what is wrong is said at once.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;
use bevy::text::EditableText;

use super::panel::colour_key;
use super::place_of;
use crate::games::hexxagon::boards;
use crate::games::hexxagon::evolve;
use crate::games::hexxagon::rules::{Cell, Cells, Fault, Hexxagon, Plan, Player};
use crate::games::hexxagon::setup::{BoardChoice, Setup};
use crate::generation::Seed;
use crate::session::{Folders, Game, Name};
use crate::shell::games::active;
use crate::shell::notice::Notices;
use crate::shell::screen::Screen;
use crate::shell::table::{new_game, setup_page};
use crate::shell::theme::bind::{Lit, Told};
use crate::shell::theme::palette;
use crate::shell::theme::sprites::Sprites;
use crate::shell::theme::widget::{
    Look, Size, bare_button, button, choice, field, label, stack, words,
};
use crate::shell::words::Words;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        OnEnter(Screen::Setup),
        spawn.run_if(active(Hexxagon::KEY).and_then(resource_exists::<Editing>)),
    )
    .add_systems(OnEnter(Screen::Title), close)
    .add_systems(OnEnter(Screen::Play), close)
    .add_systems(
        Update,
        show_cells.run_if(resource_exists_and_changed::<Editing>),
    );
}

/// What a click on a cell does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tool {
    /// Adds it to the board, or takes it away.
    Cell,
    /// Makes it a start of a player, or no longer.
    Start(usize),
}

/// The board that is drawn.
#[derive(Resource)]
pub(super) struct Editing {
    plan: Plan,
    /// As many as play.
    players: usize,
    tool: Tool,
    /// Whether changes are made for all players alike.
    symmetric: bool,
}

/// The field for the name.
#[derive(Component)]
struct NameField;

/// The picture of a cell.
#[derive(Component)]
struct CellPicture(Cell);

/// The mark of what is wrong on a cell.
#[derive(Component)]
struct FaultMark(Cell);

/// Opens the editor on the board of the setup.
pub(super) fn open(world: &mut World) {
    let setup = new_game::setup::<Hexxagon>(world);
    let players = setup.seats.len();
    let plan = match setup.board.build(Seed(1)) {
        Ok(board) => board.plan(),
        Err(why) => {
            world.resource_mut::<Notices>().say(why.to_string());
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

fn close(mut commands: Commands) {
    commands.remove_resource::<Editing>();
}

/// Back to the setup.
fn leave(world: &mut World) {
    world.remove_resource::<Editing>();
    world.resource_mut::<NextState<Screen>>().set(Screen::Setup);
}

/// Interface pixels of a cell.
const CELL: f32 = 62.0;

fn spawn(mut commands: Commands, sprites: Res<Sprites>, editing: Res<Editing>) {
    let players = editing.players;
    setup_page::page(&mut commands, "hex.editor", play, |page| {
        page.spawn(stack(FlexDirection::Row, 24.0))
            .with_children(|columns| {
                grid(columns, &sprites);
                columns
                    .spawn(Node {
                        width: px(460),
                        ..stack(FlexDirection::Column, 12.0)
                    })
                    .with_children(|side| {
                        tools(side, players);
                        side.spawn(words(Size::Body, palette::PAPER, Told::by(faults)));
                        keep_row(side);
                        side.spawn(stack(FlexDirection::Row, 12.0))
                            .with_children(|row| {
                                button(row, Look::Plain, Told::key("play.back"), leave);
                                button(row, Look::Primary, Told::key("play.play"), |world| {
                                    if let Err(why) = play(world) {
                                        world.resource_mut::<Notices>().say(why);
                                    }
                                });
                            });
                    });
            });
    });
}

/// All 81 cells of the grid, each a button.
fn grid(columns: &mut ChildSpawnerCommands, sprites: &Sprites) {
    let ground = Node {
        padding: UiRect::all(px(16)),
        border_radius: BorderRadius::all(px(12)),
        flex_shrink: 0.0,
        ..default()
    };
    let cells = Node {
        width: px(CELL * 7.0),
        height: px(CELL * 0.866 * 9.5),
        ..default()
    };
    columns
        .spawn((ground, BackgroundColor(palette::NIGHT)))
        .with_children(|ground| {
            let mut grid = ground.spawn(cells);
            grid.with_children(|grid| {
                for cell in Cell::all() {
                    let at = place_of(cell) * CELL;
                    let node = Node {
                        position_type: PositionType::Absolute,
                        left: px(at.x),
                        top: px(at.y),
                        width: px(CELL),
                        height: px(CELL * 0.866),
                        border_radius: BorderRadius::all(px(CELL * 0.4)),
                        ..default()
                    };
                    let mut button = grid.spawn(bare_button(Look::Chip, node, move |world| {
                        change(world, cell);
                    }));
                    button.insert((BackgroundColor(Color::NONE), BorderColor::all(Color::NONE)));
                    button.remove::<Look>();
                    let whole = Node {
                        position_type: PositionType::Absolute,
                        left: px(0),
                        top: px(-CELL * 0.067),
                        width: px(CELL),
                        height: px(CELL),
                        ..default()
                    };
                    button.with_child((
                        CellPicture(cell),
                        ImageNode::new(sprites.get("hexxagon/blank")),
                        Pickable::IGNORE,
                        whole.clone(),
                    ));
                    button.with_child((
                        FaultMark(cell),
                        ImageNode {
                            image: sprites.get("hexxagon/cursor"),
                            color: palette::FAULT,
                            ..default()
                        },
                        Visibility::Hidden,
                        Pickable::IGNORE,
                        whole,
                    ));
                }
            });
        });
}

/// Shows what each cell is, and where something is wrong.
fn show_cells(
    editing: Res<Editing>,
    sprites: Res<Sprites>,
    mut pictures: Query<(&CellPicture, &mut ImageNode), Without<FaultMark>>,
    mut marks: Query<(&FaultMark, &mut Visibility)>,
) {
    let plan = &editing.plan;
    for (CellPicture(cell), mut image) in &mut pictures {
        let start = plan.starts.iter().position(|start| start.has(*cell));
        let name = match start {
            Some(player) => super::gem(Player(player as u8)),
            None if plan.cells.has(*cell) => "hexxagon/cell",
            None => "hexxagon/blank",
        };
        // Lighter than in play, where pieces are what matters.
        let light = if name == "hexxagon/cell" { 2.6 } else { 1.0 };
        image.color = Color::linear_rgb(light, light, light);
        image.image = sprites.get(name);
    }
    let found = plan.faults().into_iter();
    let shown = found.filter(|(fault, _)| !matches!(fault, Fault::TooFew | Fault::TooMany));
    let wrong = Cells(shown.fold(0, |all, (_, cells)| all | cells.0));
    for (FaultMark(cell), mut visibility) in &mut marks {
        visibility.set_if_neq(if wrong.has(*cell) {
            Visibility::Inherited
        } else {
            Visibility::Hidden
        });
    }
}

fn tools(side: &mut ChildSpawnerCommands, players: usize) {
    side.spawn(stack(FlexDirection::Row, 6.0))
        .with_children(|row| {
            let lit = |tool| Lit::when(move |world| tool_of(world) == Some(tool));
            let take = |tool: Tool| {
                move |world: &mut World| {
                    if let Some(mut editing) = world.get_resource_mut::<Editing>() {
                        editing.tool = tool;
                    }
                }
            };
            let told = Told::key("hex.editor.cell");
            choice(row, told, lit(Tool::Cell), take(Tool::Cell));
            for player in 0..players {
                let tool = Tool::Start(player);
                let told = Told::by(move |world| {
                    let words = world.resource::<Words>();
                    let colour = words.say(colour_key(Player(player as u8)));
                    words.fill("hex.editor.start", &[("colour", colour)])
                });
                choice(row, told, lit(tool), take(tool));
            }
        });
    side.spawn(stack(FlexDirection::Row, 6.0))
        .with_children(|row| {
            let lit = Lit::when(|world| {
                let editing = world.get_resource::<Editing>();
                editing.is_some_and(|editing| editing.symmetric)
            });
            let told = Told::key("hex.setup.symmetric");
            choice(row, told, lit, |world| {
                if let Some(mut editing) = world.get_resource_mut::<Editing>() {
                    editing.symmetric = !editing.symmetric;
                }
            });
            button(row, Look::Chip, Told::key("hex.editor.full"), |world| {
                if let Some(mut editing) = world.get_resource_mut::<Editing>() {
                    editing.plan.cells = boards::full_area();
                    editing.plan.starts = [Cells::default(); 3];
                }
            });
        });
    side.spawn(label("hex.editor.hint", Size::Small, palette::MIST));
}

fn tool_of(world: &World) -> Option<Tool> {
    world.get_resource::<Editing>().map(|editing| editing.tool)
}

/// Changes a cell as the tool says; with its counterparts, if changes are made for all alike.
fn change(world: &mut World, cell: Cell) {
    let Some(mut editing) = world.get_resource_mut::<Editing>() else {
        return;
    };
    let (players, tool) = (editing.players, editing.tool);
    let turns = if editing.symmetric { players } else { 1 };
    let mut plan = editing.plan;
    let among = match tool {
        Tool::Cell => !plan.cells.has(cell),
        Tool::Start(player) => !plan.starts[player].has(cell),
    };
    let mut at = cell;
    for turn in 0..turns {
        match tool {
            Tool::Cell => {
                plan.cells.set(at, among);
                for start in &mut plan.starts {
                    start.set(at, false);
                }
            }
            Tool::Start(player) => {
                for start in &mut plan.starts {
                    start.set(at, false);
                }
                plan.starts[(player + turn) % players].set(at, among);
                plan.cells.set(at, true);
            }
        }
        at = boards::rotated(at, players);
    }
    editing.plan = plan;
}

/// What is wrong, in words; or that nothing is.
fn faults(world: &World) -> String {
    let (words, editing) = (world.resource::<Words>(), world.get_resource::<Editing>());
    let Some(editing) = editing else {
        return String::new();
    };
    let count = [("cells", editing.plan.cells.count().to_string())];
    let mut lines = vec![words.fill("hex.editor.count", &count)];
    for (fault, cells) in faults_of(editing) {
        let key = match fault {
            Fault::TooFew => "hex.wrong.too_few",
            Fault::TooMany => "hex.wrong.too_many",
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
        lines.push(words.say("hex.editor.sound"));
    }
    lines.join("\n")
}

/// The faults of the plan; a third player who starts nowhere is one too.
fn faults_of(editing: &Editing) -> Vec<(Fault, Cells)> {
    let mut faults = editing.plan.faults();
    let nobody = Cells::default();
    let missing = editing.plan.starts[..editing.players].contains(&nobody);
    if missing && faults.iter().all(|(fault, _)| *fault != Fault::NoStart) {
        faults.push((Fault::NoStart, nobody));
    }
    faults
}

/// Whether a plan can be played on at all; starts that lie close make a sharp game, but a game.
fn playable(editing: &Editing) -> bool {
    let allowed = |fault: &Fault| matches!(fault, Fault::TooClose);
    faults_of(editing).iter().all(|(fault, _)| allowed(fault))
}

fn keep_row(side: &mut ChildSpawnerCommands) {
    side.spawn(Node {
        align_items: AlignItems::Center,
        ..stack(FlexDirection::Row, 10.0)
    })
    .with_children(|row| {
        row.spawn(label("hex.keep.name", Size::Body, palette::MIST));
        field(row, NameField, 200.0, "");
        button(row, Look::Chip, Told::key("hex.keep.board"), |world| {
            let kept = keep(world);
            let words = world.resource::<Words>();
            let said = match kept {
                Ok(name) => words.fill("hex.keep.done", &[("name", name)]),
                Err(why) => why,
            };
            world.resource_mut::<Notices>().say(said);
        });
    });
}

/// The plan, if it can be played on.
fn sound_plan(world: &World) -> Result<Plan, String> {
    let words = world.resource::<Words>();
    let editing = world.get_resource::<Editing>();
    let sound = editing.filter(|editing| playable(editing));
    sound
        .map(|editing| editing.plan)
        .ok_or_else(|| words.say("hex.editor.unsound"))
}

fn keep(world: &mut World) -> Result<String, String> {
    let mut fields = world.query_filtered::<&EditableText, With<NameField>>();
    let text = fields.single(world).map(|field| field.value().to_string());
    let name = Name::typed(&text.unwrap_or_default());
    let name = name.map_err(|why| why.to_string())?;
    let plan = sound_plan(world)?;
    let Some(folders) = world.get_resource::<Folders>() else {
        return Err(world.resource::<Words>().say("hex.keep.nowhere"));
    };
    boards::saved::save(folders, &name, &plan).map_err(|why| why.to_string())?;
    Ok(name.to_string())
}

/// Plays on the board that is drawn.
fn play(world: &mut World) -> Result<(), String> {
    let plan = sound_plan(world)?;
    let setup = new_game::setup::<Hexxagon>(world).clone();
    let board = BoardChoice::Custom(plan);
    evolve::start(world, Setup { board, ..setup });
    Ok(())
}

//! The two hand-written enemies of the original, as its notes describe them: they patrol, detect, approach,
//! attack, block and heal.

use super::program::{BadTree, Program, Tree, read};

/// A program from its two trees as they are written in files.
pub fn program(patrol: &str, attack: &str) -> Result<Program, BadTree> {
    Ok(Program {
        patrol: read(patrol, Tree::Patrol)?,
        attack: read(attack, Tree::Attack)?,
    })
}

/// The patrols of both.
const PATROL: &str = "if-detected(change-state if-blocked(turn-right forward))";
/// The fighter blocks after every blow; the survivor heals when it is weak.
const ATTACKS: [&str; 2] = [
    "if-range(prog2(attack block) approach)",
    "if-weak(prog2(heal block) if-range(attack approach))",
];

/// Both, the fighter first.
pub fn written() -> Result<[Program; 2], BadTree> {
    let [fighter, survivor] = ATTACKS.map(|attack| program(PATROL, attack));
    Ok([fighter?, survivor?])
}

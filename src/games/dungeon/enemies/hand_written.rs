//! Programs written by hand. Two are after those in the source code of GeneticGame (samus24): they patrol, detect,
//! approach, attack, block and heal. The third is the simplest one that fights.

use crate::games::dungeon::rules::program::{Program, TreeError, TreeKind, read};

/// Reads a program from the texts of its two trees.
pub fn read_program(patrol: &str, attack: &str) -> Result<Program, TreeError> {
    Ok(Program {
        patrol: read(patrol, TreeKind::Patrol)?,
        attack: read(attack, TreeKind::Attack)?,
    })
}

/// The patrol tree of both programs.
const PATROL: &str = "if-detected(change-state if-blocked(turn-right forward))";
/// The attack trees: the fighter blocks after every blow, and the survivor heals when it is weak.
const ATTACKS: [&str; 2] = [
    "if-range(prog2(attack block) approach)",
    "if-weak(prog2(heal block) if-range(attack approach))",
];

/// Both programs, the fighter first.
pub fn hand_written_programs() -> Result<[Program; 2], TreeError> {
    let [fighter, survivor] = ATTACKS.map(|attack| read_program(PATROL, attack));
    Ok([fighter?, survivor?])
}

/// The simplest program: it attacks a hero within reach, and approaches any other hero that it knows of.
pub fn simplest_program() -> Result<Program, TreeError> {
    read_program(
        "if-detected(change-state wait)",
        "if-range(attack approach)",
    )
}

//! The names of the nodes and the trees of programs that a player reads, as keys of phrases.

use crate::games::dungeon::rules::program::{Node, TreeKind};

/// The key of the word before the first line of an else branch.
pub const ELSE: &str = "dungeon.node.else";

/// The key of the name of a node.
pub fn name_of_node(node: Node) -> &'static str {
    match node {
        Node::Prog2 => "dungeon.node.prog2",
        Node::Prog3 => "dungeon.node.prog3",
        Node::IfDetected => "dungeon.node.if_detected",
        Node::IfBlocked => "dungeon.node.if_blocked",
        Node::IfRange => "dungeon.node.if_range",
        Node::IfHeroWeak => "dungeon.node.if_player_weak",
        Node::IfWeak => "dungeon.node.if_weak",
        Node::IfSeen => "dungeon.node.if_seen",
        Node::IfFriend => "dungeon.node.if_friend",
        Node::ChangeState => "dungeon.node.change_state",
        Node::Forward => "dungeon.node.forward",
        Node::TurnLeft => "dungeon.node.turn_left",
        Node::TurnRight => "dungeon.node.turn_right",
        Node::Block => "dungeon.node.block",
        Node::Attack => "dungeon.node.attack",
        Node::Retreat => "dungeon.node.retreat",
        Node::Approach => "dungeon.node.approach",
        Node::Heal => "dungeon.node.heal",
        Node::Wait => "dungeon.node.wait",
        Node::IfHome => "dungeon.node.if_home",
        Node::IfNear => "dungeon.node.if_near",
        Node::GoHome => "dungeon.node.go_home",
        Node::IfGrass => "dungeon.node.if_grass",
        Node::IfWading => "dungeon.node.if_wading",
        Node::SeekGrass => "dungeon.node.seek_grass",
    }
}

/// The key of the name of a tree.
pub fn name_of_tree(tree: TreeKind) -> &'static str {
    match tree {
        TreeKind::Patrol => "dungeon.tree.patrol",
        TreeKind::Attack => "dungeon.tree.attack",
    }
}

//! A priority queue that returns equal items in the same order as Python's `heapq`, since the solvers of the original
//! take the item that it returns first.

/// A binary heap of items with a priority; the lowest comes first.
#[derive(Default)]
pub struct Queue<T> {
    heap: Vec<(i32, T)>,
}

impl<T: Copy> Queue<T> {
    /// An empty queue.
    pub fn new() -> Self {
        Queue { heap: Vec::new() }
    }

    /// Adds an item.
    pub fn push(&mut self, priority: i32, item: T) {
        self.heap.push((priority, item));
        self.rise(self.heap.len() - 1);
    }

    /// Takes the first item out.
    pub fn pop(&mut self) -> Option<T> {
        let last = self.heap.pop()?;
        let Some(first) = self.heap.first_mut() else {
            return Some(last.1);
        };
        let first = std::mem::replace(first, last);
        self.sink();
        Some(first.1)
    }

    /// Moves the item at `place` up past all items of a higher priority.
    fn rise(&mut self, mut place: usize) {
        let item = self.heap[place];
        while place > 0 {
            let parent = (place - 1) / 2;
            if item.0 >= self.heap[parent].0 {
                break;
            }
            self.heap[place] = self.heap[parent];
            place = parent;
        }
        self.heap[place] = item;
    }

    /// Moves the top item down to a leaf along the lower children, and from there up again.
    fn sink(&mut self) {
        let heap = &mut self.heap[..];
        let item = heap[0];
        let mut place = 0;
        while 2 * place + 2 < heap.len() {
            let children = &heap[2 * place + 1..2 * place + 3];
            // The lower child is hard to predict, so it must not be chosen by a jump.
            let right = usize::from(children[0].0 >= children[1].0);
            let lower = children[right & 1];
            heap[place] = lower;
            place = 2 * place + 1 + right;
        }
        if 2 * place + 1 < heap.len() {
            heap[place] = heap[2 * place + 1];
            place = 2 * place + 1;
        }
        heap[place] = item;
        self.rise(place);
    }
}

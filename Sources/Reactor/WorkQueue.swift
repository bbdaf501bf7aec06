/// One piece of work for a loop.
enum LoopWork {
    case job(UnownedJob)
    case closure(@Sendable () -> Void)
}

/// Work waiting on its own loop, first in, first out.
///
/// Used by the loop's thread only.
struct WorkQueue {
    private var items: [LoopWork] = []
    private var head = 0

    var isEmpty: Bool { head == items.count }
    var count: Int { items.count - head }

    mutating func append(_ work: LoopWork) {
        items.append(work)
    }

    /// Takes over everything in `other`, which keeps its memory for the next time.
    mutating func append(takingFrom other: inout [LoopWork]) {
        if isEmpty {
            items.removeAll(keepingCapacity: true)
            head = 0
            swap(&items, &other)
        } else {
            items.append(contentsOf: other)
            other.removeAll(keepingCapacity: true)
        }
    }

    mutating func popFirst() -> LoopWork? {
        guard head < items.count else { return nil }
        let work = items[head]
        head += 1
        if head == items.count {
            items.removeAll(keepingCapacity: true)
            head = 0
        } else if head >= 1024, head * 2 >= items.count {
            // A queue that never runs empty must not grow for ever.
            items.removeFirst(head)
            head = 0
        }
        return work
    }
}

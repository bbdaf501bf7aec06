import Gateway

/// Whether a history of operations over `rooms` equal rooms can be put into one order.
///
/// The search of Wing and Gong, with Lowe's memory of sets that were tried: an operation may come next
/// when none of the others that are still open had returned before it began, and when what it was told
/// fits what has happened so far. What was told fixes each operation's effect, so the state follows
/// from the set of operations done, and no set is tried twice.
struct RoomHistory {
    private enum Life { case held, released, expired }

    /// What has happened so far.
    private struct Rooms {
        var free: Int
        var lives: [Int: Life] = [:]

        /// Whether an answer fits, and what it changed: the hold's life before.
        mutating func apply(_ told: RoomOperation.Told) -> Bool {
            switch told {
            case .granted(let hold):
                guard free > 0, lives[hold] == nil else { return false }
                free -= 1
                lives[hold] = .held
            case .soldOut: return free == 0
            case .released(let hold):
                switch lives[hold] {
                case .held:
                    free += 1
                    lives[hold] = .released
                case .released: return true
                case .expired, nil: return false
                }
            case .expired(let hold):
                guard lives[hold] == .held else { return false }
                free += 1
                lives[hold] = .expired
            case .seen(let hold, let state):
                switch state {
                case .held: return lives[hold] == .held
                case .released: return lives[hold] == .released
                // It is judged when it is read; the room goes back with the sweep.
                case .expired: return lives[hold] == .held || lives[hold] == .expired
                default: return false
                }
            }
            return true
        }
    }

    /// A set of operations done: all before `first`, and these beyond it.
    private struct Done: Hashable {
        var first = 0
        var beyond: Set<Int> = []

        mutating func insert(_ place: Int) {
            beyond.insert(place)
            while beyond.remove(first) != nil { first += 1 }
        }

        func contains(_ place: Int) -> Bool { place < first || beyond.contains(place) }
    }

    private struct Step {
        let done: Done
        let rooms: Rooms
        var choices: [Int]
    }

    /// Ordered by when they began.
    private let operations: [RoomOperation]
    private let rooms: Int

    init(_ operations: [RoomOperation], rooms: Int) {
        self.operations = operations.sorted { $0.invoked < $1.invoked }
        self.rooms = rooms
    }

    /// `nil` when an order exists, else how many operations the longest attempt could place.
    func fault() -> Int? {
        var tried: Set<Done> = []
        var longest = 0
        let start = Step(done: Done(), rooms: Rooms(free: rooms), choices: choices(after: Done()))
        var path = [start]
        while let step = path.last {
            if step.done.first == operations.count { return nil }
            longest = max(longest, step.done.first + step.done.beyond.count)
            guard let choice = step.choices.last else {
                path.removeLast()
                continue
            }
            path[path.count - 1].choices.removeLast()
            var rooms = step.rooms
            var done = step.done
            guard rooms.apply(operations[choice].told) else { continue }
            done.insert(choice)
            guard tried.insert(done).inserted else { continue }
            path.append(Step(done: done, rooms: rooms, choices: choices(after: done)))
        }
        return longest
    }

    /// What may come next, the one that returned first at the end.
    private func choices(after done: Done) -> [Int] {
        var open: [Int] = []
        var firstReturn: RecordedMoment?
        for place in done.first..<operations.count where !done.contains(place) {
            // Whoever began later than another one returned must wait for it; so must all after it.
            if let firstReturn, operations[place].invoked > firstReturn { break }
            open.append(place)
            firstReturn = min(firstReturn ?? operations[place].returned, operations[place].returned)
        }
        return open.sorted { operations[$0].returned > operations[$1].returned }
    }
}

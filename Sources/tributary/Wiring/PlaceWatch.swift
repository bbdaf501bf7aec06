import Gateway
import Places
import Telemetry

/// Takes up an index that a build has put in the place of the one that is open.
struct PlaceWatch: Sendable {
    private static let interval = Duration.seconds(5)

    let directory: PlaceDirectory
    let clock: any GatewayClock
    let log: EventLog

    /// Looks until the calling task is cancelled.
    func run() async {
        while !Task.isCancelled {
            let next = clock.uptime().advanced(by: Self.interval)
            guard (try? await clock.sleep(until: next)) != nil else { return }
            await look()
        }
    }

    /// Looks once; a file that cannot be read is told once, and the index that is open stays.
    func look() async {
        do throws(PlaceFault) {
            guard try await directory.reopenIfReplaced() else { return }
            log.record(
                .info, "places_reopened", [LogField("version", .string(directory.version))])
        } catch {
            log.record(.warning, "places_not_reopened", [LogField("fault", .string("\(error)"))])
        }
    }
}

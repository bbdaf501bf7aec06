// swift-tools-version: 6.2
import PackageDescription

/// One set of compiler settings for every Swift target: what it refuses here has caught real faults.
let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

/// `data` are folders beside the code, read as files and not bundled.
func library(
    _ name: String, _ needs: [Target.Dependency] = [], path: String? = nil, data: [String] = [],
    more: [SwiftSetting] = []
) -> Target {
    .target(
        name: name, dependencies: needs, path: path ?? "Sources/\(name)", exclude: data,
        swiftSettings: settings + more)
}

/// `fixtures` are folders beside the tests, found by `#filePath` rather than bundled.
func tests(
    _ name: String, _ needs: [Target.Dependency], path: String? = nil, fixtures: [String] = []
) -> Target {
    .testTarget(
        name: name, dependencies: needs, path: path ?? "Tests/\(name)", exclude: fixtures,
        swiftSettings: settings)
}

/// An adapter in the folder of its supplier.
func supplier(_ name: String, _ folder: String) -> Target {
    library(
        name, ["SupplierKit", "TravelModel", "WireFormat"], path: "suppliers/\(folder)/Sources")
}

func system(_ name: String, _ pkgConfig: String, _ debianPackage: String) -> Target {
    .systemLibrary(
        name: name, path: "Sources/\(name)", pkgConfig: pkgConfig,
        providers: [.apt([debianPackage])])
}

// C libraries, each behind one small Swift module.
let systemLibraries: [Target] = [
    .systemLibrary(name: "CSystem", path: "Sources/CSystem"),
    system("CCurl", "libcurl", "libcurl4-openssl-dev"),
    system("CSQLite", "sqlite3", "libsqlite3-dev"),
    system("CXML2", "libxml-2.0", "libxml2-dev"),
    system("CCrypto", "libcrypto", "libssl-dev"),
    system("CZlib", "zlib", "zlib1g-dev"),
]

// Leaves: they know nothing of each other.
let leaves: [Target] = [
    library("TravelModel"),
    library("WireFormat", ["CXML2"]),
    library("Telemetry"),
    library("Digest", ["CCrypto"]),
    library("Compression", ["CZlib"]),
]

// The travel side: decisions, without sockets, SQL or clocks of their own.
let decisions: [Target] = [
    library("Codec", ["TravelModel", "WireFormat"]),
    library("SupplierKit", ["TravelModel", "WireFormat"]),
    library("Gateway", ["TravelModel", "SupplierKit", "Codec", "Telemetry", "Digest"]),
    library(
        "GatewayTesting", ["Gateway", "TravelModel", "SupplierKit", "Telemetry", "Digest"]),
]

// Input and output at the rim.
let rim: [Target] = [
    library("Reactor", ["CSystem"]),
    library("HTTPServer", ["Reactor", "Telemetry", "CSystem"]),
    library("HTTPClient", ["Reactor", "Telemetry", "Compression", "CCurl"]),
    library("Ledger", ["Gateway", "TravelModel", "SupplierKit", "Codec", "Digest", "CSQLite"]),
    library(
        "Places", ["TravelModel", "Telemetry", "Compression", "CSQLite"], data: ["Dataset"],
        // Its tests index a million names: unoptimised, that takes minutes.
        more: [.unsafeFlags(["-O"], .when(configuration: .debug))]),
    library(
        "Web",
        [
            "Gateway", "Places", "HTTPServer", "TravelModel", "SupplierKit", "WireFormat",
            "Telemetry", "Digest",
        ]),
]

let suppliers: [Target] = [
    supplier("SupplierLinkrest", "linkrest"),
    supplier("SupplierStreamrates", "streamrates"),
    supplier("SupplierOtaxml", "otaxml"),
]

// Stand-ins for suppliers, written from the protocols and never from our own adapters.
let mocks: [Target] = [
    library(
        "MockKit",
        ["WireFormat", "HTTPServer", "HTTPClient", "Reactor", "Digest", "Compression"],
        path: "mocks/Kit/Sources"),
    library(
        "MockLinkrest", ["MockKit", "WireFormat", "Digest"], path: "mocks/linkrest/Sources"),
    library("MockOtaxml", ["MockKit", "WireFormat"], path: "mocks/otaxml/Sources"),
    library("MockStreamrates", ["MockKit", "WireFormat"], path: "mocks/streamrates/Sources"),
]

let executable: [Target] = [
    .executableTarget(
        name: "tributary",
        dependencies: [
            "TravelModel", "WireFormat", "Telemetry", "Digest", "Compression", "Codec",
            "SupplierKit", "Gateway", "GatewayTesting", "Reactor", "HTTPServer", "HTTPClient",
            "Ledger", "Places", "Web", "SupplierLinkrest", "SupplierOtaxml", "SupplierStreamrates",
            "MockKit",
            "MockLinkrest", "MockOtaxml", "MockStreamrates",
        ],
        swiftSettings: settings)
]

// Every adapter is held by samples that the conformance kit runs.
let supplierTesting: [Target] = [
    library("MutationTesting"),
    library(
        "SupplierConformance", ["SupplierKit", "TravelModel", "WireFormat", "MutationTesting"]),
    tests(
        "LinkrestTests",
        [
            "SupplierLinkrest", "SupplierConformance", "SupplierKit", "TravelModel", "WireFormat",
            "MutationTesting",
        ],
        path: "suppliers/linkrest/Tests", fixtures: ["Samples"]),
    tests(
        "StreamratesTests",
        [
            "SupplierStreamrates", "SupplierConformance", "SupplierKit", "TravelModel",
            "WireFormat", "MutationTesting",
        ],
        path: "suppliers/streamrates/Tests", fixtures: ["Samples"]),
    tests(
        "OtaxmlTests",
        [
            "SupplierOtaxml", "SupplierConformance", "SupplierKit", "TravelModel", "WireFormat",
            "MutationTesting",
        ],
        path: "suppliers/otaxml/Tests", fixtures: ["Samples"]),
]

let testing: [Target] = [
    tests("TidyTests", []),
    tests("TravelModelTests", ["TravelModel"]),
    tests("MutationTestingTests", ["MutationTesting"]),
    tests(
        "SupplierKitTests", ["SupplierKit", "TravelModel", "WireFormat"], fixtures: ["Manifests"]),
    tests("CodecTests", ["Codec", "TravelModel"], fixtures: ["Golden"]),
    tests("ReactorTests", ["Reactor", "CSystem"]),
    tests("HTTPServerTests", ["HTTPServer", "Reactor", "CSystem"], fixtures: ["Fixtures"]),
    tests(
        "WebTests",
        [
            "Web", "Gateway", "GatewayTesting", "Places", "HTTPServer", "Reactor", "TravelModel",
            "SupplierKit", "WireFormat", "Telemetry", "Digest", "CSystem", "MutationTesting",
            "SupplierLinkrest", "SupplierOtaxml", "SupplierStreamrates",
        ], fixtures: ["Golden", "Requests"]),
    tests("DigestTests", ["Digest"], fixtures: ["Vectors"]),
    tests("CompressionTests", ["Compression"]),
    tests(
        "PlacesTests", ["Places", "TravelModel", "Compression"], fixtures: ["Fixtures"]),
    tests("TelemetryTests", ["Telemetry"]),
    tests(
        "GatewayTests",
        [
            "Gateway", "GatewayTesting", "TravelModel", "SupplierKit", "Codec", "Telemetry",
            "Digest",
        ]),
    tests(
        "SimulationTests",
        ["Gateway", "GatewayTesting", "TravelModel", "SupplierKit", "Telemetry", "Digest"]),
    tests(
        "LedgerTests",
        ["Ledger", "Gateway", "GatewayTesting", "SupplierKit", "TravelModel", "Codec", "Digest"],
        fixtures: ["Fixtures"]),
    tests("WireFormatTests", ["WireFormat"], fixtures: ["Fixtures"]),
    tests("HTTPClientTests", ["HTTPClient", "Reactor", "Compression", "Telemetry"]),
    tests(
        "TributaryTests",
        [
            "tributary", "Gateway", "Ledger", "SupplierKit", "TravelModel", "WireFormat",
            "MutationTesting", "Places", "Telemetry", "Compression",
        ],
        fixtures: ["Configurations", "Chaos/Answers"]),
    tests(
        "JourneyTests",
        [
            "tributary", "Gateway", "Ledger", "HTTPClient", "MockKit", "Reactor", "SupplierKit",
            "Telemetry", "TravelModel", "Compression", "WireFormat",
        ], fixtures: ["Fixtures"]),
    tests(
        "DocumentationTests",
        ["tributary", "Web", "Gateway", "SupplierKit", "HTTPServer", "TravelModel", "WireFormat"]),
    tests("MockKitTests", ["MockKit", "WireFormat"]),
    tests(
        "MockFleetTests",
        [
            "MockKit", "MockLinkrest", "MockOtaxml", "MockStreamrates", "WireFormat", "Digest",
            "MutationTesting",
        ]),
    tests(
        "MockLinkrestTests", ["MockLinkrest", "MockKit", "WireFormat", "Digest"],
        path: "mocks/linkrest/Tests"),
    tests(
        "MockOtaxmlTests", ["MockOtaxml", "MockKit", "WireFormat"], path: "mocks/otaxml/Tests"),
    tests(
        "MockStreamratesTests", ["MockStreamrates", "MockKit", "WireFormat"],
        path: "mocks/streamrates/Tests"),
]

// What reads outside bytes, as functions for fuzzers; they see the insides of modules, as tests do.
let fuzzing: [Target] = [
    tests(
        "FuzzTargets",
        [
            "WireFormat", "TravelModel", "Codec", "SupplierKit", "Gateway", "HTTPServer",
            "HTTPClient", "Compression", "Digest", "Places", "Web", "SupplierLinkrest",
            "SupplierOtaxml", "SupplierStreamrates",
        ], path: "Tests/Fuzz/Targets"),
    tests("FuzzTests", ["FuzzTargets"], path: "Tests/Fuzz/Replay"),
]

let package = Package(
    name: "tributary",
    products: [.executable(name: "tributary", targets: ["tributary"])],
    targets: systemLibraries + leaves + decisions + rim + suppliers + mocks + executable + testing
        + supplierTesting + fuzzing
)

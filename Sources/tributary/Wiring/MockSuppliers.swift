import MockKit
import MockLinkrest
import MockOtaxml
import MockStreamrates

/// The mock suppliers of the demo: the one list a new mock is added to.
enum MockSuppliers {
    /// In the order of their ports.
    static let all: [any MockSupplier] = [
        LinkrestMock(), OtaxmlMock(), StreamratesMock(),
    ]

    /// The credentials each one accepts, by the names its manifest uses.
    static let credentials: [String: [String: String]] = [
        "linkrest": [
            "linkrest-key": "linkrest-demo-key", "linkrest-secret": "linkrest-demo-secret",
        ],
        "otaxml": ["otaxml-user": "otaxml-demo", "otaxml-password": "otaxml-demo-password"],
        "streamrates": ["streamrates-key": "streamrates-demo-key"],
    ]
}

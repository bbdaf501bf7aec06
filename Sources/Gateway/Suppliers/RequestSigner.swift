internal import Digest
internal import SupplierKit
internal import Telemetry
internal import TravelModel

/// Turns an adapter's request into one that may be sent: address resolved, credentials filled in.
struct RequestSigner: Sendable {
    private let manifest: SupplierManifest
    private let credentials: SupplierCredentials

    /// Why a request must not leave; no case carries a secret.
    enum Fault: Error, Hashable, Sendable {
        /// The operator gave no credential of that name.
        case missingCredential(String)
        /// A credential has characters that its place on the wire cannot carry.
        case unusableCredential(String)
        /// A path without a leading slash, or a field that would split the request.
        case malformedRequest
        /// The machine cannot compute the signature.
        case noDigest
    }

    init(_ supplier: Supplier) {
        manifest = supplier.manifest
        credentials = supplier.credentials
    }

    /// Signs with the wall clock of this attempt; a signature lives for seconds at some suppliers.
    func sign(_ request: SupplierRequest, at now: Instant) throws(Fault) -> WireRequest {
        guard Self.isPath(request.path) else { throw .malformedRequest }
        var headers = request.headers
        for field in headers where !Self.isField(field) { throw .malformedRequest }
        headers += try authentication(at: now)
        return WireRequest(
            method: request.method, url: manifest.baseURL + request.path, headers: headers,
            body: try body(request.body), idempotent: request.idempotent,
            allowPrivateAddress: manifest.allowPrivateAddress)
    }

    private func authentication(
        at now: Instant
    ) throws(Fault) -> [(name: String, value: String)] {
        let seconds = String(now.millisecondsSinceEpoch / 1000)
        switch manifest.auth {
        case .none, .wsse: return []
        case .header(let name, let credential):
            return [(name, try fieldValue(credential))]
        case .basic(let user, let password):
            let pair = try fieldValue(user) + ":" + fieldValue(password)
            return [("Authorization", "Basic " + Base64.encode(Array(pair.utf8)))]
        case .rapid(let key, let secret):
            let key = try fieldValue(key)
            let signature = try hash(.sha512, key + fieldValue(secret) + seconds)
            let value = "EAN apikey=\(key),signature=\(signature),timestamp=\(seconds)"
            return [("Authorization", value)]
        case .apitude(let key, let secret):
            let key = try fieldValue(key)
            let signature = try hash(.sha256, key + fieldValue(secret) + seconds)
            return [("Api-key", key), ("X-Signature", signature)]
        }
    }

    private func body(_ parts: [SupplierRequest.BodyPart]) throws(Fault) -> [UInt8] {
        var body: [UInt8] = []
        for part in parts {
            switch part {
            case .bytes(let bytes): body += bytes
            case .xmlCredential(let name): body += try XMLText.escaped(fieldValue(name)).utf8
            }
        }
        return body
    }

    private func fieldValue(_ name: String) throws(Fault) -> String {
        guard let value = credentials.value(name)?.reveal() else { throw .missingCredential(name) }
        let isUsable = !value.isEmpty && value.utf8.allSatisfy { $0 >= 32 && $0 != 127 }
        guard isUsable else { throw .unusableCredential(name) }
        return value
    }

    private func hash(_ algorithm: HashAlgorithm, _ text: String) throws(Fault) -> String {
        do {
            return Hexadecimal.lowercase(try algorithm.hash(Array(text.utf8)))
        } catch {
            throw .noDigest
        }
    }

    private static func isPath(_ path: String) -> Bool {
        path.utf8.first == UInt8(ascii: "/") && path.utf8.count <= 16_384
            && path.utf8.allSatisfy { (33...126).contains($0) }
    }

    private static func isField(_ field: (name: String, value: String)) -> Bool {
        !field.name.isEmpty && field.name.utf8.allSatisfy { (33...126).contains($0) && $0 != 58 }
            && field.value.utf8.allSatisfy { $0 != 0 && $0 != 10 && $0 != 13 }
    }
}

/// Text as the content of an XML element (XML 1.0 section 2.4).
enum XMLText {
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&apos;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}

/// How the gateway proves to a supplier who it is, filled in at each send.
///
/// Names in it are names of credentials (`key`, `secret`, ...) whose values come from the
/// operator's configuration and never enter an adapter, a log or an error.
public enum AuthScheme: Sendable, Hashable {
    /// Nothing.
    case none
    /// One fixed field, such as `X-API-Key`, with a credential as its value.
    case header(name: String, credential: String)
    /// HTTP Basic (RFC 7617).
    case basic(user: String, password: String)
    /// `Authorization: EAN apikey=K,signature=S,timestamp=T`, S = hex SHA-512 of key, secret and
    /// Unix seconds (Expedia Rapid).
    case rapid(key: String, secret: String)
    /// `Api-key` and `X-Signature`, hex SHA-256 of key, secret and Unix seconds (Hotelbeds APItude).
    case apitude(key: String, secret: String)
    /// WS-Security UsernameToken with PasswordText: the adapter writes the SOAP header and marks the
    /// places with ``SupplierRequest/BodyPart/xmlCredential(_:)``.
    case wsse(user: String, password: String)
}

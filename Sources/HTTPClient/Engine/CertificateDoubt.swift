/// Why a certificate was not believed, as far as OpenSSL says.
enum CertificateDoubt {
    /// A fixed text for a result of X509_verify_cert (X509_STORE_CTX_get_error(3)); nil when it found
    /// nothing: then it was the name, the version or the peer that failed.
    static func text(_ result: Int) -> String? {
        switch result {
        // 1 before any verdict.
        case 0, 1: nil
        case 9: "the certificate is not yet valid"
        case 10: "the certificate has expired"
        case 18: "the certificate is self-signed"
        case 19, 20, 21: "the certificate's issuer is not trusted"
        case 23: "the certificate was revoked"
        case 62: "the certificate is for another name"
        default: "the certificate is refused (\(result))"
        }
    }
}

/// Why the cryptographic library could not do its work.
///
/// None of these is caused by the bytes that are hashed or sealed: they mean that the machine is
/// short of memory, that its policy forbids an algorithm, or that it has no randomness. Whoever meets
/// one refuses the work.
public enum DigestFault: Error, Equatable, Sendable {
    /// The hash algorithm cannot be used on this machine.
    case hashUnavailable(HashAlgorithm)
    /// A message authentication code could not be made.
    case authenticationUnavailable
    /// Bytes could not be sealed or opened: the cipher is missing, or a key or nonce has another
    /// length than it takes.
    case sealingUnavailable
    /// The machine gave no random bytes.
    case randomnessUnavailable
}

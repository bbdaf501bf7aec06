extension SuggestQuery {
    /// Bytes that two texts share only if they find the same: "Par", "PAR " and "par" do.
    ///
    /// A text with letters beyond ASCII keeps its own spelling, because names spelt so win ties, and
    /// three capitals keep being a code. At most 64 scalars of the text are in it.
    public var likeness: [UInt8] {
        let match = MatchQuery(text)
        guard !match.isEmpty else { return [text.allSatisfy(\.isWhitespace) ? 0 : 1] }
        var bytes = match.folded.bytes
        if match.isCode { bytes.append(2) }
        if text.utf8.contains(where: { $0 >= 0x80 }) {
            bytes.append(3)
            bytes += String(text.unicodeScalars.prefix(MatchQuery.mostScalars)).lowercased().utf8
        }
        return bytes
    }
}

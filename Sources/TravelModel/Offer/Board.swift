/// Which meals the price includes; an unknown meal plan is never read as more than it says.
public enum Board: String, Sendable, CaseIterable {
    case roomOnly = "RO"
    case bedAndBreakfast = "BB"
    case halfBoard = "HB"
    case fullBoard = "FB"
    case allInclusive = "AI"
    case selfCatering = "SC"
    /// Something else; the supplier's own words go with it.
    case other = "OTHER"
}

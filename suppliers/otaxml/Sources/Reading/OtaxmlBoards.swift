import SupplierKit
import TravelModel
import WireFormat

/// `MealsIncluded`: OTA's meal plan codes, else its flags.
enum OtaxmlBoards {
    /// OpenTravel code list "Meal Plan Type".
    private static let codes: [String: Board] = [
        "1": .allInclusive, "2": .fullBoard, "3": .bedAndBreakfast, "4": .bedAndBreakfast,
        "5": .bedAndBreakfast, "6": .bedAndBreakfast, "7": .bedAndBreakfast, "8": .roomOnly,
        "10": .fullBoard, "11": .bedAndBreakfast, "12": .halfBoard, "14": .roomOnly,
        "15": .selfCatering, "16": .bedAndBreakfast, "17": .halfBoard, "19": .bedAndBreakfast,
    ]

    /// The plan, and the supplier's words where it is not understood: then it is room only.
    static func board(of meals: XMLElement?) -> (Board, String?) {
        guard let meals else { return (.roomOnly, nil) }
        let named = (meals.attribute("MealPlanCodes") ?? "").split(separator: " ").map(String.init)
        if let board = named.compactMap({ codes[$0] }).first { return (board, nil) }
        let has = { (name: String) in ["true", "1"].contains(meals.attribute(name) ?? "") }
        let text = named.isEmpty ? nil : "meal plan \(named.joined(separator: " "))"
        switch (has("Breakfast"), has("Lunch"), has("Dinner")) {
        case (true, true, true): return (.fullBoard, text)
        case (true, true, false), (true, false, true): return (.halfBoard, text)
        case (true, false, false): return (.bedAndBreakfast, text)
        case (false, false, false): return (.roomOnly, text)
        case (false, _, _): return (.roomOnly, text ?? "meals without breakfast")
        }
    }
}

import Testing
import TravelModel

@Suite struct IdentityTests {
    @Test(arguments: [
        ("linkrest", true), ("a", true), ("d-2", true), ("", false), ("2a", false), ("-a", false),
        ("Linkrest", false), ("a_b", false), ("a b", false), ("é", false),
        (String(repeating: "a", count: 32), true), (String(repeating: "a", count: 33), false),
    ])
    func supplierNamesAreNarrow(text: String, accepted: Bool) {
        #expect(SupplierID(text)?.text == (accepted ? text : nil))
    }

    @Test func ourOwnRoomsHaveASuppliersName() {
        #expect(SupplierID(SupplierID.direct.text) == .direct)
    }

    @Test(arguments: ["", "a b", "a\n", "\u{7F}", "é", "a\u{301}", "\0"])
    func idsFromOutsideAreVisibleASCII(text: String) {
        #expect(SupplierHotelCode(text) == nil)
        #expect(HotelID(text) == nil)
        #expect(PlaceID(text) == nil)
        #expect(SupplierReference(text) == nil)
    }

    @Test func idsFromOutsideAreBounded() {
        func text(_ count: Int) -> String { String(repeating: "~", count: count) }
        #expect(SupplierHotelCode(text(64)) != nil && SupplierHotelCode(text(65)) == nil)
        #expect(HotelID(text(96)) != nil && HotelID(text(97)) == nil)
        #expect(PlaceID(text(64)) != nil && PlaceID(text(65)) == nil)
        #expect(SupplierReference(text(128)) != nil && SupplierReference(text(129)) == nil)
    }

    @Test func holdReferencesSpellRandomBits() throws {
        var byte: UInt8 = 0
        let reference = HoldReference {
            defer { byte &+= 37 }
            return byte
        }
        #expect(reference.text == "AFKPUZ6DINSX4BGLQV27")
        #expect(HoldReference(reference.text) == reference)
    }

    @Test(arguments: [
        "", "AFKPUZ6DINSX4BGLQV2", "AFKPUZ6DINSX4BGLQV23A", "afkpuz6dinsx4bglqv27",
        "AFKPUZ6DINSX4BGLQV21", "AFKPUZ6DINSX4BGLQV2=",
    ])
    func otherTextIsNoHoldReference(text: String) {
        #expect(HoldReference(text) == nil)
    }

    @Test(
        arguments: [
            (0, "Ana", 34, true), (7, "José María", nil, true), (8, "Ana", nil, false),
            (-1, "Ana", nil, false), (0, "", nil, false), (0, "A\nB", nil, false),
            (0, "Ana", 121, false), (0, "Ana", -1, false),
            (0, String(repeating: "é", count: 60), nil, true),
            (0, String(repeating: "é", count: 61), nil, false),
            (0, "e" + String(repeating: "\u{301}", count: 120), nil, false),
        ] as [(Int, String, Int?, Bool)])
    func guestsAreChecked(room: Int, name: String, age: Int?, accepted: Bool) {
        for (first, last) in [(name, "Silva"), ("Silva", name)] {
            let guest = Guest(room: room, firstName: first, lastName: last, age: age, lead: true)
            #expect((guest != nil) == accepted)
        }
    }

    @Test(
        arguments: [
            ("a@b", nil, true), ("ana@example.org", "+351 21 000-0000", true), ("@b", nil, false),
            ("a@", nil, false), ("a@@b", nil, false), ("a b@c", nil, false), ("ab", nil, false),
            ("a@b", "12", false), ("a@b", "call me", false),
            ("a@" + String(repeating: "b", count: 253), nil, false),
        ] as [(String, String?, Bool)])
    func contactsAreChecked(email: String, phone: String?, accepted: Bool) {
        #expect((Contact(email: email, phone: phone) != nil) == accepted)
    }
}

import Testing

@testable import SupplierLinkrest

@Suite struct LinkrestPhoneTests {
    @Test(
        "the three parts the supplier wants",
        arguments: [
            ("+351 21 000 0000", "351", "21", "0000000"),
            ("+1 (487) 555-0077", "1", "487", "5550077"),
            ("+44 2079460000", "44", "", "2079460000"), ("21 000 0000", "", "", "210000000"),
            ("+351210000000", "", "", "351210000000"), ("", "", "", ""),
        ])
    func parts(text: String, country: String, area: String, number: String) {
        let phone = LinkrestPhone(text)
        #expect(phone.country == country)
        #expect(phone.area == area)
        #expect(phone.number == number)
    }
}

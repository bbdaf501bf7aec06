import MockKit
import Testing

@testable import MockLinkrest

@Suite struct AuthorizationTests {
    @Test(arguments: [(-300, 200), (300, 200), (-301, 401), (301, 401)])
    func clocksMayDifferByFiveMinutes(seconds: Int64, status: Int) throws {
        let journey = try Journey()
        let signed = journey.now.adding(milliseconds: seconds * 1000)
        let answer = journey.send(
            "GET", "/v3/itineraries?affiliate_reference_id=abc&email=a@b.c", signedAt: signed)
        #expect(answer.status == status)
    }

    @Test func theRightSecretIsNeeded() {
        let wall = Moment(milliseconds: 1_796_000_000_000)
        let request = MockRequest(
            method: "GET", path: [],
            fields: [("authorization", Journey.authorization(at: wall))])
        #expect(LinkrestMock.demoCredentials.refusal(of: request, wall: wall) == nil)
        let other = Credentials(key: LinkrestMock.demoCredentials.key, secret: "other")
        #expect(other.refusal(of: request, wall: wall)?.status == 401)
    }

    @Test(arguments: ["Authorization", "Accept", "User-Agent", "Accept-Encoding", "Customer-Ip"])
    func neededFields(name: String) throws {
        let journey = try Journey()
        let answer = journey.send(
            "GET", "/v3/itineraries?affiliate_reference_id=abc&email=a@b.c", without: name)
        #expect(answer.status == (name == "Authorization" ? 401 : 400))
    }

    @Test func theQuotaCountsLoadNotCalls() {
        var limits = RateLimits()
        limits.perMinute = 100
        let now = Moment(milliseconds: 60_000)
        let first = limits.charge(75, now: now)
        #expect(first)
        #expect(limits.fields(now: now).contains { $0.value == "25" })
        let second = limits.charge(26, now: now)
        let third = limits.charge(25, now: now)
        let fourth = limits.charge(100, now: Moment(milliseconds: 120_000))
        #expect(!second && third && fourth)
    }
}

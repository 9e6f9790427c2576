// SPDX-License-Identifier: Apache-2.0

import GantryRouting
import Testing

@Suite struct RouteSchemesTests {
  @Test func `a valid declaration has no faults and is lowercased`() {
    let schemes = RouteSchemes(
      ["Bazaar", "web+shop", "a.b-c1"],
      hosts: [
        "Shop.Example", "localhost:8443", "xn--bcher-kva.example", "my_host", "10.0.0.7", "a.b.",
      ])
    #expect(schemes.faults.isEmpty)
    #expect(schemes.schemes == ["bazaar", "web+shop", "a.b-c1"])
    #expect(schemes.hosts.contains("shop.example"))
    #expect(RouteSchemes.none.faults.isEmpty)
  }

  @Test(arguments: [
    "", "1a", "ba zaar", "bazaar:", "bazaar://", "https", "HTTPS", "ü",
    "http", "javascript", "data", "file",
  ])
  func `a scheme that no URL can have is a fault`(scheme: String) {
    let schemes = RouteSchemes(["bazaar", scheme])
    #expect(schemes.faults == [.malformedScheme(scheme.lowercased())])
  }

  @Test(arguments: [
    "", "https://shop.example", "shop.example/", "shop.example:443", "shop.example:", "a:b:1",
    "shop.example:http", "shop.example:123456", "ann@shop.example", "shop example", "a%20b", "*.x",
    "192.168.0.257", "foo.09", "0x7f", "a..b", "-", "a-.b", ".example", "localhost:99999",
    "b\u{FC}cher.example", "[::1]",
  ])
  func `a host that no URL can have is a fault`(host: String) {
    #expect(RouteSchemes([], hosts: ["shop.example", host]).faults == [.malformedHost(host)])
  }

  @Test func `faults are sorted, schemes before hosts`() {
    let schemes = RouteSchemes(["2", "1"], hosts: ["b/", "a/"])
    #expect(
      schemes.faults == [
        .malformedScheme("1"), .malformedScheme("2"), .malformedHost("a/"), .malformedHost("b/"),
      ])
  }
}

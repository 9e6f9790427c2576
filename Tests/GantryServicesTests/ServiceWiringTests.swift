// SPDX-License-Identifier: Apache-2.0

import GantryServices
import Testing

@Suite struct ServiceWiringTests {
  struct Pick: CustomTestStringConvertible {
    let testDescription: String
    let declarations: [ServiceDeclaration]
    let provider: ModuleName
  }

  static let real = declare(storage, by: "Disk")
  static let otherReal = declare(storage, by: "Cloud")
  static let fallback = declare(storage, by: "Memory", isFallback: true)
  static let otherFallback = declare(storage, by: "Null", isFallback: true)

  @Test(arguments: [
    Pick(testDescription: "the only one", declarations: [real], provider: "Disk"),
    Pick(testDescription: "the only fallback", declarations: [fallback], provider: "Memory"),
    Pick(
      testDescription: "the real one", declarations: [fallback, real, otherFallback],
      provider: "Disk"),
  ])
  func `exactly one provider is chosen`(pick: Pick) {
    let wish = request(storage, for: "Orders")
    for declarations in [pick.declarations, pick.declarations.reversed()] {
      let wiring = ServiceWiring.wire(declarations, [wish])
      #expect(wiring.faults == [])
      #expect(wiring.providers[storage]?.provider == pick.provider)
      #expect(wiring.bindings.map(\.request) == [wish])
      #expect(wiring.bindings.first?.provider?.provider == pick.provider)
    }
  }

  @Test func `an optional request without a provider is bound to nil`() {
    let wish = request(push, for: "Orders", kind: .optional)
    let wiring = ServiceWiring.wire([], [wish])
    #expect(wiring.faults == [])
    #expect(wiring.bindings.map(\.request) == [wish])
    #expect(wiring.bindings.map(\.provider) == [nil])
  }

  @Test func `a missing provider is a fault with all consumers and similar types`() {
    protocol PushServise: Sendable {}
    let missing = ServiceType((any PushServise).self)
    let wishes = [request(missing, for: "Orders"), request(missing, for: "Messages")]
    let wiring = ServiceWiring.wire([declare(push, by: "Push")], wishes)
    #expect(
      wiring.faults == [
        .missingProvider(type: missing, requests: wishes, near: ["PushService"])
      ])
    #expect(wiring.bindings == [])
  }

  @Test func `a similar type with the same short name is shown qualified`() {
    let wish = request(storage, for: "Orders")
    let wiring = ServiceWiring.wire([declare(otherStorage, by: "Other")], [wish])
    #expect(
      wiring.faults == [
        .missingProvider(type: storage, requests: [wish], near: [otherStorage.qualifiedName])
      ])
  }

  @Test(arguments: [[otherReal, real, fallback], [real, otherReal]])
  func `two real providers are a fault only if a module injects one of them`(
    declarations: [ServiceDeclaration]
  ) {
    let fault = Fault.doubledProvider(
      type: storage, declarations: [Self.otherReal, Self.real])
    let wiring = ServiceWiring.wire(declarations, [])
    #expect(wiring.faults == [])
    #expect(wiring.providers[storage] == nil)
    #expect(wiring.collected == [Self.otherReal, Self.real])
    #expect(ServiceWiring.wire(declarations, [request(storage, for: "A")]).faults == [fault])
  }

  @Test func `two fallbacks without a real provider are a fault`() {
    let declarations = [Self.fallback, Self.otherFallback]
    #expect(
      ServiceWiring.wire(declarations, [request(storage, for: "A", kind: .lazy)]).faults == [
        .doubledProvider(type: storage, declarations: declarations)
      ])
    #expect(ServiceWiring.wire(declarations, []).faults == [])
  }

  @Test(arguments: ServiceRequest.Kind.allCases)
  func `only optional and collected requests may lack a provider`(kind: ServiceRequest.Kind) {
    let mayBeMissing = request(storage, for: "Orders", kind: kind).isOptional
    #expect(mayBeMissing == [.optional, .all].contains(kind))
  }

  @Test(arguments: [ServiceRequest.Kind.required, .optional, .lazy])
  func `a module that injects its own service is a fault`(kind: ServiceRequest.Kind) {
    let wish = request(storage, for: "Disk", kind: kind)
    let wiring = ServiceWiring.wire([Self.real], [wish])
    #expect(wiring.faults == [.selfInjection(request: wish, declaration: Self.real)])
    #expect(wiring.bindings == [])
  }

  @Test func `a fallback may inject the real service`() {
    let wish = request(storage, for: "Memory")
    let wiring = ServiceWiring.wire([Self.fallback, Self.real], [wish])
    #expect(wiring.faults == [])
    #expect(wiring.bindings.first?.provider == Self.real)
  }

  @Test func `all faults are reported at once, in the same order for any input order`() {
    let (int, text) = (ServiceType(Int.self), ServiceType(String.self))
    let declarations = [Self.real, Self.otherReal, declare(int, by: "Self")]
    let requests = [
      request(int, for: "Self"), request(text, for: "B"), request(push, for: "A"),
      request(storage, for: "C"),
    ]
    let wiring = ServiceWiring.wire(declarations, requests)
    let again = ServiceWiring.wire(declarations.reversed(), requests.reversed())
    #expect(
      wiring.faults == [
        .doubledProvider(type: storage, declarations: [Self.otherReal, Self.real]),
        .missingProvider(type: push, requests: [requests[2]], near: []),
        .missingProvider(type: text, requests: [requests[1]], near: []),
        .selfInjection(request: requests[0], declaration: declarations[2]),
      ])
    #expect(wiring.faults == again.faults)
  }
}

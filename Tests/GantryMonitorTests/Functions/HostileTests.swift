// SPDX-License-Identifier: Apache-2.0

import GantryMonitor
import Synchronization
import Testing

/// Functions that are easily broken by code around their bodies.
enum HostileFixture {
  struct Vector: Equatable {
    var x: Int
    @Timed static func + (lhs: Vector, rhs: Vector) -> Vector { Vector(x: lhs.x + rhs.x) }
    @Timed static prefix func - (value: Vector) -> Vector { .init(x: -value.x) }
    @Timed mutating func scale(by factor: Int = 2) { x *= factor }
    @Timed func callAsFunction(_ numbers: Int...) -> Int { numbers.reduce(x, +) }
    @Timed func `in`(_ list: some Collection<Int>) -> Bool { list.contains(x) }
  }

  class Parsed {
    let number: Int
    @Timed init?(_ text: String) {
      guard let number = Int(text) else { return nil }
      self.number = number
    }
    @Timed required init(checked number: Int) throws(Broken) {
      guard number >= 0 else { throw Broken() }
      self.number = number
    }
    @Timed convenience init() throws { try self.init(checked: 1) }
  }

  final class Child: Parsed {
    let name: String
    @Timed init(name: String) throws {
      self.name = name
      try super.init(checked: name.count)
    }
    @Timed required init(checked number: Int) throws(Broken) {
      name = ""
      try super.init(checked: number)
    }
  }

  struct Token: ~Copyable {
    let ended: Ended
    @Timed deinit { ended.count.wrappingAdd(1, ordering: .relaxed) }
    @Timed borrowing func peek() -> Int { ended.count.load(ordering: .relaxed) }
  }

  final class Ended: Sendable { let count = Atomic(0) }

  @Timed static func conditional() -> Int {
    #if DEBUG
      return 1
    #else
      return 1
    #endif
  }

  @Timed static func caught() -> Int {
    do { throw Broken() } catch { return 3 }
  }

  @Timed static func both(_ number: Int) async throws -> Int {
    async let one = doubled(number)
    async let two = doubled(number + 1)
    return try await one + two
  }

  @concurrent @Timed static func doubled(_ number: Int) async throws -> Int { number * 2 }

  @Timed static func member() -> Duration { .seconds(1) }

  @Timed static func attempt() throws -> Int { try Int("7").unwrapped }

  @Timed static func onActor(_ actor: isolated Counter) -> Int {
    actor.count += 1
    return actor.count
  }

  @Timed static func fresh() -> sending Ended { Ended() }

  @Timed static func nested(_ list: [Int]) -> [Int] {
    func keep(_ number: Int) -> Bool { return number > 1 }
    return list.filter { number in
      if number > 100 { return false }
      return keep(number)
    }
  }

  @Timed static func generic<E: Error, each T>(
    _ error: E?, _ values: repeat each T
  ) throws(E) -> Int {
    if let error { throw error }
    var count = 0
    for _ in repeat each values { count += 1 }
    return count
  }

  @Timed static func shadowing(_ error: Int) throws -> Int {
    let timing = error
    return timing + 1
  }

  @Timed static func pair() -> (first: Int, second: String) { (1, "two") }

  @Timed static func closure() -> @Sendable () -> Int { { 4 } }

  @Timed @Sendable static func optional() -> Int? { nil }
}

actor Counter { var count = 0 }

extension Optional {
  fileprivate var unwrapped: Wrapped {
    get throws {
      guard let self else { throw Broken() }
      return self
    }
  }
}

protocol Greeting { var name: String { get } }
extension Greeting { @Timed func greet() -> String { "Hello, \(name)" } }
private struct Greeter: Greeting { let name: String }

extension TimingTests {
  /// A marked function behaves as it would without the mark, whatever its form.
  @Suite struct HostileTests {
    init() { TimingTests.start(ManualClock()) }

    @Test func `operators, calls of values and odd names`() {
      typealias Vector = HostileFixture.Vector
      var vector = Vector(x: 1) + -Vector(x: 3)
      vector.scale()
      vector.scale(by: 3)
      #expect(vector == Vector(x: -12))
      #expect(vector(1, 2) == -9)
      #expect(vector.in([-12]))
      let name = "HostileFixture.Vector"
      #expect(
        counts == [
          "\(name).+(lhs:rhs:)": 1, "\(name).-(value:)": 1, "\(name).callAsFunction(_:)": 1,
          "\(name).in(_:)": 1, "\(name).scale(by:)": 2,
        ])
    }

    @Test func `initializers that fail, throw, delegate and call super`() throws {
      #expect(HostileFixture.Parsed("7")?.number == 7)
      #expect(HostileFixture.Parsed("x") == nil)
      #expect(try HostileFixture.Parsed().number == 1)
      #expect(throws: Broken.self) {
        _ = try HostileFixture.Child(checked: -1)
      }
      #expect(try HostileFixture.Child(name: "abc").number == 3)
      #expect(
        counts == [
          "HostileFixture.Parsed.init(_:)": 2, "HostileFixture.Parsed.init()": 1,
          "HostileFixture.Parsed.init(checked:)": 3, "HostileFixture.Child.init(checked:)": 1,
          "HostileFixture.Child.init(name:)": 1,
        ])
      #expect(summary("HostileFixture.Parsed.init(checked:)")?.failures == 1)
      #expect(summary("HostileFixture.Child.init(checked:)")?.failures == 1)
    }

    @Test func `a value that cannot be copied, and its end`() {
      let ended = HostileFixture.Ended()
      do {
        let token = HostileFixture.Token(ended: ended)
        #expect(token.peek() == 0)
      }
      #expect(ended.count.load(ordering: .relaxed) == 1)
      #expect(
        counts == ["HostileFixture.Token.deinit": 1, "HostileFixture.Token.peek()": 1])
    }

    @Test func `bodies with conditions, catches, closures and functions inside`() throws {
      #expect(HostileFixture.conditional() == 1)
      #expect(HostileFixture.caught() == 3)
      #expect(HostileFixture.member() == .seconds(1))
      #expect(try HostileFixture.attempt() == 7)
      #expect(HostileFixture.nested([1, 2, 101]) == [2])
      #expect(try HostileFixture.shadowing(1) == 2)
      #expect(HostileFixture.pair() == (1, "two"))
      #expect(HostileFixture.closure()() == 4)
      #expect(HostileFixture.optional() == nil)
      #expect(counts.count == 9 && counts.values.allSatisfy { $0 == 1 })
    }

    @Test func `asynchronous and isolated functions, and sending results`() async throws {
      #expect(try await HostileFixture.both(1) == 6)
      let counter = Counter()
      #expect(await HostileFixture.onActor(counter) == 1)
      #expect(HostileFixture.fresh().count.load(ordering: .relaxed) == 0)
      #expect(counts["HostileFixture.doubled(_:)"] == 2)
      #expect(counts["HostileFixture.onActor(_:)"] == 1)
    }

    @Test func `generic typed errors, and parameter packs`() throws {
      #expect(HostileFixture.count(1, "two") == 2)
      #expect(throws: Broken.self) {
        _ = try HostileFixture.generic(Broken(), 1)
      }
      let both = summary("HostileFixture.generic(_:_:)")
      #expect(both?.count == 2 && both?.failures == 1)
    }

    @Test func `a function of a protocol's extension has the protocol's name`() {
      #expect(Greeter(name: "you").greet() == "Hello, you")
      #expect(counts == ["Greeting.greet()": 1])
    }
  }
}

extension HostileFixture {
  /// A caller that the compiler knows not to throw.
  static func count<each T>(_ values: repeat each T) -> Int {
    generic(Never?.none, repeat each values)
  }
}

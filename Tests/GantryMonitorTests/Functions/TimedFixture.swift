// SPDX-License-Identifier: Apache-2.0

import GantryMonitor
import MonitorFixture

/// Functions of all kinds, each of which takes as long as it advances its clock.
enum TimedFixture {
  @TaskLocal static var clock = ManualClock()

  static func work(_ milliseconds: Int = 1) { clock.advance(milliseconds: milliseconds) }

  @Timed static func plain() { work() }

  @Timed static func implied(_ number: Int) -> Int { number + 1 }

  @Timed static func branching(_ number: Int) -> String {
    if number > 0 { "more" } else { "less" }
  }

  @Timed static func returning(_ number: Int) -> String {
    switch number {
    case 0: return "none"
    default: return [1].map { value in return "\(value)" }.joined()
    }
  }

  @Timed @discardableResult static func counted(_ numbers: inout [Int]) -> Int {
    defer { numbers.append(numbers.count) }
    work()
    return numbers.count
  }

  @Timed static func generic<T: Sendable>(_ value: T) async -> T {
    await Task.yield()
    work()
    return value
  }

  @Timed static func failing(_ error: (any Error)?) throws -> Int {
    work()
    if let error { throw error }
    return 7
  }

  @Timed static func neverThrowing() throws -> Int { 7 }

  @Timed static func typed(_ fails: Bool) throws(Broken) {
    guard !fails else { throw Broken() }
  }

  @Timed static func passing<E: Error>(_ body: () throws(E) -> Int) throws(E) -> Int {
    try body()
  }

  @Timed static func rethrowing(_ body: () throws -> Int) rethrows -> Int { try body() }

  @Timed static func waiting() async throws {
    work()
    try Task.checkCancellation()
  }

  @Timed static func opaque() -> some Equatable { 3 }

  @Timed static func moved(_ token: consuming OneToken) -> OneToken { token }

  @Timed static func overloaded(_ number: Int) {}
  @Timed static func overloaded(_ text: String) {}

  @MainActor @Timed static func onMain() { MainActor.assertIsolated() }

  @concurrent @Timed static func elsewhere() async { work() }

  static func local() -> Int {
    @Timed func inner(_ number: Int) -> Int { number * 2 }
    return inner(21)
  }
}

struct OneToken: ~Copyable {
  let number: Int
}

@Timed(.functions)
struct TimedBox<Value> {
  var value: Value

  init(_ value: Value) { self.value = value }

  mutating func replace(_ value: Value) { self.value = value }
  static func make(_ value: Value) -> Self { Self(value) }
  func mapped<T>(_ body: (Value) -> T) -> TimedBox<T> { TimedBox<T>(body(value)) }

  var isTimed: Bool { false }
}

extension TimedBox where Value == Int {
  @Timed func doubled() -> Int { value * 2 }
  func untimed() {}
}

@Timed(.functions)
actor TimedActor {
  private var count = 0

  func add() -> Int {
    count += 1
    return count
  }

  nonisolated func name() -> String { "actor" }

  deinit { TimedFixture.work() }
}

class TimedParent {
  @Timed func run() { TimedFixture.work() }
}

final class TimedChild: TimedParent {
  @Timed override func run() {
    TimedFixture.work(2)
    super.run()
  }
}

final class OtherChild: OtherWork {
  override func run(_ work: () -> Void) {
    work()
    super.run(work)
  }
}

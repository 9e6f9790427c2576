// SPDX-License-Identifier: Apache-2.0

import CFunctions
import Gantry
import GantryCSupport
import Logging
import Synchronization

private let calls = Atomic(0)

private func count() { calls.wrappingAdd(1, ordering: .sequentiallyConsistent) }

@Launch func swiftTask0() { count() }
@Launch func swiftTask1() { count() }
@Launch func swiftTask2() { count() }
@Launch func swiftTask3() { count() }
@Launch func swiftTask4() { count() }
@Launch func swiftTask5() { count() }
@Launch func swiftTask6() { count() }
@Launch func swiftTask7() { count() }
@Launch func swiftTask8() { count() }
@Launch func swiftTask9() { count() }

@On @MainActor func swiftHandler0(_ event: DidBecomeActive) { count() }
@On @MainActor func swiftHandler1(_ event: DidBecomeActive) { count() }
@On @MainActor func swiftHandler2(_ event: DidBecomeActive) { count() }
@On @MainActor func swiftHandler3(_ event: DidBecomeActive) { count() }
@On @MainActor func swiftHandler4(_ event: DidBecomeActive) { count() }
@On @MainActor func swiftHandler5(_ event: DidBecomeActive) { count() }
@On @MainActor func swiftHandler6(_ event: DidBecomeActive) { count() }
@On @MainActor func swiftHandler7(_ event: DidBecomeActive) { count() }
@On @MainActor func swiftHandler8(_ event: DidBecomeActive) { count() }
@On @MainActor func swiftHandler9(_ event: DidBecomeActive) { count() }

@Route("swift/till") func swiftRoute() -> String {
  count()
  return ""
}

extension Benchmarks {
  /// The records of the functions in C and in this file.
  static let functionRecords = 42

  /// Functions in C beside the same ones in Swift: the start and stop of an app with ten launch tasks,
  /// an event to ten handlers, and a call of a route by its path.
  static var functions: [Benchmark] {
    [
      Benchmark(
        "c.launch", operationsPerRepetition: 10, subject: .init("C") { launches("cTask") },
        peers: [.init("Swift", aim: 1.3) { launches("swiftTask") }]),
      Benchmark(
        "c.handler", operationsPerRepetition: 10,
        subject: .init("C") { try await events("cHandler") },
        peers: [.init("Swift", aim: 1.3) { try await events("swiftHandler") }]),
      Benchmark(
        "c.route", subject: .init("C") { try await paths("cRoute", "c/till") },
        peers: [.init("Swift", aim: 1.3) { try await paths("swiftRoute", "swift/till") }]),
    ]
  }

  private static func application(_ names: [ModuleName]) -> Application {
    Application(
      modules: .linked(only: names),
      logger: Logger(label: "benchmarks") { _ in SwiftLogNoOpLogHandler() })
  }

  private static func ten(_ prefix: String) -> [ModuleName] {
    (0..<10).map { ModuleName("\(prefix)\($0)") }
  }

  /// How often functions of either language have run.
  private static var allCalls: Int {
    calls.load(ordering: .sequentiallyConsistent) + Int(gantry_bench_calls())
  }

  /// Runs a body, and checks how often functions have run meanwhile.
  private static func counted(_ number: Int, _ body: () async throws -> Void) async {
    let before = allCalls
    do { try await body() } catch { fatalError("\(error)") }
    precondition(
      allCalls - before == number, "\(allCalls - before) of \(number) functions have run")
  }

  private static func launches(_ prefix: String) -> Contender.Body {
    let application = application(ten(prefix))
    return { count in
      await counted(10 * count) {
        for _ in 0..<count {
          try await application.start()
          await application.stop()
        }
      }
    }
  }

  private static func events(_ prefix: String) async throws -> Contender.Body {
    let application = application(ten(prefix))
    try await application.start()
    return { count in
      await counted(10 * count) {
        for _ in 0..<count { application.events.send(DidBecomeActive()) }
      }
    }
  }

  private static func paths(_ name: ModuleName, _ path: String) async throws -> Contender.Body {
    let application = application([name])
    try await application.start()
    return { count in
      await counted(count) {
        for _ in 0..<count {
          Sink.shared.sum &+= try await application.router.call(RouteRequest(path), as: String.self)
            .count
        }
      }
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

import Gantry
import Testing

/// Modules that do not fit together, and the faults that say so, word for word.
@Suite struct FaultTests {
  private func faults(_ modules: any Module.Type...) async -> [String] {
    let application = Gantry.Application(modules: ModuleSelection(modules))
    let error = await #expect(throws: ApplicationError.self) { try await application.start() }
    guard case .faults(let faults) = error else { return [] }
    #expect(application.check() == faults)
    return faults.map { "\($0)" }
  }

  @Test func `modules that wait for each other`() async {
    let text = """
      Dock → Truck → Dock wait for each other. Remove one dependency:
        Dock waits for Truck: Dock comes after Truck (\(place(DockModule.line)))
        Truck waits for Dock: Truck requires Dock (\(place(TruckModule.line)))
      """
    #expect(await faults(DockModule.self, TruckModule.self) == [text])
  }

  @Test func `a module that is not there`() async {
    let text = """
      Truck requires Dock (\(place(TruckModule.line))), but nothing is named Dock. \
      Link it, correct the name, or make it `wants:`.
      """
    #expect(await faults(TruckModule.self) == [text])
  }

  @Test func `a service that no module provides`() async {
    let text = """
      No module provides Scale, which Counter (\(place(CounterModule.line))) injects. \
      Link a module that provides it, or make the injection optional.
      """
    #expect(await faults(CounterModule.self) == [text])
  }

  @Test func `results that no task returns, or two`() async {
    let missing = """
      No launch task returns Stocktaking, and no module provides it, but Sums.add \
      (\(place(SumsModule.line))) takes it. Return it from a task, link a module that provides it, \
      or make the parameter optional.
      """
    #expect(await faults(SumsModule.self) == [missing])
    let doubled = """
      Stocktaking is provided by Shelf.count (\(place(ShelfModule.line))) and Yard.count \
      (\(place(YardModule.line))). Provide it only once, or wrap one of them in a type of your own.
      """
    #expect(await faults(ShelfModule.self, YardModule.self) == [doubled])
  }
  @Test func `a service that did not start`() async throws {
    let application = Gantry.Application(modules: [ScaleModule.self])
    try await application.start()
    let expected = ServiceError.notStarted(
      type: "Scale", provider: "Scale", chain: ["Scale.weigh"], reason: "failed: \(Worn())")
    let scale = application.services.lazy((any Scale).self)
    await #expect(throws: expected) { try await scale.get() }
    _ = await application.stop()
  }

  @Test func `a file of the database that cannot be opened`() async throws {
    try await RunningDepot.inFolder { file in
      let path = "\(file)/missing.sqlite"
      let error = await #expect(throws: ApplicationError.self) {
        try await RunningDepot.start(on: path)
      }
      let text = "the database '\(path)' can't be used: SQLite error 14"
      #expect("\(error.map { "\($0)" } ?? "")".contains(text), "\(String(describing: error))")
    }
  }

  private func place(_ line: Int) -> String { "\(#fileID):\(line)" }
}

struct Stocktaking: Sendable {}

private struct Worn: Error {}

protocol Scale: Sendable {}

@Module(after: "Truck") final class DockModule { static let line = #line }

@Module(requires: "Dock") final class TruckModule { static let line = #line }

@Module final class CounterModule {
  static let line = #line + 1
  @Inject let scale: any Scale
}

@Module final class SumsModule {
  static let line = #line + 1
  @Launch func add(_ stock: Stocktaking) {}
}

@Module final class ShelfModule {
  static let line = #line + 1
  @Launch func count() -> Stocktaking { Stocktaking() }
}

@Module final class YardModule {
  static let line = #line + 1
  @Launch func count() -> Stocktaking { Stocktaking() }
}

@Module(provides: (any Scale).self) final class ScaleModule: Scale {
  @Launch(.onDemand) func weigh() throws { throw Worn() }
}

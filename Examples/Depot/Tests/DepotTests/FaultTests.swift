// SPDX-License-Identifier: Apache-2.0

import Gantry
import GantryLaunch
import GantryServices
import Testing

/// Modules that do not fit together, and the faults that say so.
///
/// A test makes the faults that it expects as values, and compares them with the ones that were
/// thrown.
@Suite struct FaultTests {
  private func faults(_ modules: any Module.Type...) async -> [ApplicationFault] {
    let application = Gantry.Application(modules: ModuleSelection(modules))
    let error = await #expect(throws: ApplicationError.self) { try await application.start() }
    guard case .faults(let faults) = error else { return [] }
    #expect(application.check() == faults)
    return faults
  }

  @Test func `modules that wait for each other`() async {
    func step(
      _ node: String, _ kind: LaunchEdge.Kind, _ other: String, _ line: Int
    ) -> LaunchFault.Step {
      LaunchFault.Step(
        waiting: node, waitsFor: other, declaredBy: node,
        edge: LaunchEdge(kind, other, declaredAt: place(line)))
    }
    let cycle = [
      step("Dock", .after, "Truck", DockModule.line),
      step("Truck", .requires, "Dock", TruckModule.line),
    ]
    #expect(await faults(DockModule.self, TruckModule.self) == [.launch(.cycle(cycle))])
  }

  @Test func `a module that is not there`() async {
    let edge = LaunchEdge(.requires, "Dock", declaredAt: place(TruckModule.line))
    #expect(
      await faults(TruckModule.self)
        == [.launch(.unknownTarget(node: "Truck", edge: edge, near: []))])
  }

  @Test func `a service that no module provides`() async {
    let type = ServiceType((any Scale).self)
    let request = ServiceRequest(type, for: "Counter", declaredAt: place(CounterModule.line))
    #expect(
      await faults(CounterModule.self)
        == [.wiring(.missingProvider(type: type, requests: [request], near: []))])
  }

  @Test func `results that no task returns, or two`() async {
    let type = ServiceType(Stocktaking.self)
    let request = ServiceRequest(type, for: "Sums.add", declaredAt: place(SumsModule.line))
    #expect(
      await faults(SumsModule.self)
        == [.wiring(.missingProvider(type: type, requests: [request], near: []))])
    let doubled = await faults(ShelfModule.self, YardModule.self)
    guard case .wiring(.doubledProvider(type, let declarations))? = doubled.first,
      doubled.count == 1
    else {
      Issue.record("\(doubled)")
      return
    }
    #expect(declarations.map(\.provider) == ["Shelf.count", "Yard.count"])
    #expect(
      declarations.map(\.declaredAt) == [place(ShelfModule.line), place(YardModule.line)])
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

@Module final class ScaleModule: Scale {
  @Provides var scale: any Scale { self }

  @Launch(.onDemand) func weigh() throws { throw Worn() }
}

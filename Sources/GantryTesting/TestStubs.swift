// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GantryLaunch
internal import GantryServices
internal import GantrySupport

/// Collects the stubs that replace other modules for a module under test.
///
/// ```swift
/// let host = try await TestApplication.start(OrdersModule.self, providing: {
///   $0.provide(MemoryStorage(), as: (any StorageService).self)
///   $0.provide(Catalog.sample, as: Catalog.self)  // taken by a launch task
///   $0.module("Analytics")                       // named by an edge; does nothing
/// })
/// ```
public struct TestStubs: Sendable {
  private(set) var builder = ApplicationBuilder()

  init() {}

  /// Provides a service, or a value that launch tasks take, in place of the module or task that
  /// provides it in the app; it is ready before any module that injects it is created.
  ///
  /// - Parameters:
  ///   - value: The service.
  ///   - type: The type under which modules inject it or tasks take it, usually an existential.
  ///   - qualifier: The qualifier that tells several services of the type apart.
  ///   - fileID: The file of this call.
  ///   - line: The line of this call.
  public mutating func provide<Service: Sendable>(
    _ value: Service, as type: Service.Type, _ qualifier: ServiceQualifier? = nil,
    fileID: String = #fileID,
    line: Int = #line
  ) {
    let name = ModuleName("stub \(ServiceType(type, qualifier: qualifier).qualifiedName)")
    builder.add(
      ModuleManifest(
        of: StubModule.self, ModuleOptions(name: name), fileID: fileID, line: line
      ) { module in
        module.provide(type, "stub", ProvideOptions(qualifier), fileID: fileID, line: line) { _ in
          value
        }
      })
  }

  /// Provides a keyed service; it is available before any module reads it.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - path: The key.
  ///   - fileID: The file of this call.
  ///   - line: The line of this call.
  public mutating func provide<Value>(
    _ value: Value, for path: KeyPath<ServiceKeys, ServiceKey<Value>>, fileID: String = #fileID,
    line: Int = #line
  ) {
    // No edge makes a reader wait for a module, so the application provides it before it starts.
    builder.provide(path, fileID: fileID, line: line) { value }
  }

  /// Adds a stub for a module that others name in their edges. It launches and does nothing.
  ///
  /// - Parameters:
  ///   - name: The name of the module.
  ///   - fileID: The file of this call.
  ///   - line: The line of this call.
  public mutating func module(
    _ name: ModuleName, fileID: String = #fileID, line: Int = #line
  ) {
    builder.add(
      ModuleManifest(
        of: StubModule.self, ModuleOptions(name: name), fileID: fileID, line: line
      ) { _ in })
  }
}

/// The module behind every stub; each stub has its own manifest.
private final class StubModule: Module {
  static var manifest: ModuleManifest { ModuleManifest(of: StubModule.self) { _ in } }

  init(context: ModuleContext) {}
}

/// Changes the behavior of a test's launch tasks: some fail, others are delayed.
final class TaskBehavior: Sendable {
  private let failures: [ModuleName: any Error]
  private let delays: [ModuleName: Duration]
  private let clock: TestClock
  /// The names of module creations, by node of the running plan, which has no separate nodes for
  /// them. Set before any body is requested.
  private let creations = LockedBox<[ModuleName: ModuleName]>()

  init(failures: [ModuleName: any Error], delays: [ModuleName: Duration], clock: TestClock) {
    self.failures = failures
    self.delays = delays
    self.clock = clock
  }

  /// Reads the names of a plan, and returns the configured names that it doesn't have.
  func unknownNames(in plan: LaunchPlan) -> [(name: ModuleName, near: [ModuleName])] {
    let names = Set(plan.tasks.map(\.name))
    let creations = Self.creations(in: plan)
    self.creations.put(creations)
    let known = names.union(creations.values)
    return Set(failures.keys).union(delays.keys).sorted()
      .filter { !known.contains($0) }
      .map { ($0, NearNames.of($0.rawValue, among: names.map(\.rawValue)).map { ModuleName($0) }) }
  }

  /// Maps nodes to module creations. The node named after a module creates it if the module has no
  /// before-ready tasks; `Orders.init` stands for that node.
  private static func creations(in plan: LaunchPlan) -> [ModuleName: ModuleName] {
    let created = Set(plan.tasks.lazy.filter { $0.role == .creation }.map(\.owner))
    let whole = plan.tasks.filter { $0.role == .launch && !created.contains($0.owner) }
    return Dictionary(
      whole.map { ($0.name, $0.owner.creation) }, uniquingKeysWith: { first, _ in first })
  }

  /// Returns a task's body, changed to fail or to start later where the test says so.
  func body(of task: ModuleName, _ body: LaunchBody) -> LaunchBody {
    let failure = value(for: task, in: failures)
    guard let delay = value(for: task, in: delays) else {
      guard let failure else { return body }
      return switch body {
      case .main: .main { throw failure }
      case .worker: .worker { throw failure }
      case .background, .callback: .background { throw failure }
      }
    }
    let wait: @Sendable () async throws -> Void = { [clock] in
      try await clock.sleep(for: delay)
      if let failure { throw failure }
    }
    return switch body {
    case .main(let work):
      .background {
        try await wait()
        try await MainActor.run { try work() }
      }
    case .worker(let work):
      .worker {
        try await wait()
        try await work()
      }
    case .background(let work):
      .background {
        try await wait()
        try await work()
      }
    case .callback(let work):
      .callback { token in
        try await wait()
        try await work(token)
      }
    }
  }

  private func value<V>(for task: ModuleName, in table: [ModuleName: V]) -> V? {
    if let value = table[task] { return value }
    return creations.value?[task].flatMap { table[$0] }
  }
}

extension AppManifest {
  /// The manifest of all modules that are linked into this test, without starting anything.
  ///
  /// Use it for an app that can't print its manifest, such as one that Xcode builds:
  /// `try AppManifest.linked.write(to: "app.json")`.
  public static var linked: AppManifest { Application(launchOptions: .test).manifest }

  /// Writes the manifest as JSON to a file, replacing its content.
  ///
  /// A relative path begins at the folder of the source file that calls this, because a test in a
  /// simulator has the root as its working folder. A test on a device can't write there: run it in
  /// a simulator.
  ///
  /// - Parameters:
  ///   - file: The file's path: absolute, or relative to the folder of `source`.
  ///   - source: The path of a file beside which to write; by default, that of the caller.
  /// - Throws: Errors of the encoder or the file system.
  public func write(to file: String, beside source: String = #filePath) throws {
    let folder = URL(fileURLWithPath: source).deletingLastPathComponent()
    // A symbolic link stays, and the file that it points to is written.
    let place = URL(fileURLWithPath: file, relativeTo: folder).resolvingSymlinksInPath()
    try Data((try json() + "\n").utf8).write(to: place, options: .atomic)
  }
}

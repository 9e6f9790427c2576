// SPDX-License-Identifier: Apache-2.0

public import GantrySupport

/// Services that a task, and everything that it starts, sees in place of the provided ones.
@usableFromInline
package struct ServiceOverrides: Sendable {
  /// The overrides of this task.
  @TaskLocal package static var current = ServiceOverrides()
  /// The number of overrides in force anywhere; at zero, a lookup skips the task's values.
  @usableFromInline static let inForce = Atomic(0)

  private var entries: [ServiceType: any ServiceEntry] = [:]

  init() {}

  static func entry(for type: ServiceType) -> (any ServiceEntry)? {
    guard inForce.load(ordering: .relaxed) > 0, !current.entries.isEmpty else { return nil }
    return current.entries[type]
  }

  /// Runs a body with these overrides, as ``apply(_:)`` does. If there are none, it doesn't slow
  /// down other lookups.
  package func applyIfAny<Output>(_ body: () async throws -> Output) async rethrows -> Output {
    entries.isEmpty ? try await body() : try await apply(body)
  }

  package var isEmpty: Bool { entries.isEmpty }

  /// Runs a body with these overrides, as ``apply(_:)`` does.
  package func applySync<Output>(_ body: () throws -> Output) rethrows -> Output {
    guard !entries.isEmpty || !Self.current.entries.isEmpty else { return try body() }
    Self.inForce.wrappingAdd(1, ordering: .relaxed)
    defer { Self.inForce.wrappingAdd(-1, ordering: .relaxed) }
    return try Self.$current.withValue(self, operation: body)
  }

  func adding(_ entry: any ServiceEntry) -> Self {
    var copy = self
    copy.entries[entry.type] = entry
    return copy
  }

  /// Runs a body with these overrides. This passes the overrides of a task to one that it detaches.
  package func apply<Output>(_ body: () async throws -> Output) async rethrows -> Output {
    // Lookups stay fast when long-running work has no overrides.
    guard !entries.isEmpty || !Self.current.entries.isEmpty else { return try await body() }
    Self.inForce.wrappingAdd(1, ordering: .relaxed)
    defer { Self.inForce.wrappingAdd(-1, ordering: .relaxed) }
    return try await Self.$current.withValue(self, operation: body)
  }
}

extension ServiceRegistry {
  /// Runs a test with a service in place of the provided one, in every registry.
  ///
  /// The override applies to this task and its child tasks, and to the modules of an application that
  /// you start in the body, whenever they launch: to their tasks, their long-running work and their
  /// handlers. A handler of a lifecycle event runs in the sender's task, and sees the overrides of
  /// that.
  ///
  /// ```swift
  /// try await ServiceRegistry.withOverride(FakeClock(), as: (any ClockService).self) {
  ///   try await host.start()
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - value: The service; ``ServiceRegistry/resolve(_:_:)`` finds it even when no module provides the type.
  ///   - type: The type under which it is resolved.
  ///   - qualifier: The qualifier that selects one of several services of the type.
  ///   - body: The test.
  /// - Returns: The body's result.
  public static func withOverride<Service: Sendable, Output>(
    _ value: Service, as type: Service.Type, _ qualifier: ServiceQualifier? = nil,
    _ body: () async throws -> Output
  ) async rethrows -> Output {
    let key = ServiceType(type, qualifier: qualifier)
    let service = SharedService(value, key, by: "override")
    return try await ServiceOverrides.current.adding(service).apply(body)
  }
}

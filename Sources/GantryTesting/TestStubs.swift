// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// Collects the stand-ins that a module under test gets for other modules.
///
/// ```swift
/// let host = try await TestApplication.start(OrdersModule.self, providing: {
///   $0.provide(MemoryStorage(), as: (any StorageService).self)
///   $0.result(Catalog.sample, as: Catalog.self)  // taken by a launch task
///   $0.module("Analytics")                       // named by an edge; does nothing
/// })
/// ```
public struct TestStubs: Sendable {
  var manifests: [ModuleManifest] = []

  init() {}

  /// Gives a service, ready before any module that injects it is created.
  ///
  /// - Parameters:
  ///   - value: The service.
  ///   - type: The type under which modules inject it, usually an existential.
  ///   - qualifier: Which of several services of the type.
  ///   - fileID: The file of this call.
  ///   - line: The line of this call.
  public mutating func provide<S: Sendable>(
    _ value: S, as type: S.Type, _ qualifier: ServiceQualifier? = nil, fileID: String = #fileID,
    line: Int = #line
  ) {
    let name = ModuleName("stub \(ServiceType(type, qualifier: qualifier).qualifiedName)")
    manifests.append(
      ModuleManifest(
        of: StubModule.self, ModuleOptions(name: name), fileID: fileID, line: line
      ) { module in
        module.provides(type, "stub", ProvideOptions(qualifier), fileID: fileID, line: line) { _ in
          value
        }
      })
  }

  /// Gives a shared value, there before any module reads it.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - path: The key.
  ///   - fileID: The file of this call.
  ///   - line: The line of this call.
  public mutating func provide<Key: ReadableValueKey>(
    _ value: Key.Value, for path: KeyPath<SharedValueKeys, Key>, fileID: String = #fileID,
    line: Int = #line
  ) {
    let key = SharedValueClaim(path, by: "", declaredAt: "").key
    manifests.append(
      ModuleManifest(
        of: StubModule.self,
        ModuleOptions(
          name: ModuleName("stub \\.\(key)"), priority: Priority(rawValue: .max)),
        fileID: fileID, line: line
      ) { module in
        module.provides(path, fileID: fileID, line: line) { _ in value }
      })
  }

  /// Gives a value that launch tasks take, in place of the task that returns it in the app.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - type: The type under which tasks take it.
  ///   - fileID: The file of this call.
  ///   - line: The line of this call.
  public mutating func result<R: Sendable>(
    _ value: R, as type: R.Type, fileID: String = #fileID, line: Int = #line
  ) {
    let name = ModuleName("stub result \(ServiceType(type).qualifiedName)")
    manifests.append(
      ModuleManifest(function: name, fileID: fileID, line: line) { function in
        function.launch(
          TaskOptions().returning(type), fileID: fileID, line: line,
          body: .background { context in
            try context.setResult(value, as: type)
          })
      })
  }

  /// Adds a stand-in for a module that others name in their edges; it launches and does nothing.
  ///
  /// - Parameters:
  ///   - name: The name of the module.
  ///   - fileID: The file of this call.
  ///   - line: The line of this call.
  public mutating func module(
    _ name: ModuleName, fileID: String = #fileID, line: Int = #line
  ) {
    manifests.append(
      ModuleManifest(
        of: StubModule.self, ModuleOptions(name: name), fileID: fileID, line: line
      ) { _ in })
  }
}

/// The module behind every stub; each has a manifest of its own.
private final class StubModule: Module {
  static var manifest: ModuleManifest { ModuleManifest(of: StubModule.self) { _ in } }

  init(context: ModuleContext) {}
}

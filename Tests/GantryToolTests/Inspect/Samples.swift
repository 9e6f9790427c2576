// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry

/// A placeholder module: each manifest gives it another name and other parts.
final class Sample: Module {
  static var manifest: ModuleManifest { .sample("Sample") }
  init(context: ModuleContext) {}
}

protocol StorageService: Sendable {}
protocol AccountService: Sendable {}
protocol OrderHistory: Sendable {}

struct Memory: StorageService, AccountService, OrderHistory {}

struct Database: Sendable {}

struct SignedIn: Event {
  let userName: String
  let number: Int?
}

struct SignedOut: Event {}

typealias Build = (inout ModuleBuilder<Sample>) -> Void

extension ModuleManifest {
  /// A module with any name, declared at `<name>/<name>.swift:1`.
  static func sample(
    _ name: String, _ options: ModuleOptions = ModuleOptions(), _ build: Build = { _ in }
  ) -> ModuleManifest {
    var options = options
    options.name = ModuleName(name)
    return ModuleManifest(of: Sample.self, options, fileID: "\(name)/\(name).swift", line: 1, build)
  }

  /// A free function with a task, declared at `App/Functions.swift:1`.
  static func function(_ name: String, _ options: TaskOptions = TaskOptions()) -> ModuleManifest {
    ModuleManifest(function: ModuleName(name), fileID: "App/Functions.swift", line: 1) { function in
      function.launch(options, fileID: "App/Functions.swift", line: 1, body: .background { _ in })
    }
  }
}

extension ModuleBuilder<Sample> {
  /// A task on a line of the module's file.
  mutating func task(_ name: String, _ options: TaskOptions = TaskOptions(), line: Int = 10) {
    launch(
      name, options, fileID: "\(self.name)/\(self.name).swift", line: line,
      body: .background { _, _ in })
  }

  /// A service on a line of the module's file.
  mutating func offers<S: Sendable>(
    _ type: S.Type, _ value: S, _ options: ProvideOptions = ProvideOptions(), line: Int = 20
  ) {
    provide(type, "service", options, fileID: "\(name)/\(name).swift", line: line) { _ in value }
  }

  /// A handler on a line of the module's file.
  mutating func hears<E: Event>(
    _ event: E.Type, _ function: String, _ options: HandlerOptions = HandlerOptions(),
    line: Int = 30
  ) {
    on(
      event, function, options, fileID: "\(name)/\(name).swift", line: line,
      body: .background { _, _, _ in })
  }

  /// A route on a line of the module's file.
  mutating func answers(
    _ pattern: String, _ function: String, _ parameters: [RouteParameter] = [],
    _ options: RouteOptions = RouteOptions(), line: Int = 40
  ) {
    route(
      pattern, function, parameters, options, fileID: "\(name)/\(name).swift", line: line,
      body: .main { _, _, _ in "" })
  }
}

extension ToolFolder {
  /// Writes the manifest of an app with these modules.
  func write(_ modules: [ModuleManifest], to name: String) throws {
    var manifest = AppManifest.of(modules)
    // As if the application had not been asked whether it can start.
    manifest.findings = nil
    try write(manifest.json() + "\n", to: name)
  }

  /// Writes a manifest and runs the tool on it.
  func run(_ command: String, on modules: [ModuleManifest]) async throws -> End {
    try write(modules, to: "app.json")
    return try await run("\(command) --manifest app.json")
  }
}

extension [ModuleManifest] {
  /// A small shop: modules, a function, and each kind of edge.
  static var shop: [ModuleManifest] {
    [
      .sample("Account", ModuleOptions(wants: "Storage", after: "Analytics")) { module in
        module.inject((any StorageService).self, fileID: "Account/Account.swift", line: 3)
        module.offers((any AccountService).self, Memory())
        module.hears(SignedIn.self, "greet")
        module.answers("account", "show")
      },
      .sample("Analytics", ModuleOptions(priority: 100)) { $0.hears(SignedIn.self, "count") },
      .sample("Help"),
      .sample("Orders", ModuleOptions(enabled: .environment("ORDERS"))) { module in
        module.inject((any StorageService).self, fileID: "Orders/Orders.swift", line: 3)
        module.inject((any AccountService)?.self, fileID: "Orders/Orders.swift", line: 4)
        module.task("load", TaskOptions().taking(Database.self))
        module.task("sync", TaskOptions(.afterReady, after: "Account"), line: 12)
        module.hears(SignedIn.self, "refresh", HandlerOptions(.once, priority: 3))
        module.hears(SignedOut.self, "close", line: 33)
        module.answers(
          "orders/:id", "show",
          [RouteParameter("id", Int.self), RouteParameter("tab", String?.self)],
          RouteOptions(access: .external))
      },
      .sample("Storage", ModuleOptions(essential: true)) { module in
        module.task("open", TaskOptions().returning(Database.self))
        module.offers((any StorageService).self, Memory())
      },
      .function("setUp", TaskOptions(before: "Storage")),
    ]
  }
}

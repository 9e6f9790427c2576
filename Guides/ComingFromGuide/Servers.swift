// SPDX-License-Identifier: Apache-2.0

import Gantry
import ServiceLifecycle

protocol Todos: Sendable {
  func createTables() async throws
  func all() async throws -> [String]
}

/// A database client of another library.
struct TodosClient: Todos, Service {
  func createTables() async throws { print("the tables are there") }
  func all() async throws -> [String] { [] }
  func run() async throws { try await gracefulShutdown() }
}

/// Hummingbird's server, or another server that is a service.
struct TodosServer: Service {
  let todos: any Todos

  func run() async throws {
    print("listening")
    try await gracefulShutdown()
  }
}

// region: modules
@Module(essential: true)
final class TodosModule {
  private let client = TodosClient()

  @Provides var todos: any Todos { client }
  @Run var connections: some Service { client }
}

@Module(essential: true)
final class MigrationsModule {
  @Inject let todos: any Todos

  @Launch(timeout: .seconds(60)) func migrate() async throws { try await todos.createTables() }
}

@Module(requires: "Migrations", essential: true)
final class WebModule {
  @Inject let todos: any Todos

  @Run var server: some Service { TodosServer(todos: todos) }
}
// endregion

// region: around
/// Modules in a program whose server framework owns the signals and the configuration.
func run(_ modules: Application, around serve: () async throws -> Void) async throws {
  try await modules.start()
  do {
    try await serve()
  } catch {
    await modules.stop()
    throw error
  }
  await modules.stop()
}
// endregion

// SPDX-License-Identifier: Apache-2.0

import Gantry

/// A module of a library that is opened after the start.
@Module(requires: "Host")
@MainActor
final class PluginModule {
  @Inject let greeting: String
  @Launch func open() { print("Plugin launches: \(greeting)") }
  @On func heard(_ event: DidBecomeActive) { print("Plugin hears") }
  @On(named: "ping", backlog: .newest(1)) func ping(_ event: NamedEvent) { print("Plugin pings") }
  @Route("plugin/:id") func page(id: Int) -> String { "page \(id)" }
  @Shutdown func close() { print("Plugin ends") }
}

@Launch(requires: "Plugin") func afterPlugin() { print("a function of the library runs") }

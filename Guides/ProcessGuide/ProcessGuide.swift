// SPDX-License-Identifier: Apache-2.0

import Gantry
import GantryProcess
import Logging
import ServiceLifecycle

// region: configured
@Module
final class StorageModule {
  @Launch func open(context: ModuleContext) {
    print("opening \(context.config.string(forKey: "path", default: "shop.db"))")
  }

  @On func reloaded(_ event: DidReloadConfiguration, context: ModuleContext) {
    print("now \(context.config.string(forKey: "path", default: "shop.db"))")
  }

  @Shutdown(timeout: .seconds(3)) func close() { print("closed") }
}
// endregion

/// A service that a program had before.
struct Metrics: Service {
  func run() async throws { try? await gracefulShutdown() }
}

// region: server
/// A server that is a library's own service, as that of Hummingbird is.
struct WebServer: Service {
  let application: Application

  func run() async throws {
    // Returns at once where `whenReady:` has started the server.
    try await application.waitUntilReady()
    print("listening")
    try? await gracefulShutdown()
    print("no longer listening")
  }
}
// endregion

/// A program with a server, which needs the modules.
func serve(_ application: Application) async throws {
  // region: whenReady
  try await application.run(beside: [Metrics()], whenReady: [WebServer(application: application)])
  // endregion
}

/// A program behind a load balancer.
func drain(_ application: Application, _ server: WebServer) async throws {
  // region: drain
  try await application.run(ProcessOptions(drain: .seconds(5)), whenReady: [server])
  // endregion
}

/// A program with its own service group.
func runInOwnGroup(_ application: Application) async throws {
  // region: group
  let group = ServiceGroup(
    configuration: ServiceGroupConfiguration(
      services: [
        .init(service: Metrics()),
        .init(
          service: ProcessHost(application),
          successTerminationBehavior: .gracefullyShutdownGroup),
        .init(service: WebServer(application: application)),
      ],
      gracefulShutdownSignals: [.sigterm, .sigint], logger: Logger(label: "shop")))
  try await group.run()
  // endregion
}

@main
struct ProcessGuide {
  static func main() async throws {
    // region: main
    let application = Application(limits: Application.Limits(launch: .seconds(30)))
    let options = ProcessOptions(stopsAtEndOfInput: true) { notice in
      if case .ready = notice { return print("ready") }
      print(notice)
    }
    try await application.run(options, beside: [Metrics()])
    // endregion
  }
}

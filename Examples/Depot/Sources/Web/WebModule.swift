// SPDX-License-Identifier: Apache-2.0

internal import Configuration
internal import DepotAPI
public import Gantry
internal import GantryConfiguration
internal import Hummingbird
internal import Logging
internal import NIOCore
internal import ServiceLifecycle

// Gantry and Hummingbird both have an `Application` and a `Router`. In a file that imports both, the name
// of the library goes first: `Gantry.Router` calls modules, `Hummingbird.Router` answers requests.

// region: module
/// Serves the endpoints of all modules, on `Web.host` and `Web.port`.
@Module(essential: true)
public final class WebModule {
  @Inject let context: ModuleContext
  @Inject let endpoints: [any Endpoints]
  @Inject let modules: Gantry.Router

  /// Without this, 99999 would be port 34463.
  @Launch func checkPort() throws {
    let port = context.config.int(forKey: "port", default: 8080)
    guard UInt16(exactly: port) != nil else { throw UnusablePort(port: port) }
  }

  // region: server
  /// The server. It begins when the modules that it serves have launched, their tables are there among
  /// them, and ends before they do, with the requests that it has accepted.
  ///
  /// The app is ready once the server listens. A port that is taken is no reason to try again: the launch
  /// fails, and the service manager tries again.
  @Run(retry: .never, ready: .whenReported) var server: some Service {
    let config = context.configReader
    let host = config.string(forKey: "host", default: "127.0.0.1")
    let port = config.int(forKey: "port", default: 8080)
    return Hummingbird.Application(
      router: router(),
      server: .http1(configuration: .init(idleTimeout: .seconds(30))),
      configuration: ApplicationConfiguration(
        address: .hostname(host, port: port), serverName: "depot"),
      onServerRunning: { [context] channel in
        context.health.ready()
        if let port = channel.localAddress?.port { context.events.send(ServerStarted(port: port)) }
      },
      logger: context.logger)
  }
  // endregion

  private func router() -> Hummingbird.Router<BasicRequestContext> {
    let router = Hummingbird.Router()
    router.add(middleware: LogRequestsMiddleware(.debug))
    router.add(middleware: MetricsMiddleware())
    router.add(middleware: ErrorMiddleware())
    OperationEndpoints(context: context).add(to: router)
    // Answered by a module that may be missing, so the server asks for it by its route.
    router.get("orders") { [modules] _, _ in try await modules.call(OpenOrders()) }
    for part in endpoints { part.add(to: router) }
    return router
  }
}

// endregion

/// The configuration has a port that doesn't exist.
struct UnusablePort: Error, CustomStringConvertible {
  let port: Int
  var description: String { "Web.port is \(port), but ports are numbers from 0 to 65535" }
}

/// The server is accepting requests.
public struct ServerStarted: Event {
  /// The port, even if the system has chosen it.
  public let port: Int
}

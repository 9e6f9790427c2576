// SPDX-License-Identifier: Apache-2.0

internal import GantryLaunch
internal import GantrySupport

/// Reports the health of a module, as `context.health`.
///
/// The latest report holds until the next one, or until the app stops. Reports after that are
/// ignored. Each new state is a line in the log. A report shuts nothing down: it only changes the answers to probes.
public struct HealthReporter: Sendable {
  let application: ApplicationReference
  let name: ModuleName

  /// Reports that the module works as it should. Work with `@Run(ready: .whenReported)` is ready then.
  public func ready() { report(.good) }

  /// Reports that the module works, but not as it should; the application stays ready.
  ///
  /// - Parameter reason: The reason, as a clause: `no route to host`.
  public func degraded(because reason: String) { report(.degraded(because: reason)) }

  /// Reports that the module cannot do its work.
  ///
  /// If the module is part of *ready*, the application isn't ready until the module is ready again.
  /// If it is essential, the application isn't live.
  ///
  /// - Parameter reason: The reason, as a clause.
  public func failed(because reason: String) { report(.failed(because: reason)) }

  private func report(_ health: ModuleState.Health) {
    guard let run = application.run.flatMap({ application.whole?.run(of: $0) }) else { return }
    run.host.report(health, of: name)
  }
}

extension ApplicationReference {
  /// The current health of the application and its modules; *stopped* if the application is gone.
  public var health: ApplicationHealth { whole?.health ?? ApplicationHealth(.stopped) }

  /// Answers a probe like ``Application/probe(_:ignoring:within:)``, for a server that is a module.
  ///
  /// - Parameters:
  ///   - probe: The question.
  ///   - ignored: The modules that aren't needed to take requests; *live* ignores none.
  ///   - limit: The longest wait for the main actor, by the application's clock.
  /// - Returns: The answer, for a route of any HTTP server.
  public func probe(
    _ probe: HealthProbe, ignoring ignored: Set<ModuleName> = [],
    within limit: Duration = .seconds(1)
  ) async -> HealthAnswer {
    await whole?.probe(probe, ignoring: ignored, within: limit)
      ?? health.answer(to: probe, ignoring: ignored)
  }
}

extension ModuleContext {
  /// Reports the module's health, which is good once it has launched, unless it reports
  /// otherwise.
  ///
  /// ```swift
  /// context.health.degraded(because: "the cache is cold")
  /// context.health.ready()
  /// ```
  public var health: HealthReporter {
    HealthReporter(application: application, name: name)
  }
}

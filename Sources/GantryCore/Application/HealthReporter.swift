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

  /// Reports that the module works as it should.
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

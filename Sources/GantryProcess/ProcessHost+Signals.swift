// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GantryCore
internal import GantrySupport
internal import Logging
internal import ServiceLifecycle

extension ProcessHost {
  func reload(at hangUps: AsyncStream<Void>, _ manager: ServiceManager?) async {
    for await _ in hangUps {
      manager?.reloading()
      do throws(ApplicationError) {
        let changed = try await application.reloadConfiguration()
        let keys =
          changed.isEmpty ? "nothing changed" : "changed: \(changed.joined(separator: ", "))"
        application.logger.notice("the configuration was read again; \(keys)")
        await MainActor.run {
          application.events.send(DidReloadConfiguration(changedKeys: changed))
        }
        manager?.reloaded(nil)
        tell(.reloaded(nil))
      } catch {
        manager?.reloaded(error)
        tell(.reloaded(error))
      }
    }
  }

  func follow(_ suspensions: AsyncStream<Void>) async {
    for await _ in suspensions {
      // For a second at most, since a person at the terminal may be waiting for the stop.
      _ = await Deadline.run(within: .seconds(1), clock: ContinuousClock()) { [application] in
        await MainActor.run {
          application.events.send(WillResignActive())
          application.events.send(DidEnterBackground())
        }
        await application.events.waitUntilHandled()
      }
      application.setBackground(true)
      Self.suspend()
      application.setBackground(false)
      await MainActor.run {
        application.events.send(WillEnterForeground())
        application.events.send(DidBecomeActive())
      }
    }
  }

  /// Suspends the process; returns when it resumes.
  ///
  /// The signal goes to the calling thread. If it went to the process, another thread could take
  /// it, and this one would run on for a moment.
  private static func suspend() { raise(SIGSTOP) }
}

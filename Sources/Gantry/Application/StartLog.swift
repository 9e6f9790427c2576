// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Logging
internal import Synchronization

/// Names each module and task of one launch that failed, once, as soon as that is to be said.
final class StartLog: Sendable {
  private let logger: Logger
  /// Guards whether ready was announced, and which modules and tasks have been named.
  private let state = Mutex((isOpen: false, named: Set<ModuleName>()))

  init(_ logger: Logger) { self.logger = logger }

  /// Whether what fails from now on is named at once; before, ready names it all.
  var isOpen: Bool { state.withLock(\.isOpen) }

  func open() { state.withLock { $0.isOpen = true } }

  func warn(_ name: ModuleName, _ text: @autoclosure () -> String) {
    guard state.withLock({ $0.named.insert(name).inserted }) else { return }
    logger.warning("did not start: \(text())", metadata: ["gantry.module": "\(name)"])
  }
  /// Names a task that failed of itself; what was only blocked by another one is no news.
  func warn(_ task: ModuleName, of module: ModuleName, _ outcome: LaunchOutcome) {
    switch outcome {
    case .failed, .timedOut: break
    default: return
    }
    guard state.withLock({ $0.named.insert(task).inserted }) else { return }
    logger.warning(
      "launch task \(outcome)",
      metadata: ["gantry.module": "\(module)", "gantry.task": "\(task)"])
  }
}

// SPDX-License-Identifier: Apache-2.0

/// The moment from which a module handles events; earlier ones are held as their type declares.
public enum EventStart: String, Sendable, Codable, CaseIterable {
  /// When the module's `init` has returned, while its before-ready tasks run; for a module whose
  /// launch waits for something long, such as a person's answer.
  case afterInit
  /// When the module has launched; its after-ready tasks may still be running, or not have begun.
  case afterLaunch
  /// When its after-ready tasks have also succeeded; tasks that wait for a milestone do not count.
  case afterReadyTasks
}

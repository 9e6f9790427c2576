// SPDX-License-Identifier: Apache-2.0

public import GantryLaunch

/// The changes of switching a module off or on.
public struct ModuleSwitchReport: Sendable {
  /// The module that was switched.
  public let name: ModuleName
  /// The modules and functions that went, or came back, in the order in which they did; empty when
  /// there was nothing to do.
  public let modules: [ModuleName]
  /// How the modules that went were stopped.
  public let shutdown: ShutdownReport
  /// How the modules that came back have launched; nil when none did.
  public let launch: LaunchReport?
  /// The plan of the whole from now on: modules that are off are skipped in it.
  public let plan: LaunchPlan
}

/// Why a module could not be switched off or on.
@nonexhaustive
public enum ModuleSwitchError: Error, Hashable, Sendable {
  /// No module or function of this name is linked; `near` are.
  case unknown(name: ModuleName, near: [ModuleName])
  /// The application is not running.
  case notRunning
  /// The app cannot run without the last module of the path, which requires the one before it.
  case essential(path: [ModuleName])
  /// A module that would go, or one of its tasks, is still launching.
  case stillLaunching(name: ModuleName)
  /// The module did not launch, so there is nothing to switch: the chain leads to the cause.
  case notLaunched(name: ModuleName, chain: [String])
  /// A requirement of the module is switched off, or did not launch.
  case requires(name: ModuleName, off: [ModuleName])
}

extension ModuleSwitchError: CustomStringConvertible {
  /// The obstacle, and how to remove it.
  public var description: String {
    switch self {
    case .unknown(let name, let near):
      let hint = near.map(\.rawValue).joined(separator: " or ")
      return "\(name) is not linked.\(near.isEmpty ? "" : " Did you mean \(hint)?")"
    case .notRunning:
      return "the application is not running. Start it first."
    case .essential(let path):
      let names = path.map(\.rawValue).joined(separator: " ← ")
      return path.count == 1
        ? "\(names) is essential and cannot be switched off."
        : "\(names): the last is essential, and would go with the first."
    case .stillLaunching(let name):
      return "\(name) is still launching. Await `application.waitUntilIdle()` first."
    case .notLaunched(let name, let chain):
      let causes = ["\(name) did not launch"] + chain
      return "there is nothing to switch: \(causes.joined(separator: " ← "))."
    case .requires(let name, let off):
      let names = off.map(\.rawValue).joined(separator: " and ")
      return "\(name) requires \(names), which is not running. Enable that first."
    }
  }
}

/// Where a module is in its life.
public enum ModuleState: String, Sendable, Codable, CaseIterable {
  /// Not linked into this program, or under another name.
  case unknown
  /// Known; nothing has been started.
  case registered
  /// Not meant to run this time.
  case skipped
  /// Waiting for others, or its launch tasks are running.
  case launching
  /// Waiting for a milestone that has not been reached, or to be asked for.
  case waiting
  /// Its before-ready tasks have ended.
  case launched
  /// Its creation or a before-ready task did not succeed, its long-running work failed for good, or it
  /// says that it has failed.
  case failed
  /// It has launched and was shut down.
  case stopped

  var words: String {
    switch self {
    case .unknown: "not linked"
    case .registered: "registered, not started"
    case .skipped: "skipped"
    case .launching: "still launching"
    case .waiting: "waiting"
    case .launched: "launched"
    case .failed: "failed"
    case .stopped: "stopped"
    }
  }
}

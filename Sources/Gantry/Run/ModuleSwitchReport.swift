// SPDX-License-Identifier: Apache-2.0

public import GantryLaunch
internal import GantryText

/// The changes when a module was switched off or on.
public struct ModuleSwitchReport: Sendable {
  /// The module that was switched.
  public let name: ModuleName
  /// The modules and functions that were switched off or came back, in the order of these changes;
  /// empty if there was nothing to do.
  public let modules: [ModuleName]
  /// How the modules that went off were stopped.
  public let shutdown: ShutdownReport
  /// How the modules that came back have launched; nil if there were none.
  public let launch: LaunchReport?

  init(
    _ name: ModuleName, _ modules: [ModuleName] = [],
    _ shutdown: ShutdownReport = ShutdownReport(modules: []), launch: LaunchReport? = nil
  ) {
    self.name = name
    self.modules = modules
    self.shutdown = shutdown
    self.launch = launch
  }
}

/// The reason why a module could not be switched off or on.
@nonexhaustive
public enum ModuleSwitchError: Error, Hashable, Sendable {
  /// No module or function of this name is linked; `near` has similar names.
  case unknown(name: ModuleName, near: [ModuleName])
  /// The application is not running.
  case notRunning
  /// The app cannot run without the last module of the path; each module requires the one before
  /// it.
  case essential(path: [ModuleName])
  /// A module that would be switched off, or one of its tasks, is still launching.
  case stillLaunching(name: ModuleName)
  /// The module did not launch, so there is nothing to switch; the chain leads to the cause.
  case notLaunched(name: ModuleName, chain: [String])
  /// A requirement of the module is switched off, or did not launch.
  case requires(name: ModuleName, off: [ModuleName])
}

extension ModuleSwitchError: CustomStringConvertible {
  /// The obstacle, and how to remove it.
  public var description: String {
    switch self {
    case .unknown(let name, let near):
      return "\(name) is not linked.\(Wording.near(near.map(\.rawValue)))"
    case .notRunning:
      return "the application is not running. Start it first."
    case .essential(let path):
      let names = path.map(\.rawValue).joined(separator: " ← ")
      return path.count == 1
        ? "\(names) is essential and cannot be switched off."
        : "\(names): the last is essential and would be switched off with the first."
    case .stillLaunching(let name):
      return "\(name) is still launching. Await `application.waitUntilIdle()` first."
    case .notLaunched(let name, let chain):
      let causes = ["\(name) did not launch"] + chain
      return "there is nothing to switch: \(causes.joined(separator: " ← "))."
    case .requires(let name, let off):
      let names = off.map(\.rawValue).joined(separator: " and ")
      let (verb, object) = off.count == 1 ? ("is", "it") : ("are", "them")
      return "\(name) requires \(names), which \(verb) not running. Enable \(object) first."
    }
  }
}

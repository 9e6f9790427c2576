// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

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
  /// What the module requires is switched off, or did not launch.
  case requires(name: ModuleName, off: [ModuleName])
}

extension ModuleSwitchError: CustomStringConvertible {
  /// What stands in the way, and what to do about it.
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

// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

public import GantryLaunch

/// A time of a launch that can be compared and limited.
///
/// In files it is a string: `ready`, `mainLane`, `module:Orders`, `task:Orders.openDatabase`.
public enum LaunchMeasure: Sendable, Hashable {
  /// The time to ready.
  case ready
  /// The time that the main lane was taken by tasks.
  case mainLane
  /// The time that the tasks of a module ran, all together: tasks with its name, or with its name
  /// and a point in front.
  case module(String)
  /// The time that a task ran.
  case task(String)
}

extension LaunchMeasure: RawRepresentable, Codable {
  /// The measure as it is written in files.
  public var rawValue: String {
    switch self {
    case .ready: "ready"
    case .mainLane: "mainLane"
    case .module(let name): "module:\(name)"
    case .task(let name): "task:\(name)"
    }
  }

  /// Reads a measure as it is written in files.
  ///
  /// - Parameter rawValue: The text; nil comes of anything but the four forms.
  public init?(rawValue: String) {
    let parts = rawValue.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    switch (parts.first, parts.dropFirst().first) {
    case ("ready", nil): self = .ready
    case ("mainLane", nil): self = .mainLane
    case ("module", let name?): self = .module(String(name))
    case ("task", let name?): self = .task(String(name))
    default: return nil
    }
  }
}

extension LaunchMeasure: CustomStringConvertible {
  /// The measure for people.
  public var description: String {
    switch self {
    case .ready: "ready"
    case .mainLane: "main lane"
    case .module(let name): "module \(name)"
    case .task(let name): name
    }
  }
}

extension LaunchReport {
  /// Measures a time of the launch.
  ///
  /// - Parameter measure: The time to measure.
  /// - Returns: Nil when there was none: not ready, no task of that name that succeeded, no task of
  ///   that module that ran to an end.
  /// - Complexity: O(n).
  public func time(of measure: LaunchMeasure) -> Duration? {
    switch measure {
    case .ready: return timeToReady
    case .mainLane: return mainLaneTime
    case .task(let name):
      // How long a task took that failed says nothing of how long it takes.
      return task(named: name).flatMap { $0.outcome == .succeeded ? $0.duration : nil }
    case .module(let name):
      let times = tasks.lazy.filter { $0.moduleName == name }.compactMap(\.duration)
      return times.isEmpty ? nil : times.reduce(.zero, +)
    }
  }
}

extension LaunchReport.Task {
  /// The name up to the first point.
  var moduleName: String { name.launchModule }
}

// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

public import GantryEvents
internal import GantryLaunch

/// Something held the main actor longer than it may.
public struct MainLaneHeld: Event, Hashable {
  /// What can hold the main actor.
  public enum Kind: String, Sendable, Codable {
    /// The handler of a lifecycle event.
    case handler
    /// A launch task.
    case task
    /// A phase of a page.
    case page
  }

  /// What it is.
  public let kind: Kind
  /// Whose it is; nil for pages, which belong to no module.
  public let module: ModuleName?
  /// The name of the handler or task, or the page with its phase.
  public let name: String
  /// The event that a handler hears; nil for all else.
  public let event: String?
  /// `file:line`; nil when unknown.
  public let declaredAt: String?
  /// How long it was seen: a lower bound, since the main actor is sampled.
  public let duration: Duration

  init?(_ holder: LaneHolder, duration: Duration) {
    guard let kind = Kind(rawValue: holder.kind) else { return nil }
    self.kind = kind
    module = holder.module
    name = holder.name
    event = holder.event
    declaredAt = holder.declaredAt
    self.duration = duration
  }

  /// What a log says of it, under the keys that all of Gantry's lines have.
  public var metadata: [String: String] {
    var metadata = ["gantry.\(kind.rawValue)": name]
    metadata["gantry.module"] = module?.rawValue
    metadata["gantry.event"] = event
    return metadata
  }
}

extension MainLaneHeld: CustomStringConvertible {
  /// What held the main actor, and for how long.
  public var description: String {
    let place = declaredAt.map { " (\($0))" } ?? ""
    let cause = event.map { " on \($0)" } ?? ""
    let owner = kind == .handler ? module.map { "\($0)." } ?? "" : ""
    return "\(kind.rawValue) \(owner)\(name)\(place) holds the main actor\(cause) for over "
      + duration.text
  }
}

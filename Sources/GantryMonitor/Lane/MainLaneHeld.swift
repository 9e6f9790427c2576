// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

public import GantryEvents
internal import GantryLaunch

/// Something held the main actor longer than it may.
public struct MainLaneHeld: Event, Hashable {
  /// The kinds of code that can hold the main actor.
  public enum Kind: String, Sendable, Codable {
    /// The handler of a lifecycle event.
    case handler
    /// A launch task.
    case task
    /// The handler of a route.
    case route
    /// A phase of a page.
    case page
  }

  /// The kind of code that held it.
  public let kind: Kind
  /// Whose it is: of a page, the target that its class is written in; nil when unknown.
  public let module: ModuleName?
  /// The name of the handler or task, or the page with its phase.
  public let name: String
  /// The event that a handler hears; nil for all else.
  public let event: String?
  /// `file:line`; nil when unknown.
  public let declaredAt: String?
  /// Its callers, outermost first: `handler Shop.woke`, `page Shop.OrdersPage.load`.
  public let chain: [String]
  /// How long it was seen: a lower bound, since the main actor is sampled.
  public let duration: Duration

  /// Nil for a kind of code that this version doesn't know.
  init?(_ hold: LaneHold) {
    guard let holder = hold.holders.last, let kind = Kind(rawValue: holder.kind) else { return nil }
    self.kind = kind
    module = holder.module
    name = holder.name
    event = holder.event
    declaredAt = holder.declaredAt
    chain = hold.holders.dropLast().map(\.label)
    duration = .nanoseconds(hold.end &- hold.start)
  }

  /// The metadata of a log line, under the keys that all of Gantry's lines have.
  public var metadata: [String: String] {
    var metadata = ["gantry.\(kind.rawValue)": name]
    metadata["gantry.module"] = module?.rawValue
    metadata["gantry.event"] = event
    if !chain.isEmpty { metadata["gantry.chain"] = chain.joined(separator: " > ") }
    return metadata
  }
}

extension MainLaneHeld: CustomStringConvertible {
  /// The code that held the main actor, its callers, and for how long.
  public var description: String {
    let place = declaredAt.map { " (\($0))" } ?? ""
    let cause = event.map { " on \($0)" } ?? ""
    let owner = kind == .handler ? module.map { "\($0)." } ?? "" : ""
    let outer = chain.isEmpty ? "" : ", inside of \(chain.joined(separator: " > "))"
    return "\(kind.rawValue) \(owner)\(name)\(place) holds the main actor\(cause) for over "
      + duration.text + outer
  }
}

extension LaneHolder {
  /// The kind and the name: `handler Shop.woke`.
  var label: String {
    let owner = kind == "handler" ? module.map { "\($0)." } ?? "" : ""
    return "\(kind) \(owner)\(name)"
  }
}

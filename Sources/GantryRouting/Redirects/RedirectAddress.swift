// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// `from` or `to` of a map: a pattern, perhaps with a query, and in `from` with a scheme and host.
struct RedirectAddress: Hashable, Sendable {
  /// The scheme that a URL must have, in lower case; nil for any and none.
  let scheme: String?
  /// The host that an `https` URL must have, in lower case.
  let host: String?
  let path: PathPattern
  let query: [RedirectItem]

  init(scheme: String? = nil, host: String? = nil, path: PathPattern, query: [RedirectItem] = []) {
    self.scheme = scheme
    self.host = host
    self.path = path
    self.query = query
  }

  /// Whether a URL must have more than a path for it.
  var isConditional: Bool { scheme != nil || !query.isEmpty }

  /// The names of all captures, those of the query last.
  var captureNames: [String] { path.captureNames + query.compactMap(\.capture) }

  /// Whether a URL has the scheme, the host and the query.
  func admits(_ url: RouteURL) -> Bool {
    guard scheme == nil || scheme == url.scheme && host == url.host else { return false }
    return query.allSatisfy { url.query.contains(where: $0.takes) }
  }

  /// The texts that a URL has for the captures of the query, by name.
  func texts(of url: RouteURL) -> [String: String] {
    var texts: [String: String] = [:]
    for item in query {
      guard let name = item.capture else { continue }
      texts[name] = url.query.first(where: item.takes)?.value
    }
    return texts
  }

  /// Whether a URL that this address was left with, by another one, may be one of a third.
  ///
  /// - Parameters:
  ///   - target: Where it was sent.
  ///   - next: The address that it may be one of.
  func mayLead(by target: RedirectAddress, to next: RedirectAddress) -> Bool {
    if let scheme, let other = next.scheme, scheme != other || host != next.host { return false }
    return target.path.meets(next.path)
      && next.query.allSatisfy { item in
        if let set = target.query.first(where: { $0.name.hasBytes(of: item.name) }) {
          return item.mayTake(set)
        }
        // Items that this entry matches are taken out of the query.
        return !query.contains { $0.name.hasBytes(of: item.name) }
      }
  }

  /// The same for all addresses that differ in their paths and the names of captures only.
  var conditions: String {
    let items = query.map { item in
      item.capture == nil ? "\(item)" : "\(PercentCoding.encode(item.name))=:"
    }
    return "\(scheme ?? "")://\(host ?? "")?" + items.sorted().joined(separator: "&")
  }

  /// Which of two addresses that take one URL counts: the one with the larger rank.
  var rank: (Int, Int, UInt64) { (query.count, scheme == nil ? 0 : 1, path.specificity) }
}

extension RedirectAddress: CustomStringConvertible {
  var description: String {
    let origin = scheme.map { host == nil ? "\($0)://" : "\($0)://\(host ?? "")/" } ?? ""
    let items = query.map(\.description).joined(separator: "&")
    return origin + path.description + (items.isEmpty ? "" : "?" + items)
  }
}

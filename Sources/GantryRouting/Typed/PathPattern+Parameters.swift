// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension PathPattern {
  /// Reads a pattern whose captures have the types of parameters.
  ///
  /// - Parameters:
  ///   - text: The pattern.
  ///   - parameters: Parameters that aren't captures belong to the query.
  /// - Throws: `RouteError.malformedPattern`.
  init(_ text: String, parameters: [RouteParameter]) throws(RouteError) {
    let untyped = try PathPattern(text)
    var kinds: [String: CaptureKind] = [:]
    for segment in untyped.segments {
      guard case .capture(let name, _) = segment else { continue }
      kinds[name] = parameters.first { $0.label == name }?.kind
    }
    self = kinds.isEmpty ? untyped : try PathPattern(text, kinds: kinds)
  }
}

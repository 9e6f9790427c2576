// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension RouteCaptures {
  /// The path of another pattern with the same captures.
  ///
  /// - Parameters:
  ///   - pattern: The pattern to fill; all its captures are among the names or the texts.
  ///   - names: The names of these captures.
  ///   - texts: Further ones that segments can hold, by name.
  func path(filling pattern: PathPattern, names: [String], texts: [String: String]) -> RoutePath {
    var bytes: [UInt8] = []
    for segment in pattern.segments {
      switch segment {
      case .literal(let text): RoutePath.append(text.utf8, to: &bytes)
      case .capture(let name, _), .rest(let name):
        if let index = names.firstIndex(of: name) {
          bytes.append(ASCII.slash)
          bytes += part(index).utf8
        } else if let text = texts[name] {
          RoutePath.append(text.utf8, to: &bytes)
        }
      }
    }
    return bytes.isEmpty ? .root : RoutePath(unchecked: String(decoding: bytes, as: UTF8.self))
  }
}

// SPDX-License-Identifier: Apache-2.0

/// Reads the header `Cookie`.
enum Cookies {
  /// The name of the cookie with the session.
  static let session = "bazaar_session"

  /// The session that a browser names.
  ///
  /// - Returns: Nil if there is none, or if the text cannot be the name of one.
  static func session(in header: String?) -> String? {
    for pair in (header ?? "").split(separator: ";") {
      let parts = pair.split(separator: "=", maxSplits: 1).map { $0.drop { $0 == " " } }
      guard parts.count == 2, parts[0] == session else { continue }
      let value = parts[1]
      guard value.utf8.count == Secret.length else { return nil }
      return String(value)
    }
    return nil
  }
}

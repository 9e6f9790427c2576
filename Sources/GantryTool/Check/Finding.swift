// SPDX-License-Identifier: Apache-2.0

/// A fault of an app.
struct Finding: Equatable {
  /// The kind of fault, as one word that never changes.
  let kind: String
  /// The key that distinguishes the fault from others of its kind; it contains no line numbers.
  let key: String
  /// The source location as `file:line`; nil if the message has it.
  let location: String?
  /// The fault, with its fix.
  let message: String

  init(kind: String, key: String, location: String? = nil, message: String) {
    self.kind = kind
    self.key = key
    self.location = location
    self.message = message
  }

  /// Creates a finding from the application's own fault, whose words distinguish it from others.
  init(kind: String, message: String) {
    self.init(kind: kind, key: Self.withoutLines(message), message: message)
  }

  /// The fingerprint in a baseline, which stays the same when the code moves.
  var fingerprint: String { "\(kind): \(key)" }

  /// Returns a text on one line, without the lines and columns after file names.
  static func withoutLines(_ text: String) -> String {
    var text = text
    text.replace(/(\.[A-Za-z]+)(:[0-9]+)+/) { $0.1 }
    return oneLine(text)
  }

  /// Returns a text with its lines joined into one.
  static func oneLine(_ text: String) -> String { text.replacing(/\s*\n\s*/, with: " ") }
}

/// The findings that an app accepts for now, stored in a file beside its sources.
struct Baseline: Equatable {
  /// The version of the file format.
  static let currentSchemaVersion = 1

  /// The fingerprints of the accepted findings, sorted.
  let accepted: [String]

  private struct Contents: Codable {
    let schemaVersion: Int
    let accepted: [String]
  }

  /// Creates a baseline of findings.
  init(_ findings: [Finding]) {
    accepted = Set(findings.map(\.fingerprint)).sorted()
  }

  /// Reads a baseline.
  init(_ path: String) throws(ToolFailure) {
    let contents = try InputFile.json(Contents.self, path, "a baseline")
    guard contents.schemaVersion == Self.currentSchemaVersion else {
      throw ToolFailure(
        """
        \(path): the baseline has schema version \(contents.schemaVersion), and this tool reads \
        version \(Self.currentSchemaVersion). Write it again with '--write-baseline'.
        """, .faults)
    }
    accepted = contents.accepted
  }

  /// Replaces the contents of a file with the baseline.
  func write(to path: String) throws(ToolFailure) {
    let contents = Contents(schemaVersion: Self.currentSchemaVersion, accepted: accepted)
    try OutputFile.write(ToolJSON.text(of: contents), to: path)
  }
}

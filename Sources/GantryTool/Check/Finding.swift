// SPDX-License-Identifier: Apache-2.0

/// Something that is wrong with an app.
struct Finding: Equatable {
  /// The kind of fault, in one word that stays the same.
  let kind: String
  /// The key that tells it from others of its kind, without line numbers.
  let key: String
  /// Its source location, as `file:line`, if the message does not say.
  let place: String?
  /// The fault, and how to fix it.
  let message: String

  init(kind: String, key: String, place: String? = nil, message: String) {
    self.kind = kind
    self.key = key
    self.place = place
    self.message = message
  }

  /// A fault that the application found; its words tell it from others.
  init(kind: String, message: String) {
    self.init(kind: kind, key: Self.withoutLines(message), message: message)
  }

  /// Its fingerprint in a baseline: the same for the same fault, even when the code moves.
  var fingerprint: String { "\(kind): \(key)" }

  /// A text without the lines and columns behind names of files, in one line.
  static func withoutLines(_ text: String) -> String {
    var text = text
    text.replace(/(\.[A-Za-z]+)(:[0-9]+)+/) { $0.1 }
    return oneLine(text)
  }

  /// A text with its lines behind each other.
  static func oneLine(_ text: String) -> String { text.replacing(/\s*\n\s*/, with: " ") }
}

/// The findings that an app accepts for now, as a file beside its sources.
struct Baseline: Equatable {
  /// The version of the file's shape.
  static let currentSchemaVersion = 1

  /// The accepted findings, each by its fingerprint, sorted.
  let accepted: [String]
  /// The functions that may run before `main`, each by its fingerprint, sorted; nil accepts all of
  /// them, as files do that do not list any.
  let beforeMain: [String]?

  private struct Contents: Codable {
    let schemaVersion: Int
    let accepted: [String]
    let beforeMain: [String]?
  }

  /// Accepts findings, and the functions that run before `main` where those are known.
  init(_ findings: [Finding], beforeMain functions: [StartupFunction]?) {
    accepted = Set(findings.map(\.fingerprint)).sorted()
    beforeMain = functions.map { Set($0.map(\.fingerprint)).sorted() }
  }

  /// Reads a baseline.
  init(_ path: String) throws(ToolFailure) {
    let contents = try InputFile.json(Contents.self, path, "a baseline")
    guard contents.schemaVersion == Self.currentSchemaVersion else {
      throw ToolFailure(
        """
        \(path): the baseline has schema version \(contents.schemaVersion), and this tool reads \
        version \(Self.currentSchemaVersion). Write it anew with '--write-baseline'.
        """, .faults)
    }
    accepted = contents.accepted
    beforeMain = contents.beforeMain
  }

  /// Writes the baseline, in place of the file's contents.
  func write(to path: String) throws(ToolFailure) {
    let contents = Contents(
      schemaVersion: Self.currentSchemaVersion, accepted: accepted, beforeMain: beforeMain)
    try OutputFile.write(ToolJSON.text(of: contents), to: path)
  }
}

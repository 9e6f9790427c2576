// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

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

// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// The findings that an app accepts for now, as a file beside its sources.
struct Baseline: Equatable {
  /// The version of the file's shape.
  static let currentSchemaVersion = 1

  /// What is accepted, each by its fingerprint, sorted.
  let accepted: [String]

  private struct Contents: Codable {
    let schemaVersion: Int
    let accepted: [String]
  }

  /// Accepts findings.
  init(_ findings: [Finding]) { accepted = Set(findings.map(\.fingerprint)).sorted() }

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
  }

  /// Writes the baseline, in place of what the file holds.
  func write(to path: String) throws(ToolFailure) {
    let contents = Contents(schemaVersion: Self.currentSchemaVersion, accepted: accepted)
    try OutputFile.write(ToolJSON.text(of: contents), to: path)
  }
}

// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension LaunchReport {
  enum CodingKeys: String, CodingKey {
    case schemaVersion, tasks, criticalPath, stoppedBy, isCancelled, shuffleSeed, notes
    case readyMilliseconds, readyLowerBoundMilliseconds, totalMilliseconds
  }

  /// Reads a report.
  ///
  /// - Parameter decoder: Where to read from.
  /// - Throws: `DecodingError.dataCorrupted` when the report has another schema version than
  ///   ``currentSchemaVersion``; any other `DecodingError` when it is damaged.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    schemaVersion = try values.decode(Int.self, forKey: .schemaVersion)
    guard schemaVersion == Self.currentSchemaVersion else {
      throw DecodingError.dataCorruptedError(
        forKey: .schemaVersion, in: values,
        debugDescription: """
          The launch report has schema version \(schemaVersion), this library reads version \
          \(Self.currentSchemaVersion). Read it with the library that wrote it, or record it again.
          """)
    }
    tasks = try values.decode([Task].self, forKey: .tasks)
    criticalPath = try values.decode([String].self, forKey: .criticalPath)
    stoppedBy = try values.decodeIfPresent(String.self, forKey: .stoppedBy)
    isCancelled = try values.decode(Bool.self, forKey: .isCancelled)
    shuffleSeed = try values.decodeIfPresent(UInt64.self, forKey: .shuffleSeed)
    notes = try values.decodeIfPresent([String].self, forKey: .notes) ?? []
    readyMilliseconds = try values.decodeIfPresent(Double.self, forKey: .readyMilliseconds)
    readyLowerBoundMilliseconds = try values.decodeIfPresent(
      Double.self, forKey: .readyLowerBoundMilliseconds)
    totalMilliseconds = try values.decode(Double.self, forKey: .totalMilliseconds)
  }
}

// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension LaunchProfile: Codable {
  /// The encoded form is of another version than this library's.
  struct ForeignVersion: Error { let version: Int }

  private enum CodingKeys: String, CodingKey { case schemaVersion, entries }

  /// Goes past an element of a list at the least cost.
  private struct Passed: Decodable { init(from decoder: any Decoder) {} }

  /// Of a decoder's `userInfo`: the key of the launch that is planned, to read no more than that
  /// needs: of a file with nine keys a tenth of the time.
  static let wantedKey = CodingUserInfoKey(rawValue: "gantry.launch-profile.key")

  /// Reads the form that ``encode(to:)`` writes, and refuses another version.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let version = try container.decode(Int.self, forKey: .schemaVersion)
    guard version == Self.currentSchemaVersion else { throw ForeignVersion(version: version) }
    guard let wanted = Self.wantedKey.flatMap({ decoder.userInfo[$0] as? Key }) else {
      entries = try container.decode([Entry].self, forKey: .entries)
      return
    }
    let keys = try container.decode([Key].self, forKey: .entries)
    guard let index = wanted.nearest(in: keys) else { return }
    var list = try container.nestedUnkeyedContainer(forKey: .entries)
    for _ in 0..<index { _ = try list.decode(Passed.self) }
    entries = [try list.decode(Entry.self)]
  }

  /// Writes the version and all runs.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(Self.currentSchemaVersion, forKey: .schemaVersion)
    try container.encode(entries, forKey: .entries)
  }
}

extension LaunchProfile.Entry: Codable {
  private enum CodingKeys: String, CodingKey { case runsInMilliseconds, inheritedInMilliseconds }

  /// The runs of one task; more than are kept were not written by this library, and not read.
  private struct Runs: Decodable {
    let milliseconds: [Double]

    init(from decoder: any Decoder) throws {
      let container = try decoder.unkeyedContainer()
      guard container.count ?? 0 <= LaunchProfile.runsKept else {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "more runs of a task than are kept")
      }
      milliseconds = try [Double](from: decoder)
    }
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func runs(_ key: CodingKeys) throws -> [String: [Double]] {
      let runs =
        try container.decodeIfPresent([String: Runs].self, forKey: key)?
        .mapValues(\.milliseconds) ?? [:]
      guard runs.values.allSatisfy({ $0.allSatisfy { $0.isFinite && $0 >= 0 } }) else {
        throw DecodingError.dataCorruptedError(
          forKey: key, in: container, debugDescription: "a duration is negative")
      }
      return runs
    }
    self.init(
      key: try LaunchProfile.Key(from: decoder), runs: try runs(.runsInMilliseconds),
      inherited: try runs(.inheritedInMilliseconds))
  }

  func encode(to encoder: any Encoder) throws {
    try key.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(runs, forKey: .runsInMilliseconds)
    if !inherited.isEmpty { try container.encode(inherited, forKey: .inheritedInMilliseconds) }
  }
}

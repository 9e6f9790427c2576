// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension LaunchProfile {
  /// The launches whose durations may be compared with each other.
  public struct Key: Sendable, Hashable, Codable {
    /// The build of the program: any text that changes when the program does.
    public let build: String
    /// The kind of process, for example `daemon`.
    public let processKind: String
    /// Why the app was started, for example `push`.
    public let launchSource: String

    /// Makes a key.
    ///
    /// - Parameters:
    ///   - build: The build of the program: any text that changes when the program does.
    ///   - processKind: The kind of process.
    ///   - launchSource: Why the app was started.
    public init(build: String, processKind: String, launchSource: String) {
      self.build = build
      self.processKind = processKind
      self.launchSource = launchSource
    }

    /// Whether only the build may differ.
    func isComparable(to other: Self) -> Bool {
      processKind == other.processKind && launchSource == other.launchSource
    }

    /// The place of the key itself, else of the last one that differs in the build alone.
    func nearest(in keys: [Key]) -> Int? {
      keys.firstIndex(of: self) ?? keys.lastIndex { $0.isComparable(to: self) }
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension LaunchProfileError: CustomStringConvertible {
  /// The error, the file, and how to go on.
  public var description: String {
    switch self {
    case .damaged, .foreignVersion: "\(brief). It is set aside when the next one is written."
    case .unreadable: "\(brief). Correct its path or permissions."
    case .unwritable: "\(brief). Name a file in a folder where the program may write."
    case .busy: "\(brief); this launch is not recorded."
    }
  }

  /// The error and the file, without how to go on.
  package var brief: String {
    switch self {
    case .damaged(let file, let reason): "'\(file)' isn't a launch profile: \(reason)"
    case .foreignVersion(let file, let version):
      """
      '\(file)' is a launch profile of version \(version), this program reads version \
      \(LaunchProfile.currentSchemaVersion)
      """
    case .unreadable(let file, let reason):
      "the launch profile '\(file)' cannot be read: \(reason)"
    case .unwritable(let file, let reason):
      "the launch profile '\(file)' cannot be written: \(reason)"
    case .busy(let file, let waited):
      "the launch profile '\(file)' was locked by other processes for \(waited.text)"
    }
  }
}

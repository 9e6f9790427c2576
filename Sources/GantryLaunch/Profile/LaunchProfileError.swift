// SPDX-License-Identifier: Apache-2.0

/// An error in reading or keeping the durations of earlier launches. No launch fails because of it.
package enum LaunchProfileError: Error, Sendable, Hashable {
  /// The content of the file isn't a profile.
  case damaged(file: String, reason: String)
  /// The file is a profile in another version of the encoded form.
  case foreignVersion(file: String, version: Int)
  /// The file exists but can't be read.
  case unreadable(file: String, reason: String)
  /// The file, or one of those next to it, can't be written.
  case unwritable(file: String, reason: String)
  /// Other processes kept the file locked for longer than this one waits.
  case busy(file: String, waited: Duration)
}

extension LaunchProfileError: CustomStringConvertible {
  /// The error, the file, and how to fix it.
  package var description: String {
    switch self {
    case .damaged, .foreignVersion: "\(brief). It is set aside when the next one is written."
    case .unreadable: "\(brief). Correct its path or permissions."
    case .unwritable: "\(brief). Choose a file in a folder that the program can write to."
    case .busy: "\(brief); this launch is not recorded."
    }
  }

  /// The error and the file, without the fix.
  package var brief: String {
    switch self {
    case .damaged(let file, let reason): "'\(file)' isn't a launch profile: \(reason)"
    case .foreignVersion(let file, let version):
      """
      '\(file)' is a launch profile of version \(version); this program reads version \
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

// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// Why the durations of earlier launches could not be read or kept; no launch fails for it.
@nonexhaustive public enum LaunchProfileError: Error, Sendable, Hashable {
  /// The content of the file isn't a profile.
  case damaged(file: String, reason: String)
  /// The file is a profile of another version of the encoded form.
  case foreignVersion(file: String, version: Int)
  /// The file is there and cannot be read.
  case unreadable(file: String, reason: String)
  /// The file, or one of those beside it, cannot be written.
  case unwritable(file: String, reason: String)
  /// Other processes kept the file locked for as long as this one would wait.
  case busy(file: String, waited: Duration)
}

// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// Why a ``ModuleList`` could not be read; nothing of it is used.
@nonexhaustive
public enum ModuleListError: Error, Sendable, Hashable {
  /// The file is neither `.json` nor `.plist`.
  case unknownFormat(file: String)
  /// There is no such file, or no access to it.
  case unreadable(file: String, reason: String)
  /// The contents are not in the format that they should be in.
  case malformed(file: String, reason: String)
  /// The contents are not those of a list: everything that is wrong with them.
  case invalid(file: String, problems: [Problem])
}

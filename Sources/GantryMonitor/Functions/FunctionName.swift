// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// The name of a marked function, and where it was declared.
struct FunctionName {
  let name: String
  /// `file:line`.
  let declaredAt: String

  /// Reads the text that the macro wrote: the name, a space, and the place.
  init(text: String) {
    let parts = text.split(separator: " ", maxSplits: 1)
    name = parts.first.map(String.init) ?? ""
    declaredAt = parts.count > 1 ? String(parts[1]) : ""
  }
}

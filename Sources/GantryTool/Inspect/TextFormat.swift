// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import ArgumentParser

/// Whether an output is for people or for programs.
enum TextFormat: String, CaseIterable, ExpressibleByArgument {
  /// For people.
  case text
  /// For programs: a JSON object with a schema version.
  case json
}

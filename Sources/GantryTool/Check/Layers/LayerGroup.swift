// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// A group of targets, and the groups whose targets they may import.
struct LayerGroup: Equatable {
  let name: String
  let targets: [TargetPattern]
  /// The groups whose targets may be imported; the group itself only if it is among them.
  let imports: [String]
  /// Where it is declared, as `file:line`.
  let place: String
}

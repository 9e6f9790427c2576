// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import GantryText

/// Why a template cannot be filled in.
struct TemplateProblem: Error, Equatable, CustomStringConvertible {
  /// The file, and the line and column where they are known.
  let place: String
  /// The fault, and the fix.
  let problem: String

  var description: String { "\(place): \(problem)" }

  init(_ place: String, _ problem: String) {
    self.place = place
    self.problem = problem
  }

  /// A name that has no value.
  init(unknown name: String, at place: String, among names: [String]) {
    let near = NearNames.of(name, among: names)
    let known = near.isEmpty ? " There are \(Wording.list(names))." : Wording.near(near)
    self.init(place, "{{\(name)}} has no value.\(known)")
  }
}

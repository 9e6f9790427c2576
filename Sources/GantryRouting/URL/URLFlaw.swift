// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// A fault of a text, and its position: the offset of a byte in its UTF-8.
struct URLFlaw: Error {
  let problem: RouteURL.Problem
  let position: Int

  init(_ problem: RouteURL.Problem, at position: Int) {
    self.problem = problem
    self.position = position
  }
}

// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension ModuleCollection {
  /// What is off, and what runs of the rest: under one lock, so that nothing of a module begins
  /// while it is switched off.
  struct Switches {
    /// The modules that are off, each with the one that it was switched off with.
    var off: [Int: Int] = [:]
    /// The nodes that have begun and have not settled.
    var running: Set<String> = []
    /// By node: which launch it was handed to last; the application's own is 0.
    var launches: [String: Int] = [:]
    var lastLaunch = 0
  }
}

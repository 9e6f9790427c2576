// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// The tasks of a launch with their bodies and limits, by position.
final class LaunchTable: Sendable {
  let plan: LaunchPlan
  let bodies: [LaunchBody?]
  let limits: [Duration?]
  /// Empty when the plan is not shuffled.
  let delays: [Duration]

  /// Makes the table of a plan.
  ///
  /// - Parameters:
  ///   - plan: The plan.
  ///   - bodies: The body of each task, by name.
  ///   - base: The table so far, of a plan whose tasks are the first ones of this plan.
  init(_ plan: LaunchPlan, _ bodies: [String: LaunchBody], after base: LaunchTable? = nil) {
    self.plan = plan
    // By index: a copy of each task would cost more than the look at it.
    let places = plan.tasks.indices
    let added = places.dropFirst(base?.bodies.count ?? 0)
    self.bodies = (base?.bodies ?? []) + added.map { bodies[plan.tasks[$0].name] }
    limits = places.map { plan.tasks[$0].timeout }
    delays = plan.delays
  }
}

// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// The closure of a handler that runs on the main actor.
@usableFromInline
enum MainBody<E: LifecycleEvent>: Sendable {
  case silent(@MainActor @Sendable (E) throws -> Void)
  case answering(@MainActor @Sendable (E) throws -> E.Response?)
}

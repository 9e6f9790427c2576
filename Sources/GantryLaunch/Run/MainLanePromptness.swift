// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// Holds idle work back for as long as the main actor is busy.
struct MainLanePromptness: Sendable {
  /// Half a frame at 60 frames a second: an actor that answers later is busy.
  static let bound = Duration.milliseconds(8)

  let now: @Sendable () -> Duration
  /// Goes to the main actor and back.
  var visit: @Sendable () async -> Void = { await MainActor.run {} }
  /// Whether a task still waits for this.
  var isNeeded: @Sendable () -> Bool = { !Task.isCancelled }

  /// Returns when the main actor has answered within the bound, or no task waits for that any more.
  ///
  /// It asks again only after an answer, so a busy main actor is asked seldom.
  @concurrent
  func wait() async {
    repeat {
      let asked = now()
      await visit()
      if now() - asked <= Self.bound { return }
    } while isNeeded()
  }
}

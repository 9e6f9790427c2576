// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// The app is asked to end; a module with unfinished work may object.
///
/// One false is a veto. A module that knows at once returns its answer; one that needs time calls
/// `reply.expect` while it hears the event, and `reply.answer` later, both with its own name. A module
/// that is still launching does not object.
public struct ShouldTerminate: LifecycleEvent {
  /// Where a module that needs time answers; nil where the host cannot wait.
  public let reply: Reply<Bool>?

  /// Makes the event.
  ///
  /// - Parameter reply: Where a module that needs time answers; nil where the host cannot wait.
  public init(reply: Reply<Bool>? = nil) {
    self.reply = reply
  }

  /// One false is enough to answer false.
  public static var merge: MergeRule<Bool> { .all }
}

extension ShouldTerminate: NotificationRepresentable {}

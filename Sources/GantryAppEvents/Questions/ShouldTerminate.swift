// SPDX-License-Identifier: Apache-2.0

public import GantryEvents

/// The app is asked to terminate; a module with unfinished work may object.
///
/// One false is a veto. A module that knows its answer returns it. A module that needs time calls
/// `reply.expect` while it hears the event, and `reply.answer` later, both with its own name. An
/// `async` handler needs no `reply.expect`. A module that is still launching does not object.
public struct ShouldTerminate: LifecycleEvent {
  /// Takes the answers of modules that need time; nil when the host cannot wait.
  public let reply: Reply<Bool>?

  /// Creates the event.
  ///
  /// - Parameter reply: Takes the answers of modules that need time; nil when the host cannot wait.
  public init(reply: Reply<Bool>? = nil) {
    self.reply = reply
  }

  /// False when any module answers false.
  public static var merge: MergeRule<Bool> { .all }
}

extension ShouldTerminate: NotificationRepresentable {}

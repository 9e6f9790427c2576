// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// The app is asked to end; a module with unfinished work may object.
///
/// One false is a veto. A module that is still launching does not object.
public struct ShouldTerminate: LifecycleEvent {
  /// Makes the event.
  public init() {}

  /// One false is enough to answer false.
  public static var merge: MergeRule<Bool> { .all }
}

extension ShouldTerminate: NotificationRepresentable {}

// SPDX-License-Identifier: Apache-2.0

/// Something that happens to the app, delivered to every module at once, on the main actor.
///
/// A lifecycle event is delivered synchronously, in launch order, and may have an answer: each
/// handler gives its own, and ``merge`` combines them into one.
///
/// ```swift
/// public struct WindowWillClose: LifecycleEvent {
///   public static var merge: MergeRule<Bool> { .all }
/// }
/// ```
public protocol LifecycleEvent: Sendable {
  /// The answer of a handler; `Void` when the event asks for none.
  associatedtype Response: Sendable = Void

  /// How several answers become one, and the answer when no handler gives one.
  static var merge: MergeRule<Response> { get }

  /// How a module that is still launching hears the event.
  static var whileLaunching: LaunchingPolicy { get }
}

extension LifecycleEvent {
  /// The default policy, for a state change: only the last one reaches a late module.
  public static var whileLaunching: LaunchingPolicy { .latest }
}

extension LifecycleEvent where Response == Void {
  /// The default rule, for events without a response.
  public static var merge: MergeRule<Void> { .none }
}

// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// Something that happens to the app, delivered to every module at once, on the main actor.
///
/// A lifecycle event is delivered synchronously, in launch order, and may have an answer: each
/// handler gives its own, and ``merge`` makes one of them.
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
  /// A state change, unless the event says otherwise: only the last one reaches a late module.
  public static var whileLaunching: LaunchingPolicy { .latest }
}

extension LifecycleEvent where Response == Void {
  /// No answers, nothing to merge.
  public static var merge: MergeRule<Void> { .none }
}

/// How a module that is still launching hears an event.
public enum LaunchingPolicy: String, Sendable, Codable, CaseIterable {
  /// Kept and delivered once, in order, when the module has launched.
  case hold
  /// Only the last one is kept: a state change that a later one supersedes.
  case latest
  /// Heard right after the module was created, before its launch tasks.
  case atCreation
}

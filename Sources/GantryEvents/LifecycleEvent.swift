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

/// How a module that is still launching hears an event.
public enum LaunchingPolicy: String, Sendable, Codable, CaseIterable {
  /// Kept and delivered once, in order, when the module has launched.
  case hold
  /// Only the last one is kept: a state change that a later one supersedes.
  case latest
  /// Heard right after the module is created, before its launch tasks.
  case atCreation
}

/// How the answers of several handlers to one ``LifecycleEvent`` become one.
///
/// A rule states three things: how two answers combine, the answer when no handler gives one, and
/// the answer for a module that has not launched yet and hears the event later.
public struct MergeRule<Response: Sendable>: Sendable {
  /// The rule's name, as `events.explain` and the manifest show it.
  package let name: String
  /// The answer when no handler gives one.
  @usableFromInline package let unanswered: Response
  /// The answer on behalf of a module for which the event is held; nil gives none.
  package let held: Response?
  /// Whether the first answer ends the asking, so that later handlers are not called.
  @usableFromInline package let stopsAtFirst: Bool
  /// Combines the answer so far with the next one, in launch order.
  @usableFromInline package let combine: @Sendable (Response, Response) -> Response

  /// Creates a rule.
  ///
  /// - Parameters:
  ///   - name: The rule's name in explanations and manifests.
  ///   - unanswered: The answer when no handler gives one.
  ///   - held: The answer on behalf of a module that hears the event later; nil gives none.
  ///   - stopsAtFirst: Whether to stop asking after the first answer.
  ///   - combine: Combines the answer so far with the next one.
  public init(
    _ name: String, unanswered: Response, held: Response? = nil, stopsAtFirst: Bool = false,
    combine: @escaping @Sendable (Response, Response) -> Response
  ) {
    self.name = name
    self.unanswered = unanswered
    self.held = held
    self.stopsAtFirst = stopsAtFirst
    self.combine = combine
  }
}

// SPDX-License-Identifier: Apache-2.0

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

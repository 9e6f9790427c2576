// SPDX-License-Identifier: Apache-2.0

extension MergeRule where Response == Void {
  /// The event asks for no answer.
  public static var none: Self { Self("none", unanswered: ()) { _, _ in } }
}

extension MergeRule where Response == Bool {
  /// True when at least one answer is; false without answers; a held module counts as true.
  public static var any: Self { .any() }

  /// True when at least one answer is.
  ///
  /// - Parameters:
  ///   - unanswered: The answer when no handler gives one.
  ///   - held: The answer on behalf of a module that hears the event later; nil gives none. True by
  ///     default: an event that is kept for a module isn't refused.
  ///   - stopsAtFirst: Whether to stop asking after the first answer, even if it is false. A
  ///     handler returns nil to leave it to the next.
  /// - Returns: The rule.
  public static func any(
    unanswered: Bool = false, held: Bool? = true, stopsAtFirst: Bool = false
  ) -> Self {
    Self("any", unanswered: unanswered, held: held, stopsAtFirst: stopsAtFirst) { $0 || $1 }
  }

  /// True when no answer is false; true without answers; a held module counts as true.
  public static var all: Self { .all() }

  /// True when no answer is false.
  ///
  /// - Parameters:
  ///   - unanswered: The answer when no handler gives one.
  ///   - held: The answer on behalf of a module that hears the event later; nil gives none.
  ///   - stopsAtFirst: Whether to stop asking after the first answer, even if it is true. A
  ///     handler returns nil to leave it to the next.
  /// - Returns: The rule.
  public static func all(
    unanswered: Bool = true, held: Bool? = true, stopsAtFirst: Bool = false
  ) -> Self {
    Self("all", unanswered: unanswered, held: held, stopsAtFirst: stopsAtFirst) { $0 && $1 }
  }
}

extension MergeRule {
  /// The first answer, in launch order, that is not nil.
  ///
  /// Nil without answers, and a held module gives none. Every handler is asked, because a handler
  /// may answer nil.
  ///
  /// - Returns: The rule.
  public static func first<Wrapped>() -> Self where Response == Wrapped? {
    Self("first", unanswered: nil) { $0 ?? $1 }
  }
}

extension MergeRule where Response: SetAlgebra {
  /// The union of all answers; empty without answers; a held module gives none.
  public static var union: Self { Self("union", unanswered: Response()) { $0.union($1) } }

  /// The intersection of all answers; a held module gives none.
  ///
  /// - Parameter unanswered: The answer when no handler gives one, usually the full set.
  /// - Returns: The rule.
  package static func intersection(unanswered: Response) -> Self {
    Self("intersection", unanswered: unanswered) { $0.intersection($1) }
  }
}

extension MergeRule where Response: RangeReplaceableCollection {
  /// All answers, concatenated in launch order.
  ///
  /// Empty without answers; a held module gives none.
  package static var concatenation: Self {
    Self("concatenation", unanswered: Response()) { $0 + $1 }
  }
}

// SPDX-License-Identifier: Apache-2.0

/// The modules' part in a method of the app's own delegate.
package struct Interposition: Sendable {
  /// The modules' answer, and the arguments for the delegate's own method.
  package typealias Heard = (answer: MethodAnswer, words: [UInt])
  /// Merges the modules' answer with the delegate's.
  package typealias Merge = @MainActor @Sendable (MethodAnswer, MethodAnswer) -> MethodAnswer

  /// The method.
  package var row: DelegateMethodRow
  /// Tells modules of a call, given its arguments and whether the delegate has the method itself.
  ///
  /// If there is a completion handler, the delegate's own method gets a different one. Nil means
  /// that modules take no part in this call.
  package var hear: @MainActor @Sendable (_ words: [UInt], _ hasOwn: Bool) -> Heard?
  /// Merges the modules' answer with the delegate's; nil applies the table's rule.
  package var merge: Merge?
  /// Answers if neither the modules nor the delegate do; it also calls the completion handler.
  package var otherwise: @Sendable ([UInt]) -> MethodAnswer

  /// Describes the modules' part in a method.
  package init(
    row: DelegateMethodRow, merge: Merge? = nil,
    otherwise: @escaping @Sendable ([UInt]) -> MethodAnswer = { _ in .nothing },
    hear: @escaping @MainActor @Sendable (_ words: [UInt], _ hasOwn: Bool) -> Heard?
  ) {
    self.row = row
    self.hear = hear
    self.merge = merge
    self.otherwise = otherwise
  }

  /// Describes the same for a method without a completion handler, with its default answer.
  package init(
    row: DelegateMethodRow, unanswered: MethodAnswer = .nothing, merge: Merge? = nil,
    tell: @escaping @MainActor @Sendable ([UInt]) -> MethodAnswer
  ) {
    self.init(row: row, merge: merge, otherwise: { _ in unanswered }) { words, _ in
      (tell(words), words)
    }
  }

  /// Merges two answers into one.
  @MainActor
  func merged(_ modules: MethodAnswer, _ own: MethodAnswer) -> MethodAnswer {
    merge?(modules, own) ?? row.merge.of(modules, own)
  }
}

extension DelegateMethodRow.Merge {
  /// The method's answer, merged from the modules' and the delegate's. If a completion handler
  /// takes the answers, the method itself has none to merge.
  func of(_ modules: MethodAnswer, _ own: MethodAnswer) -> MethodAnswer {
    switch (self, modules, own) {
    case (.any, .bool(let first), .bool(let second)): .bool(first || second)
    case (.all, .bool(let first), .bool(let second)): .bool(first && second)
    // An empty answer would crash the app, so the delegate's stays.
    case (.intersection, .word(let first), .word(let second)):
      .word(first & second == 0 ? second : first & second)
    case (.first, .word(let first), .word(let second)): .word(first == 0 ? second : first)
    default: own
    }
  }
}

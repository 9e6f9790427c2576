// SPDX-License-Identifier: Apache-2.0

/// The part that modules take in a method of a delegate that is not the host's.
package struct Interposition: Sendable {
  /// The modules' answer, and the arguments for the delegate's own method.
  package typealias Heard = (answer: MethodAnswer, words: [UInt])
  /// Makes one of the modules' answer and that of the delegate.
  package typealias Merge = @MainActor @Sendable (MethodAnswer, MethodAnswer) -> MethodAnswer

  /// The method.
  package var row: DelegateMethodRow
  /// Has modules hear of it: takes the arguments, and whether the delegate has the method itself.
  ///
  /// Where there is a completion handler, the delegate's own method gets another one. Nil says that
  /// modules have no part in this call.
  package var hear: @MainActor @Sendable (_ words: [UInt], _ hasOwn: Bool) -> Heard?
  /// Makes one of the modules' answer and that of the delegate; by the table's rule, where it is nil.
  package var merge: Merge?
  /// Answers where neither modules nor the delegate do, and calls the completion handler there.
  package var otherwise: @Sendable ([UInt]) -> MethodAnswer

  /// States the part of modules in a method.
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

  /// States the same for a method without a completion handler, with the answer where there is none.
  package init(
    row: DelegateMethodRow, unanswered: MethodAnswer = .nothing, merge: Merge? = nil,
    tell: @escaping @MainActor @Sendable ([UInt]) -> MethodAnswer
  ) {
    self.init(row: row, merge: merge, otherwise: { _ in unanswered }) { words, _ in
      (tell(words), words)
    }
  }

  /// One answer of two.
  @MainActor
  func merged(_ modules: MethodAnswer, _ own: MethodAnswer) -> MethodAnswer {
    merge?(modules, own) ?? row.merge.of(modules, own)
  }
}

extension DelegateMethodRow.Merge {
  /// The method's answer, of that of modules and that of the delegate. Where a completion handler takes
  /// the answers, the method itself has none to merge.
  func of(_ modules: MethodAnswer, _ own: MethodAnswer) -> MethodAnswer {
    switch (self, modules, own) {
    case (.any, .bool(let first), .bool(let second)): .bool(first || second)
    case (.all, .bool(let first), .bool(let second)): .bool(first && second)
    // An empty answer would end the app: that of the delegate stays.
    case (.intersection, .word(let first), .word(let second)):
      .word(first & second == 0 ? second : first & second)
    case (.first, .word(let first), .word(let second)): .word(first == 0 ? second : first)
    default: own
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import GantryCore
internal import GantryEvents

/// The framework whose delegates an app has.
package enum DelegateKit: Sendable, CaseIterable {
  case uiKit
  case appKit

  /// The framework of this system; UIKit if it has neither, for tests.
  package static var current: Self {
    #if canImport(AppKit) && !targetEnvironment(macCatalyst)
      .appKit
    #else
      .uiKit
    #endif
  }
}

/// A row of the table of delegate methods; each row has one object.
package final class DelegateMethodRow: Sendable {
  /// The delegate that has the method.
  package enum Owner: Sendable {
    case app
    case scene
    case windowScene
    case notifications
  }

  /// When a delegate responds to the method.
  package enum Rule: Sendable, Equatable {
    case always
    /// When a module handles the event.
    case handled
    /// The same, before the system version that has another method for it.
    case handledBefore(Int)
    /// When a subclass overrides it; modules hear a notification instead.
    case notified
    /// When a subclass overrides it.
    case overridden
  }

  /// How answers become the method's answer, named after the merge rule of its event.
  package enum Merge: String, Sendable {
    case none
    case any
    case all
    case first
    case fetch
    case union
    case concatenation
    case intersection
  }

  /// An event without its type.
  package struct Heard: Sendable {
    /// The name of the event's rule.
    package let merge: String
    let isHandled: @Sendable (EventBus) -> Bool
    let explain: @Sendable (EventBus) -> EventExplanation

    init<E: LifecycleEvent>(_ event: E.Type) {
      merge = E.merge.name
      isHandled = { $0.isHandled(event) }
      explain = { $0.explain(event) }
    }
  }

  /// The case of the enumeration.
  package let method: DelegateMethod
  /// The position of that case among all cases. A search for a case would hash its text.
  let number: Int
  /// The delegate that has the method.
  package let owner: Owner
  /// Its name in Objective-C.
  package let selector: String
  /// The types of its result and arguments, as the Objective-C runtime writes them.
  package let encoding: String
  /// When a delegate responds to it.
  package let rule: Rule
  /// How the answers of modules and of the app's own delegate become one.
  package let merge: Merge
  /// The events that modules hear; empty if they hear none, or one with types of the app's
  /// frameworks.
  package let heard: [Heard]

  private init(
    _ method: DelegateMethod, _ owner: Owner, _ selector: String, _ encoding: String, _ rule: Rule,
    _ merge: Merge, _ heard: [Heard]
  ) {
    self.method = method
    number = method.number
    self.owner = owner
    self.selector = selector
    self.encoding = encoding
    self.rule = rule
    self.merge = merge
    self.heard = heard
  }

  static func row<each E: LifecycleEvent>(
    _ method: DelegateMethod, _ owner: Owner, _ selector: String, _ encoding: String, _ rule: Rule,
    _ merge: Merge, _ event: repeat (each E).Type
  ) -> DelegateMethodRow {
    var heard: [Heard] = []
    repeat heard.append(Heard(each event))
    return DelegateMethodRow(method, owner, selector, encoding, rule, merge, heard)
  }

  /// Joins the parts of a name that a program without remote notifications must not contain as a
  /// whole. The store would assume that the program uses them.
  static func joined(_ parts: String...) -> String { parts.joined(separator: ":") }

  private static func table(of kit: DelegateKit) -> [DelegateMethod: DelegateMethodRow] {
    kit == .uiKit ? ofUIKit : ofAppKit
  }

  private static let ofUIKit = byMethod(.uiKit)
  private static let ofAppKit = byMethod(.appKit)

  private static func byMethod(_ kit: DelegateKit) -> [DelegateMethod: DelegateMethodRow] {
    Dictionary(all(of: kit).map { ($0.method, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The row of a method; nil if the kit's delegates do not have it.
  package static func of(
    _ method: DelegateMethod, in kit: DelegateKit = .current
  ) -> DelegateMethodRow? {
    table(of: kit)[method]
  }
}

extension DelegateMethod {
  private static let numbers = Dictionary(
    uniqueKeysWithValues: zip(allCases, allCases.indices))

  /// The position among all cases.
  var number: Int { Self.numbers[self, default: 0] }

  /// Its name in Objective-C, for example `application:openURL:options:`.
  ///
  /// If this system's delegates do not have the method, it is the name in the other kit.
  package var selector: String {
    let rows = [DelegateKit.current, .uiKit, .appKit].lazy.compactMap {
      DelegateMethodRow.of(self, in: $0)
    }
    return rows.first?.selector ?? rawValue
  }
}

/// Rows of the table of methods, by the words of their selectors.
///
/// A name has one address in the Objective-C runtime, so no text is hashed or compared. The system
/// asks for many methods whenever a delegate is set, so a search takes no lock and allocates
/// nothing.
package struct SelectorTable: Sendable {
  /// The words, each at its slot or after it; zero marks an empty slot, as no selector is zero.
  private let words: ContiguousArray<UInt>
  /// The rows, at the slots of their words.
  private let rows: ContiguousArray<DelegateMethodRow?>
  private let bits: Int

  /// Creates a table of rows and the words of their selectors; of two with the same word, the first
  /// counts.
  package init(_ pairs: [(word: UInt, row: DelegateMethodRow)]) {
    // At most a quarter is filled, so that words are seldom far from their slots.
    let bits = Int.bitWidth - (max(1, pairs.count) * 4 - 1).leadingZeroBitCount
    var words = ContiguousArray<UInt>(repeating: 0, count: 1 << bits)
    var rows = ContiguousArray<DelegateMethodRow?>(repeating: nil, count: words.count)
    for (word, row) in pairs where word != 0 {
      var slot = Self.slot(word, bits)
      while words[slot] != 0, words[slot] != word { slot = (slot + 1) & (words.count - 1) }
      guard words[slot] == 0 else { continue }
      words[slot] = word
      rows[slot] = row
    }
    self.words = words
    self.rows = rows
    self.bits = bits
  }

  /// The row of a selector; nil for a method that is not in the table.
  package subscript(_ word: UInt) -> DelegateMethodRow? {
    var slot = Self.slot(word, bits)
    while words[slot] != 0 {
      if words[slot] == word { return rows[slot] }
      slot = (slot + 1) & (words.count - 1)
    }
    return nil
  }

  /// Multiplies by the golden ratio, which spreads neighboring addresses.
  private static func slot(_ word: UInt, _ bits: Int) -> Int {
    Int(truncatingIfNeeded: (UInt64(word) &* 0x9E37_79B9_7F4A_7C15) >> UInt64(64 - bits))
  }
}

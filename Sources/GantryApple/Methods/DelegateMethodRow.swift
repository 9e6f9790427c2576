// SPDX-License-Identifier: Apache-2.0

public import Gantry

/// The framework whose delegates an app has.
package enum DelegateKit: Sendable, CaseIterable {
  case uiKit
  case appKit

  /// The one of this system; UIKit's where there is neither, for tests.
  package static var current: Self {
    #if canImport(AppKit) && !targetEnvironment(macCatalyst)
      .appKit
    #else
      .uiKit
    #endif
  }
}

/// A line of the table of delegate methods; there is one object for each.
package final class DelegateMethodRow: Sendable {
  /// The delegate that has the method.
  package enum Owner: Sendable {
    case app
    case scene
    case windowScene
    case notifications
  }

  /// When the system is told that a delegate has the method.
  package enum Rule: Sendable, Equatable {
    case always
    /// When a module hears the event.
    case handled
    /// The same, before the version of the system that has another method for it.
    case handledBefore(Int)
    /// When a subclass overrides it; modules hear of it by a notification.
    case notified
    /// When a subclass overrides it.
    case overridden
  }

  /// How answers become the method's answer, by the name of the rule that its event has.
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
  /// The delegate that has the method.
  package let owner: Owner
  /// Its name in Objective-C.
  package let selector: String
  /// The types of its result and arguments, as the Objective-C runtime writes them.
  package let encoding: String
  /// When the system is told of it.
  package let rule: Rule
  /// How the answers of modules and of a delegate that is not the host's become one.
  package let merge: Merge
  /// The events that modules hear; none where they hear nothing, or one of the app's frameworks' types.
  package let heard: [Heard]

  private init(
    _ method: DelegateMethod, _ owner: Owner, _ selector: String, _ encoding: String, _ rule: Rule,
    _ merge: Merge, _ heard: [Heard]
  ) {
    self.method = method
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

  /// The parts of a name that a program without remote notifications must not contain as a whole:
  /// the store would take it for one that has them.
  static func joined(_ parts: String...) -> String { parts.joined(separator: ":") }

  private static func table(of kit: DelegateKit) -> [DelegateMethod: DelegateMethodRow] {
    kit == .uiKit ? ofUIKit : ofAppKit
  }

  private static let ofUIKit = byMethod(.uiKit)
  private static let ofAppKit = byMethod(.appKit)

  private static func byMethod(_ kit: DelegateKit) -> [DelegateMethod: DelegateMethodRow] {
    Dictionary(all(of: kit).map { ($0.method, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The row of a method; nil for one that the kit's delegates do not have.
  package static func of(
    _ method: DelegateMethod, in kit: DelegateKit = .current
  ) -> DelegateMethodRow? {
    table(of: kit)[method]
  }
}

extension DelegateMethod {
  /// Its name in Objective-C, for example `application:openURL:options:`; that of the other kit for a
  /// method that this system's delegates do not have.
  public var selector: String {
    let rows = [DelegateKit.current, .uiKit, .appKit].lazy.compactMap {
      DelegateMethodRow.of(self, in: $0)
    }
    return rows.first?.selector ?? rawValue
  }
}

/// The handlers of a delegate method, and whether the system is told of it.
public struct MethodExplanation: Sendable, Equatable, CustomStringConvertible {
  /// The method.
  public let method: DelegateMethod
  /// Whether the system is told that there is such a method, where no class of the app implements it.
  public let isAnswered: Bool
  /// Whether modules hear of it by a notification of the system instead.
  public let isNotified: Bool
  /// The handlers of each event that the method becomes; empty where it becomes none.
  public let handlers: [EventExplanation]

  /// The method, whether the system is told of it, and a line for each handler.
  public var description: String {
    let name = method.selector
    let head =
      isNotified
      ? "\(name) is heard by a notification of the system"
      : isAnswered ? "the system is told of \(name)" : "the system is not told of \(name)"
    return handlers.reduce(head) { "\($0)\n\($1)" }
  }
}

/// Rows of the table of methods, by the words of their selectors.
///
/// A name has one address in the Objective-C runtime, so no text is hashed or compared. The system asks
/// for many methods each time it is given a delegate: a search takes no lock and allocates nothing.
package struct SelectorTable: Sendable {
  /// The words, each at its place or behind it; zero where there is none, as no selector is.
  private let words: ContiguousArray<UInt>
  /// The rows, at the places of their words.
  private let rows: ContiguousArray<DelegateMethodRow?>
  private let bits: Int

  /// Makes it of rows and the words of their selectors; of two with one word, the first counts.
  package init(_ pairs: [(word: UInt, row: DelegateMethodRow)]) {
    // At most a quarter is taken, so that words seldom lie far from their places.
    let bits = Int.bitWidth - (max(1, pairs.count) * 4 - 1).leadingZeroBitCount
    var words = ContiguousArray<UInt>(repeating: 0, count: 1 << bits)
    var rows = ContiguousArray<DelegateMethodRow?>(repeating: nil, count: words.count)
    for (word, row) in pairs where word != 0 {
      var place = Self.place(word, bits)
      while words[place] != 0, words[place] != word { place = (place + 1) & (words.count - 1) }
      guard words[place] == 0 else { continue }
      words[place] = word
      rows[place] = row
    }
    self.words = words
    self.rows = rows
    self.bits = bits
  }

  /// The row of a selector; nil for a method that is not in the table.
  package subscript(_ word: UInt) -> DelegateMethodRow? {
    var place = Self.place(word, bits)
    while words[place] != 0 {
      if words[place] == word { return rows[place] }
      place = (place + 1) & (words.count - 1)
    }
    return nil
  }

  /// By multiplication with the golden ratio, which spreads addresses that lie side by side.
  private static func place(_ word: UInt, _ bits: Int) -> Int {
    Int(truncatingIfNeeded: (UInt64(word) &* 0x9E37_79B9_7F4A_7C15) >> UInt64(64 - bits))
  }
}

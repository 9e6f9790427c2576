// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser

/// A reason why one module of an app waits for another.
struct Link: Hashable {
  /// The kind of link, strongest first.
  enum Kind: String, Hashable, Codable, CaseIterable, ExpressibleByArgument {
    /// `requires:` or `requiredBy:`.
    case requires
    /// An injected service.
    case service
    /// The result of a launch task.
    case result
    /// `wants:` or `wantedBy:`.
    case wants
    /// `after:` or `before:`.
    case order

    /// The kind in words.
    func words(isRequired: Bool, isLazy: Bool) -> String {
      switch self {
      case .service: isLazy ? "lazy service" : isRequired ? "service" : "optional service"
      case .result: isRequired ? "result" : "optional result"
      case .requires, .wants, .order: rawValue
      }
    }
  }

  /// The dependent.
  private(set) var waiting: String
  /// The dependency.
  private(set) var needed: String
  let kind: Kind
  /// The strength of the dependency.
  let strength: Strength
  /// The declaration in words: `Orders.load requires Storage.open`.
  let sentence: String
  /// Whether nothing waits, because the dependency is injected when it is used.
  var isLazy = false
  /// The source location of the declaration, as `file:line`.
  let declaredAt: String

  /// The strength of a link, strongest first.
  enum Strength: Int, Hashable, Comparable, CaseIterable {
    /// The dependent needs the dependency.
    case must
    /// The dependent can do without the dependency.
    case may
    /// The link is only an order.
    case order

    static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
  }

  /// Returns the same link between the groups of its ends.
  func between(_ waiting: String, _ needed: String) -> Link {
    var link = self
    (link.waiting, link.needed) = (waiting, needed)
    return link
  }

  /// The link on one line, with its source location.
  var details: String { declaredAt.isEmpty ? sentence : "\(sentence) (\(declaredAt))" }
}

extension String {
  /// The name of a type without Swift modules: `Array<Order>` for `Swift.Array<OrdersAPI.Order>`.
  ///
  /// A qualifier in brackets stays as it is.
  var withoutSwiftModules: String {
    var text = ""
    var word = ""
    // Only the first component of a name is a module.
    var isFirst = true
    var rest = self[...]
    while let letter = rest.popFirst() {
      if letter == "[" {
        return text + word + "[" + rest
      } else if letter.isLetter || letter.isNumber || letter == "_" {
        word.append(letter)
      } else if letter == "." {
        if !isFirst { text += word + "." }
        (word, isFirst) = ("", false)
      } else {
        text += word + String(letter)
        (word, isFirst) = ("", true)
      }
    }
    return text + word
  }
}

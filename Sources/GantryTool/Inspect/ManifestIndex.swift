// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Gantry
internal import GantryLaunch
internal import GantryServices

/// A manifest, indexed by names and types.
///
/// The index is built once. Searching all modules for each module would take quadratic time.
struct ManifestIndex {
  /// The entries by name.
  let entries: [String: AppManifest.Entry]
  /// The tasks that return each type, with their modules.
  private(set) var producers: [String: [(task: String, module: String)]] = [:]
  /// The modules that take a result of each type.
  private(set) var takers: [String: [(module: String, isOptional: Bool)]] = [:]
  /// The modules that inject each type.
  private(set) var injectors: [String: [(module: String, kind: ServiceRequest.Kind?)]] = [:]
  /// The modules that declare an edge to each name.
  private(set) var speakers: [String: [(module: String, kind: LaunchEdge.Kind)]] = [:]
  /// The modules that handle each event, by the event's name.
  private(set) var hearers: [String: [String]] = [:]

  init(_ manifest: AppManifest) {
    entries = Dictionary(
      manifest.modules.map { ($0.name.rawValue, $0) }, uniquingKeysWith: { first, _ in first })
    for entry in manifest.modules { add(entry, entry.name.rawValue) }
  }

  private mutating func add(_ entry: AppManifest.Entry, _ name: String) {
    for request in entry.injects {
      injectors[request.type, default: []].append((name, request.kind))
    }
    for edge in entry.dependencies + entry.tasks.flatMap(\.dependencies) {
      speakers[edge.target.rawValue, default: []].append((name, edge.kind))
    }
    for task in entry.tasks {
      if let type = task.returns {
        let producer = entry.kind == .module ? task.name.rawValue : name
        producers[type, default: []].append((producer, name))
      }
      for input in task.takes {
        takers[input.type, default: []].append((name, input.isOptional))
      }
    }
    for event in Set(entry.handlers.map(\.event)) { hearers[event, default: []].append(name) }
  }
}

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

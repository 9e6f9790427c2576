// SPDX-License-Identifier: Apache-2.0

public import Foundation
internal import GantryLaunch
internal import GantryText

/// A list of the linked modules that run, read from a JSON file or a property list.
///
/// Without a list, every linked module runs. With a list, a module that it does not name is skipped
/// as "not in the list". Functions and closures of the app run unless the list disables them.
///
/// ```json
/// {
///   "version": 1,
///   "ordered": false,
///   "modules": [
///     "Account",
///     {"name": "Orders", "priority": 200, "stage": "afterReady", "after": ["Analytics"]},
///     {"name": "Messages", "enabled": false}
///   ],
///   "providers": {"StorageService": "MemoryStorage"},
///   "environments": {
///     "staging": {
///       "modules": ["Messages", {"name": "Orders", "priority": 100}, "DebugKit"],
///       "providers": {"StorageService": "FileStorage"}
///     }
///   }
/// }
/// ```
///
/// - `version`: always 1. It and `modules` are required; all other keys are optional.
/// - `modules`: the entries. An entry is a name, or a dictionary of `name`, `enabled`, `priority`
///   (the highest goes first), `stage` (`beforeReady`, `afterReady`, `idle`, `onDemand`), and the
///   dependencies `requires`, `wants`, `after`, `before`, `requiredBy`, `wantedBy`. A name is that
///   of a module (`Target/Name` if several modules share it), its type (`HomeModule`) or a task
///   (`Home.preload`). Priority and stage replace the module's own; dependencies are added to its
///   own.
/// - `ordered`: by default, the order of the entries only decides between equal priorities. If it
///   is `true`, each entry comes `after` the nearest one above it that runs. Entries that are
///   disabled, or that a condition or requirement keeps from running, are passed over. If other
///   dependencies forbid this order, there is a cycle, which names the entry and the dependency. As
///   with any dependency, the entries above a before-ready module launch before the app is ready.
/// - `providers`: the providing module of a service, by the service's type, with or without its
///   Swift module.
/// - `environments`: the differences in an environment. A name enables its module. In a dictionary,
///   each key replaces the same key of the entry in `modules`. Names that are not in `modules` are
///   added at its end. If a file has this key, it must have a section for each environment that is
///   requested; the section may be empty.
///
/// If the file contains only an array of entries, such as an old list of class names, the array is
/// the value of `modules`.
///
/// Unknown keys are errors, and all faults of a file are reported at once. The application checks
/// whether each name is linked. If only some builds link a module, such as debug builds, name it in
/// the section of an environment.
public struct ModuleList: Sendable {
  /// The file's name, as it appears in faults and reasons.
  public let file: String
  /// The environment whose section was applied; nil if none was.
  public let environment: String?

  let isOrdered: Bool
  let entries: [Entry]
  let choices: [String: Choice]

  /// Reads a file, in the format of its extension: `.json` or `.plist`.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - environment: The section to apply; nil applies none.
  /// - Throws: ``ModuleListError/unknownFormat(file:)`` for another extension,
  ///   ``ModuleListError/unreadable(file:reason:)`` if the file doesn't exist or isn't accessible,
  ///   ``ModuleListError/malformed(file:reason:)`` if its text is incomplete or in neither format,
  ///   and ``ModuleListError/invalid(file:faults:)`` with all mistakes in its contents.
  public init(contentsOf url: URL, environment: String? = nil) throws(ModuleListError) {
    let kind = url.pathExtension.lowercased()
    guard kind == "json" || kind == "plist" else { throw .unknownFormat(file: url.path) }
    let data: Data
    do {
      data = try Data(contentsOf: url)
    } catch {
      throw .unreadable(file: url.path, reason: FileProblem.unreadable(error))
    }
    let file = url.lastPathComponent
    if kind == "json" {
      try self.init(json: data, file: file, environment: environment)
    } else {
      try self.init(plist: data, file: file, environment: environment)
    }
  }

  /// Reads a list from JSON.
  ///
  /// - Parameters:
  ///   - json: The file's contents.
  ///   - file: The name to show in faults and reasons.
  ///   - environment: The section to apply; nil applies none.
  /// - Throws: ``ModuleListError/malformed(file:reason:)`` if the data isn't JSON, and
  ///   ``ModuleListError/invalid(file:faults:)`` with all mistakes in its contents.
  public init(json: Data, file: String, environment: String? = nil) throws(ModuleListError) {
    let root: Any
    do {
      root = try JSONSerialization.jsonObject(with: json, options: [.fragmentsAllowed])
    } catch {
      throw .malformed(file: file, reason: FileProblem.malformed(error, json))
    }
    try self.init(Value(root), file: file, environment: environment)
  }

  /// Reads a list from a property list, XML or binary.
  ///
  /// - Parameters:
  ///   - plist: The file's contents.
  ///   - file: The name to show in faults and reasons.
  ///   - environment: The section to apply; nil applies none.
  /// - Throws: ``ModuleListError/malformed(file:reason:)`` if the data isn't a property list, and
  ///   ``ModuleListError/invalid(file:faults:)`` with all mistakes in its contents.
  public init(plist: Data, file: String, environment: String? = nil) throws(ModuleListError) {
    let root: Any
    do {
      root = try PropertyListSerialization.propertyList(from: plist, format: nil)
    } catch {
      throw .malformed(file: file, reason: FileProblem.malformed(error, plist))
    }
    try self.init(Value(root), file: file, environment: environment)
  }

  /// The modules that the list chose to provide services, by the services' types, in the applied
  /// environment.
  public var providers: [String: ModuleName] { choices.mapValues(\.module) }

  /// Returns these providers by the names of the modules, even if the list names types.
  func providers(among manifests: [ModuleManifest]) -> [String: ModuleName] {
    guard !choices.isEmpty else { return [:] }
    let names = LinkedNames(manifests)
    return choices.mapValues { names.name(of: $0.module) ?? $0.module }
  }

  /// Creates a copy of a list with other entries.
  init(_ list: ModuleList, entries: [Entry], choices: [String: Choice]) {
    file = list.file
    environment = list.environment
    isOrdered = list.isOrdered
    self.entries = entries
    self.choices = choices
  }

  private init(_ root: Value, file: String, environment: String?) throws(ModuleListError) {
    var reader = Reader(file: file)
    let content = reader.read(root, environment: environment)
    guard reader.faults.isEmpty else {
      throw .invalid(file: file, faults: reader.faults)
    }
    self.file = file
    self.environment = environment
    isOrdered = content.isOrdered
    entries = content.entries
    choices = content.choices
  }
}

extension ModuleList {
  /// The options of one module or task in the list; omitted options are nil or empty.
  struct Entry: Sendable, Equatable {
    var name: ModuleName
    /// Its position, as `file:key path`.
    let place: String
    var isEnabled: Bool?
    /// Where it was enabled or disabled.
    var enabledAt: String
    var priority: Priority?
    var stage: LaunchStage?
    var edges: [LaunchEdge.Kind: [ModuleDependency]] = [:]

    init(_ name: ModuleName, at place: String) {
      self.name = name
      self.place = place
      enabledAt = place
    }

    /// The reason why it does not run; nil if it does.
    var exclusion: String? { isEnabled == false ? "disabled in the list (\(enabledAt))" : nil }

    /// Takes over the options of an entry for an environment.
    mutating func override(with other: Entry) {
      if let isEnabled = other.isEnabled {
        self.isEnabled = isEnabled
        enabledAt = other.enabledAt
      }
      priority = other.priority ?? priority
      stage = other.stage ?? stage
      edges.merge(other.edges) { _, new in new }
    }

    func apply(to options: inout ModuleOptions, _ names: LinkedNames) {
      options.priority = priority ?? options.priority
      options.stage = stage ?? options.stage
      options.dependencies += dependencies(names)
    }

    func apply(to options: inout TaskOptions, _ names: LinkedNames) {
      options.priority = priority ?? options.priority
      options.stage = stage ?? options.stage
      options.dependencies += dependencies(names)
    }

    private func dependencies(_ names: LinkedNames) -> [ModuleDependency] {
      LaunchEdge.Kind.allCases.flatMap { edges[$0] ?? [] }.map { edge in
        ModuleDependency(
          edge.kind, names.name(of: edge.target) ?? edge.target, declaredAt: edge.declaredAt)
      }
    }
  }

  /// The provider of a service, and where it was chosen.
  struct Choice: Sendable, Equatable {
    let module: ModuleName
    let place: String
  }
}

extension ModuleList {
  /// A value of JSON or a property list, which distinguishes booleans from numbers.
  enum Value: Sendable {
    case dictionary([String: Value])
    case array([Value])
    case string(String)
    case bool(Bool)
    case integer(Int)
    /// A value that has no use in a list, in words.
    case other(String)

    init(_ value: Any) {
      switch value {
      case let text as String: self = .string(text)
      case let number as NSNumber: self = Self.number(number)
      case let items as [Any]: self = .array(items.map(Value.init))
      case let items as [String: Any]: self = .dictionary(items.mapValues(Value.init))
      case is NSNull: self = .other("null")
      case is Date: self = .other("a date")
      case is Data: self = .other("data")
      default: self = .other("another type")
      }
    }

    private static func number(_ number: NSNumber) -> Value {
      // Numbers of both formats are larger than one byte; only a boolean has that type.
      if number.objCType.pointee == CChar(UInt8(ascii: "c")) { return .bool(number.boolValue) }
      if let integer = Int(exactly: number.doubleValue) { return .integer(integer) }
      return .other("\(number.doubleValue)")
    }

    /// The value for a message; collections are represented by their kind.
    var text: String {
      switch self {
      case .dictionary: "a dictionary"
      case .array: "an array"
      case .string(let text): "the text \"\(text)\""
      case .bool(let flag): "\(flag)"
      case .integer(let number): "\(number)"
      case .other(let words): words
      }
    }
  }
}

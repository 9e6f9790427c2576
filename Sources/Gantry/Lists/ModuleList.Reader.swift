// SPDX-License-Identifier: Apache-2.0

internal import GantryLaunch
internal import GantryText

extension ModuleList {
  /// Walks through the values of a file, and collects all mistakes on the way.
  struct Reader {
    let file: String
    private(set) var faults: [ModuleListError.Fault] = []

    init(file: String) { self.file = file }

    /// The contents of a section: of the whole file, or of one environment.
    struct Content {
      var isOrdered = false
      var entries: [Entry] = []
      var choices: [String: Choice] = [:]

      mutating func override(with other: Content) {
        for entry in other.entries {
          if let index = entries.firstIndex(where: { $0.name == entry.name }) {
            entries[index].override(with: entry)
          } else {
            entries.append(entry)
          }
        }
        choices.merge(other.choices) { _, new in new }
      }
    }

    mutating func read(_ root: Value, environment: String?) -> Content {
      var content = Content()
      if case .array = root {
        content.entries = entries(root, at: "")
        return content
      }
      let keys = ["version", "ordered", "modules", "providers", "environments"]
      guard let values = dictionary(root, at: "", keys: keys) else { return Content() }
      readVersion(values["version"])
      if let ordered = values["ordered"] {
        content.isOrdered = bool(ordered, at: "ordered") ?? false
      }
      if values["modules"] == nil {
        faults.append(.missingKey(keyPath: "modules", expected: Expected.entries))
      }
      content.entries = entries(values["modules"], at: "modules")
      content.choices = choices(values["providers"], at: "providers")
      let sections = environments(values["environments"])
      if let environment, let sections {
        if let section = sections[environment] {
          content.override(with: section)
        } else {
          let near = NearNames.of(environment, among: sections.keys)
          faults.append(.unknownEnvironment(environment, near: near))
        }
      }
      return content
    }

    private mutating func readVersion(_ value: Value?) {
      switch value {
      case .integer(1): break
      case .some(let other): report(other, at: "version", expected: "1")
      case nil: faults.append(.missingKey(keyPath: "version", expected: "1"))
      }
    }

    /// Reads every section, so that mistakes show before their environment is used.
    private mutating func environments(_ value: Value?) -> [String: Content]? {
      guard let value, let values = dictionary(value, at: "environments") else { return nil }
      var sections: [String: Content] = [:]
      for (name, value) in values.sorted(by: { $0.key < $1.key }) {
        let path = "environments.\(name)"
        var section = Content()
        if let values = dictionary(value, at: path, keys: ["modules", "providers"]) {
          section.entries = entries(values["modules"], at: "\(path).modules")
          section.choices = choices(values["providers"], at: "\(path).providers")
        }
        sections[name] = section
      }
      return sections
    }

    private mutating func entries(_ value: Value?, at path: String) -> [Entry] {
      guard let value else { return [] }
      guard case .array(let items) = value else {
        report(value, at: path, expected: Expected.entries)
        return []
      }
      var places: [ModuleName: String] = [:]
      return items.enumerated().compactMap { index, item in
        let place = "\(path)[\(index)]"
        guard let entry = entry(item, at: place) else { return nil }
        return isFirst(entry.name, at: place, &places) ? entry : nil
      }
    }

    private mutating func entry(_ value: Value, at path: String) -> Entry? {
      if case .string = value {
        guard let name = name(value, at: path) else { return nil }
        var entry = Entry(name, at: place(path))
        entry.isEnabled = true
        return entry
      }
      let kinds = LaunchEdge.Kind.allCases
      let keys = ["name", "enabled", "priority", "stage"] + kinds.map(\.rawValue)
      guard let values = dictionary(value, at: path, keys: keys, expected: Expected.entry)
      else { return nil }
      if values["name"] == nil {
        faults.append(.missingKey(keyPath: "\(path).name", expected: Expected.name))
      }
      let known = values["name"].flatMap { name($0, at: "\(path).name") }
      // Without a name, the other keys are still checked for mistakes of their own.
      var entry = Entry(known ?? "", at: place(path))
      if let value = values["enabled"] {
        entry.isEnabled = bool(value, at: "\(path).enabled")
        entry.enabledAt = place("\(path).enabled")
      }
      entry.priority = values["priority"].flatMap { priority($0, at: "\(path).priority") }
      entry.stage = values["stage"].flatMap { stage($0, at: "\(path).stage") }
      for kind in kinds {
        let path = "\(path).\(kind.rawValue)"
        entry.edges[kind] = values[kind.rawValue].map { edges($0, kind, at: path) }
      }
      return known == nil ? nil : entry
    }

    private mutating func choices(_ value: Value?, at path: String) -> [String: Choice] {
      guard let value, let values = dictionary(value, at: path) else { return [:] }
      var choices: [String: Choice] = [:]
      for (type, value) in values.sorted(by: { $0.key < $1.key }) {
        let path = "\(path).\(type)"
        choices[type] = name(value, at: path).map { Choice(module: $0, place: place(path)) }
      }
      return choices
    }

    private mutating func edges(
      _ value: Value, _ kind: LaunchEdge.Kind, at path: String
    ) -> [ModuleDependency] {
      guard case .array(let items) = value else {
        report(value, at: path, expected: Expected.names)
        return []
      }
      var places: [ModuleName: String] = [:]
      return items.enumerated().compactMap { index, item in
        let path = "\(path)[\(index)]"
        guard let name = name(item, at: path), isFirst(name, at: path, &places) else { return nil }
        return ModuleDependency(kind, name, declaredAt: place(path))
      }
    }
  }
}

extension ModuleList.Reader {
  private enum Expected {
    static let entries = "an array of names and dictionaries"
    static let entry = "a name or a dictionary"
    static let name = "a name"
    static let names = "an array of names"
  }

  private func place(_ path: String) -> String { "\(file):\(path)" }

  private mutating func report(
    _ value: ModuleList.Value, at path: String, expected: String, near: [String] = []
  ) {
    faults.append(
      .wrongValue(keyPath: path, expected: expected, found: value.text, near: near))
  }

  private mutating func isFirst(
    _ name: ModuleName, at path: String, _ places: inout [ModuleName: String]
  ) -> Bool {
    if let first = places[name] {
      faults.append(.duplicate(name, keyPath: path, first: first))
      return false
    }
    places[name] = path
    return true
  }

  /// Returns a dictionary; reports a value of another type, and unknown keys.
  ///
  /// - Parameter keys: The keys that may occur; nil allows any.
  private mutating func dictionary(
    _ value: ModuleList.Value, at path: String, keys: [String]? = nil,
    expected: String = "a dictionary"
  ) -> [String: ModuleList.Value]? {
    guard case .dictionary(let values) = value else {
      report(value, at: path, expected: expected)
      return nil
    }
    guard let keys else { return values }
    for key in values.keys.sorted() where !keys.contains(key) {
      let keyPath = path.isEmpty ? key : "\(path).\(key)"
      faults.append(.unknownKey(keyPath: keyPath, near: NearNames.of(key, among: keys)))
    }
    return values
  }

  private mutating func name(_ value: ModuleList.Value, at path: String) -> ModuleName? {
    if case .string(let text) = value, !text.isEmpty { return ModuleName(text) }
    report(value, at: path, expected: Expected.name)
    return nil
  }

  private mutating func bool(_ value: ModuleList.Value, at path: String) -> Bool? {
    if case .bool(let flag) = value { return flag }
    report(value, at: path, expected: "true or false")
    return nil
  }

  private mutating func priority(_ value: ModuleList.Value, at path: String) -> Priority? {
    if case .integer(let number) = value { return Priority(rawValue: number) }
    report(value, at: path, expected: "a whole number")
    return nil
  }

  private mutating func stage(_ value: ModuleList.Value, at path: String) -> LaunchStage? {
    let names = LaunchStage.allCases.map(\.rawValue)
    guard case .string(let text) = value else {
      report(value, at: path, expected: names.joined(separator: ", "))
      return nil
    }
    if let stage = LaunchStage(rawValue: text) { return stage }
    let near = NearNames.of(text, among: names)
    report(value, at: path, expected: names.joined(separator: ", "), near: near)
    return nil
  }
}

/// The reason why a ``ModuleList`` could not be read; nothing of it is used.
@nonexhaustive
public enum ModuleListError: Error, Sendable, Hashable {
  /// The file's extension is neither `.json` nor `.plist`.
  case unknownFormat(file: String)
  /// The file doesn't exist, or the program has no access to it.
  case unreadable(file: String, reason: String)
  /// The contents aren't in the expected format.
  case malformed(file: String, reason: String)
  /// The contents aren't a valid list; all mistakes are reported at once.
  case invalid(file: String, faults: [Fault])
}

extension ModuleListError {
  /// A mistake in a list, with the path of keys that leads to it.
  ///
  /// A path looks like `environments.staging.modules[2].priority`; it is empty for the file as a
  /// whole.
  @nonexhaustive
  public enum Fault: Sendable, Hashable {
    /// A value that has another type, is out of range, or isn't one of the possible values.
    case wrongValue(keyPath: String, expected: String, found: String, near: [String])
    /// A required key is missing.
    case missingKey(keyPath: String, expected: String)
    /// An unknown key; `near` has the keys that were probably meant.
    case unknownKey(keyPath: String, near: [String])
    /// A name that occurs twice in one array; `first` is the key path of its first occurrence.
    case duplicate(ModuleName, keyPath: String, first: String)
    /// The file has sections for environments, but none for the requested one.
    case unknownEnvironment(String, near: [String])
  }
}

extension ModuleListError: CustomStringConvertible {
  /// The fault, its position, and how to fix it; one line per fault.
  public var description: String {
    switch self {
    case .unknownFormat(let file):
      "module list '\(file)' is neither .json nor .plist. Rename it, or convert it."
    case .unreadable(let file, let reason):
      """
      module list '\(file)' cannot be read: \(reason). Correct the path, or start \
      without a list.
      """
    case .malformed(let file, let reason):
      """
      module list '\(file)' is not well-formed: \(reason). Correct the file, or \
      start without a list.
      """
    case .invalid(let file, let faults):
      (["module list '\(file)' cannot be used. Faults: \(faults.count)"]
        + faults.map { "- \(file)\($0)" }).joined(separator: "\n")
    }
  }
}

extension ModuleListError.Fault: CustomStringConvertible {
  /// The key path, a colon, the fault, and how to fix it.
  public var description: String {
    switch self {
    case .wrongValue(let keyPath, let expected, let found, let near):
      "\(Self.place(keyPath)): expected \(expected), found \(found).\(Wording.near(near))"
    case .missingKey(let keyPath, let expected):
      "\(Self.place(keyPath)): missing. Write \(expected)."
    case .unknownKey(let keyPath, let near):
      "\(Self.place(keyPath)): unknown key.\(Wording.near(near)) Correct or remove it."
    case .duplicate(let name, let keyPath, let first):
      "\(Self.place(keyPath)): \(name) is already at \(first). Remove one of them."
    case .unknownEnvironment(let name, let near):
      """
      :environments: no section for \(name).\(Wording.near(near)) Add one, even an empty one, or \
      correct the name of the environment.
      """
    }
  }

  private static func place(_ keyPath: String) -> String { keyPath.isEmpty ? "" : ":\(keyPath)" }
}

// SPDX-License-Identifier: Apache-2.0

internal import GantryText

/// The names of all modules and functions, and the meanings of the names that people write.
///
/// Modules are identified by their names, which they can't share; free functions are identified by
/// their target, file and signature. If a function shares its name, it gets the first unique name of
/// `Target/name`, `Target/File/name` and `Target/File/name(signature)`. These longer names are
/// always valid. A shared name is valid where only one of its owners can be meant.
struct NameTable: Sendable {
  /// The modules and functions, sorted by name; of indistinguishable ones, only the first.
  let manifests: [ModuleManifest]
  /// The faults of modules that share a name, and of functions that nothing distinguishes.
  let faults: [Fault]
  private let names: Set<ModuleName>
  /// The functions with a longer name, by the name that they share.
  private let sharing: [ModuleName: [(name: ModuleName, target: String)]]

  /// Gives each module and function a name.
  ///
  /// - Parameter found: All modules and functions that are linked or that the app adds.
  init(_ found: [ModuleManifest]) {
    var named: [ModuleManifest] = []
    var faults: [Fault] = []
    var sharing: [ModuleName: [(name: ModuleName, target: String)]] = [:]
    named.reserveCapacity(found.count)
    lazy var taken = Set(found.map(\.shortName))
    Self.forEachName(of: found) { name, group in
      guard group.count > 1 else {
        named += group
        return
      }
      var sorted = group.sorted { $0.declaredAt < $1.declaredAt }
      faults += Self.removeTwins(from: &sorted)
      let modules = sorted.filter { $0.kind == .module }
      let functions = sorted.filter { $0.kind == .function }
      if modules.count > 1 {
        faults.append(.duplicateModule(name: name, declaredAt: modules.map(\.declaredAt)))
      }
      // The first module keeps the name, so that a clash isn't reported again for every use of it.
      named += modules.prefix(1)
      guard !modules.isEmpty || functions.count > 1 else {
        named += functions
        return
      }
      // The module's longer names are valid, too, so no function gets one of them.
      let longer = Self.longerNames(of: modules.prefix(1) + functions, besides: taken)
      for (function, longer) in zip(functions, longer.suffix(functions.count)) {
        named.append(function.named(longer))
        sharing[name, default: []].append((longer, function.target))
      }
    }
    self.faults = faults.sorted { $0.modules.lexicographicallyPrecedes($1.modules) }
    self.sharing = sharing
    names = Set(named.map(\.name))
    manifests = named.sorted { $0.name < $1.name }
  }

  /// Whether a module or function has a name.
  func contains(_ name: ModuleName) -> Bool { names.contains(name) }

  /// Returns the meanings of a name: modules, functions or tasks.
  ///
  /// - Parameters:
  ///   - written: The name of a module, function or task, short or long.
  ///   - target: The target that uses the name; its own part takes precedence.
  /// - Returns: One name if the meaning is clear, several if it is ambiguous, none if it is
  ///   unknown.
  func meanings(of written: ModuleName, in target: String? = nil) -> [ModuleName] {
    if names.contains(written) { return [written] }
    let found = owners(written, target)
    guard found.isEmpty else { return found }
    guard !sharing.isEmpty || written.rawValue.contains("/") else { return [] }
    let text = written.rawValue
    for dot in text.indices.reversed() where text[dot] == "." {
      let owner = ModuleName(String(text[..<dot]))
      if names.contains(owner) { return [] }
      let owners = owners(owner, target)
      if !owners.isEmpty { return owners.map { ModuleName("\($0)\(text[dot...])") } }
    }
    return []
  }

  private func owners(_ written: ModuleName, _ target: String?) -> [ModuleName] {
    if let sharing = sharing[written] {
      let own = sharing.filter { $0.target == target }
      return (own.count == 1 ? own : sharing).map(\.name).sorted()
    }
    guard let slash = written.rawValue.firstIndex(of: "/") else { return [] }
    // Most modules belong to other targets, so their longer names aren't computed.
    let target = written.rawValue[...slash]
    return manifests.filter {
      $0.declaredAt.hasPrefix(target) && $0.longerNames.contains(written)
    }.map(\.name)
  }

  /// Calls a closure for each short name, in order, with the modules and functions of that name.
  private static func forEachName(
    of found: [ModuleManifest], _ body: (ModuleName, ArraySlice<ModuleManifest>) -> Void
  ) {
    let names = found.map(\.shortName)
    let order = found.indices.sorted { names[$0] < names[$1] }
    let sorted = order.map { found[$0] }
    var start = 0
    while start < order.count {
      let name = names[order[start]]
      let end = order[start...].firstIndex { names[$0] != name } ?? order.count
      body(name, sorted[start..<end])
      start = end
    }
  }

  /// Returns the shortest names that distinguish the functions that share one.
  private static func longerNames(
    of group: [ModuleManifest], besides taken: Set<ModuleName>
  ) -> [ModuleName] {
    let all = group.map(\.longerNames)
    var uses: [ModuleName: Int] = [:]
    for name in all.joined() { uses[name, default: 0] += 1 }
    return zip(group, all).map { manifest, names in
      names.first { uses[$0] == 1 && !taken.contains($0) }
        ?? ModuleName(ModuleManifest.plain(manifest.identity))
    }
  }

  /// Keeps the first of indistinguishable modules or functions; returns a fault for each such
  /// group.
  private static func removeTwins(from group: inout [ModuleManifest]) -> [Fault] {
    let twins = Dictionary(grouping: group, by: \.identity).filter { $0.value.count > 1 }
    guard !twins.isEmpty else { return [] }
    var seen: Set<String> = []
    group = group.filter { seen.insert($0.identity).inserted }
    return twins.values.compactMap { twins in
      twins.first.map {
        let locations = twins.map(\.declaredAt)
        return $0.kind == .module
          ? .duplicateModule(name: $0.shortName, declaredAt: locations)
          : .duplicateFunction(name: $0.shortName, declaredAt: locations)
      }
    }
  }
}

extension ModuleManifest {
  /// The identity, apart from the name: the file, with the type or the signature.
  fileprivate var identity: String {
    let file = declaredAt.prefix { $0 != ":" }
    return "\(file)/\(typeName ?? "\(shortName)")\(signature ?? "")"
  }

  /// The names that begin with the target, from the shortest to the longest.
  fileprivate var longerNames: [ModuleName] {
    // A name with a dot would be the name of a task.
    let file = declaredAt.dropFirst(target.count + 1).prefix { $0 != ":" }
    let stem = file.hasSuffix(".swift") ? file.dropLast(6) : file
    let place = "\(target)/\(stem.replacing(".", with: "_"))"
    let short = ["\(target)/\(shortName)", "\(place)/\(shortName)"]
    let full = signature.map { "\(place)/\(shortName)\(Self.plain($0))" }
    return (short + [full].compactMap(\.self)).map { ModuleName($0) }
  }

  /// Removes the separators of names in lists, tasks and environments from a text.
  fileprivate static func plain(_ text: String) -> String {
    text.filter { !$0.isWhitespace }.replacing(",", with: ";").replacing(".", with: "_")
  }
}

/// The names of linked modules and tasks: their own, and those of the modules' types.
struct LinkedNames {
  private let own: Set<ModuleName>
  private var byType: [String: ModuleName] = [:]
  /// The number of searches for similar names.
  private var searches = 0

  init(_ manifests: [ModuleManifest]) {
    own = Set(manifests.flatMap { [$0.name] + $0.tasks.map(\.name) })
    var doubled: Set<String> = []
    for manifest in manifests {
      for type in manifest.typeNames where byType.updateValue(manifest.name, forKey: type) != nil {
        doubled.insert(type)
      }
    }
    // Modules of two packages may have the same type name, which then identifies neither.
    for type in doubled { byType[type] = nil }
  }

  /// Returns the module or task with this name or type; nil if none is linked.
  func name(of name: ModuleName) -> ModuleName? {
    own.contains(name) ? name : byType[name.rawValue]
  }

  /// Returns the names that were probably meant by one that isn't linked: `Home` for `HomeModule`.
  ///
  /// - Parameters:
  ///   - name: The name as it was written.
  ///   - withTypes: Whether names of types are also valid there.
  /// - Returns: The names; none after as many searches as a ``NearNameSearch`` compares words.
  mutating func near(_ name: ModuleName, withTypes: Bool = false) -> [ModuleName] {
    if !withTypes, let module = byType[name.rawValue] { return [module] }
    guard searches < NearNameSearch.wordLimit else { return [] }
    searches += 1
    let known = own.map(\.rawValue) + (withTypes ? Array(byType.keys) : [])
    let near = NearNames.of(name.rawValue, among: known)
    guard near.isEmpty else { return near.map { ModuleName($0) } }
    let short = ModuleName(typeName: name.rawValue)
    if own.contains(short) { return [short] }
    return NearNames.of(short.rawValue, among: known).map { ModuleName($0) }
  }
}

extension ModuleManifest {
  /// The names of the module's type, with and without its Swift module; none for a function.
  var typeNames: [String] {
    guard let typeName else { return [] }
    // The name of a type in an extension begins with `(extension in Shop):`.
    let parts = typeName.split(separator: ".").filter { !$0.hasPrefix("(") }
    let (full, short) = (parts.joined(separator: "."), String(parts.last ?? ""))
    return short == full ? [full] : [full, short]
  }
}

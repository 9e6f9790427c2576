// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

public import Foundation

/// Which of the linked modules run, read from a JSON file or a property list.
///
/// Without a list every linked module runs. With one, a module that it does not name is skipped as
/// "not in the list"; functions and closures of the app run unless the list disables them.
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
/// - `version`: always 1. It and `modules` must be there, all else may be left out.
/// - `modules`: an entry is a name, of a module (`Target/Name` where modules share one), of its
///   type (`HomeModule`), or of a task (`Home.preload`), or a dictionary of `name`, `enabled`,
///   `priority` (the highest first), `stage` (`beforeReady`, `afterReady`, `idle`, `onDemand`),
/// and the edges `requires`, `wants`, `after`, `before`, `requiredBy`, `wantedBy`. Priority and
/// stage replace the module's own; edges are added to its own.
/// - `ordered`: without it, the order of the entries only decides between equal priorities. With
///   `true`, each entry comes `after` the nearest one above it that runs: one that is disabled, or
///   whose condition or requirement keeps it from running, is passed over. An order that other
///   edges forbid is a cycle, which names the entry and the edge in its way. As with any edge, the
///   entries above a before-ready module are launched before the app is ready.
/// - `providers`: for a service's type, with or without its Swift module, the providing module.
/// - `environments`: the differences in an environment. A name alone enables its module; of a
///   dictionary, each key replaces the same key of the entry in `modules`. Names that are not in
///   `modules` follow at its end. A file with this key must have a section, if only an empty one,
///   for each environment that is asked for.
///
/// A file that is nothing but an array of entries, as old lists of class names are, is the value of
/// `modules`.
///
/// Unknown keys are errors, and all faults of a file are reported at once. Whether each name is
/// linked is one of the application's checks; a module that only some builds link (such as one of
/// debug builds) belongs in the section of an environment.
public struct ModuleList: Sendable {
  /// The file's name, as faults and reasons show it.
  public let file: String
  /// The environment whose section was applied; nil for none.
  public let environment: String?

  let isOrdered: Bool
  let entries: [Entry]
  let choices: [String: Choice]

  /// Reads a file, as its extension says: `.json` or `.plist`.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - environment: The section to apply; nil applies none.
  /// - Throws: ``ModuleListError/unknownFormat(file:)`` for another extension,
  ///   ``ModuleListError/unreadable(file:reason:)`` when there is no such file or no access to it,
  ///   ``ModuleListError/malformed(file:reason:)`` when its text breaks off or is neither, and
  ///   ``ModuleListError/invalid(file:problems:)`` with everything that is wrong inside.
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

  /// Reads JSON.
  ///
  /// - Parameters:
  ///   - json: The file's contents.
  ///   - file: The name to show in faults and reasons.
  ///   - environment: The section to apply; nil applies none.
  /// - Throws: ``ModuleListError/malformed(file:reason:)`` when it is not JSON,
  ///   ``ModuleListError/invalid(file:problems:)`` with everything that is wrong inside.
  public init(json: Data, file: String, environment: String? = nil) throws(ModuleListError) {
    let root: Any
    do {
      root = try JSONSerialization.jsonObject(with: json, options: [.fragmentsAllowed])
    } catch {
      throw .malformed(file: file, reason: FileProblem.malformed(error, json))
    }
    try self.init(Value(root), file: file, environment: environment)
  }

  /// Reads a property list, XML or binary.
  ///
  /// - Parameters:
  ///   - plist: The file's contents.
  ///   - file: The name to show in faults and reasons.
  ///   - environment: The section to apply; nil applies none.
  /// - Throws: ``ModuleListError/malformed(file:reason:)`` when it isn't a property list,
  ///   ``ModuleListError/invalid(file:problems:)`` with everything that is wrong inside.
  public init(plist: Data, file: String, environment: String? = nil) throws(ModuleListError) {
    let root: Any
    do {
      root = try PropertyListSerialization.propertyList(from: plist, format: nil)
    } catch {
      throw .malformed(file: file, reason: FileProblem.malformed(error, plist))
    }
    try self.init(Value(root), file: file, environment: environment)
  }

  /// For a service's type, the module that is to provide it, in the environment that was applied.
  public var providers: [String: String] { choices.mapValues(\.module.rawValue) }

  /// The same by the names of the modules, where the list names types.
  func providers(among manifests: [ModuleManifest]) -> [String: String] {
    guard !choices.isEmpty else { return [:] }
    let names = LinkedNames(manifests)
    return choices.mapValues { (names.name(of: $0.module) ?? $0.module).rawValue }
  }

  /// The same list with other entries.
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
    guard reader.problems.isEmpty else {
      throw .invalid(file: file, problems: reader.problems)
    }
    self.file = file
    self.environment = environment
    isOrdered = content.isOrdered
    entries = content.entries
    choices = content.choices
  }
}

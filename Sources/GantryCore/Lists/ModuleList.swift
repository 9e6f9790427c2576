// SPDX-License-Identifier: Apache-2.0

public import Foundation
internal import GantrySupport

/// A list of the linked modules that run, read from a JSON file or a property list.
///
/// It is one part of a ``ModuleSelection``, which can also choose modules in code.
///
/// Without a list, every linked module runs. With a list, a module that it does not name is skipped
/// as "not in the list". Functions and closures of the app run unless the list disables them.
///
/// ```json
/// {
///   "ordered": false,
///   "modules": ["Account", "Orders", {"name": "Messages", "enabled": false}]
/// }
/// ```
///
/// - `modules`: the entries. An entry is a name, or a dictionary of `name` and `enabled`. A name is
///   that of a module, its type (`HomeModule`) or a task (`Home.preload`).
/// - `ordered`: by default, the order of the entries only decides between equal priorities. If it
///   is `true`, each entry comes `after` the nearest one above it that runs. Entries that are
///   disabled, or that a condition or requirement keeps from running, are passed over. If other
///   dependencies forbid this order, there is a cycle, which names the entry and the dependency. As
///   with any dependency, the entries above a before-ready module launch before the app is ready.
///
/// If the file contains only an array of entries, such as an old list of class names, the array is
/// the value of `modules`, and the list is ordered.
///
/// The application checks whether each name is linked.
public struct ModuleList: Sendable {
  /// The file's name, as it appears in faults and reasons.
  package let file: String

  let isOrdered: Bool
  let entries: [Entry]

  /// Reads a file, in the format of its extension: `.json` or `.plist`.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - limit: The largest size of the file, in bytes.
  /// - Throws: ``ApplicationError/configuration(file:reason:)`` if the file has another extension,
  ///   isn't accessible, is too large, or contains something else than a list.
  public init(contentsOf url: URL, limit: Int = 1_000_000) throws(ApplicationError) {
    let kind = url.pathExtension.lowercased()
    guard kind == "json" || kind == "plist" else {
      throw .configuration(file: url.path, reason: "a module list is a .json or .plist file")
    }
    let data: Data
    do {
      data = try FileProblem.contents(of: url, limit: limit)
    } catch {
      throw .configuration(file: url.path, reason: error.clause)
    }
    let file = url.lastPathComponent
    if kind == "json" {
      try self.init(json: data, file: file, limit: limit)
    } else {
      try self.init(plist: data, file: file, limit: limit)
    }
  }

  /// Reads a list from JSON.
  ///
  /// - Parameters:
  ///   - json: The file's contents.
  ///   - file: The name to show in faults and reasons.
  ///   - limit: The largest size of the contents, in bytes.
  /// - Throws: ``ApplicationError/configuration(file:reason:)`` with the first mistake.
  public init(json: Data, file: String, limit: Int = 1_000_000) throws(ApplicationError) {
    try self.init(file) { () throws(FileProblem.Clause) in
      try FileProblem.decode(Content.self, fromJSON: json, limit: limit)
    }
  }

  /// Reads a list from a property list, XML or binary.
  ///
  /// - Parameters:
  ///   - plist: The file's contents.
  ///   - file: The name to show in faults and reasons.
  ///   - limit: The largest size of the contents, in bytes.
  /// - Throws: ``ApplicationError/configuration(file:reason:)`` with the first mistake.
  public init(plist: Data, file: String, limit: Int = 1_000_000) throws(ApplicationError) {
    try self.init(file) { () throws(FileProblem.Clause) in
      try FileProblem.check(plist, limit: limit)
      do {
        _ = try PropertyListSerialization.propertyList(from: plist, format: nil)
      } catch {
        throw FileProblem.Clause(FileProblem.malformed(error, plist))
      }
      return try FileProblem.decode { try PropertyListDecoder().decode(Content.self, from: plist) }
    }
  }

  private init(
    _ file: String, _ read: () throws(FileProblem.Clause) -> Content
  ) throws(ApplicationError) {
    let content: Content
    do {
      content = try read()
    } catch {
      throw .configuration(file: file, reason: error.clause)
    }
    let path = content.isBare ? "" : "modules"
    var first: [ModuleName: String] = [:]
    var entries: [Entry] = []
    for (index, item) in content.modules.enumerated() {
      let place = "\(path)[\(index)]"
      let name = ModuleName(item.name)
      if let other = first.updateValue(place, forKey: name) {
        throw .configuration(
          file: file, reason: "\(Wording.excerpt(item.name)) is at \(other) and at \(place)")
      }
      entries.append(Entry(name: name, place: "\(file):\(place)", isEnabled: item.isEnabled))
    }
    self.file = file
    isOrdered = content.isOrdered
    self.entries = entries
  }
}

extension ModuleList {
  /// One module, function or task in the list.
  struct Entry: Sendable, Equatable {
    var name: ModuleName
    /// Its position, as `file:key path`.
    let place: String
    let isEnabled: Bool
  }

  /// The contents of a file.
  private struct Content: Decodable {
    let isOrdered: Bool
    let modules: [Item]
    /// Whether it is only an array.
    let isBare: Bool

    init(from decoder: any Decoder) throws {
      isBare = (try? decoder.unkeyedContainer()) != nil
      if isBare {
        isOrdered = true
        modules = try [Item](from: decoder)
      } else {
        let keys = try decoder.keys("ordered", "modules")
        isOrdered = try keys.decodeIfPresent(Bool.self, forKey: AnyKey("ordered")) ?? false
        modules = try keys.decode([Item].self, forKey: AnyKey("modules"))
      }
    }
  }

  private struct Item: Decodable {
    let name: String
    let isEnabled: Bool

    init(from decoder: any Decoder) throws {
      if let text = try? decoder.singleValueContainer().decode(String.self) {
        (name, isEnabled) = (text, true)
      } else {
        guard (try? decoder.container(keyedBy: AnyKey.self)) != nil else {
          throw decoder.refusal("isn't a name or an object")
        }
        let keys = try decoder.keys("name", "enabled")
        name = try keys.decode(String.self, forKey: AnyKey("name"))
        isEnabled = try keys.decodeIfPresent(Bool.self, forKey: AnyKey("enabled")) ?? true
      }
      guard !name.isEmpty else { throw decoder.refusal("has an empty name") }
    }
  }
}

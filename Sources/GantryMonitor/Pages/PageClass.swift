// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import GantryEvents

/// The dynamic type of pages: a timing carries no text, and nothing whose references are counted.
struct PageClass: Sendable {
  let type: AnyClass

  init(_ type: AnyClass) { self.type = type }

  var id: ObjectIdentifier { ObjectIdentifier(type) }
  var name: String { Self.name(of: type) }

  /// The target that it is written in; nil where its name has none, as names of Objective-C may.
  var module: ModuleName? {
    // `Shop.Page`, or `(extension in Shop):Other.Page`.
    let name = String(reflecting: type)
    let inside = "(extension in "
    let rest = name.hasPrefix(inside) ? name.dropFirst(inside.count) : name[...]
    guard let end = rest.firstIndex(where: { ".)<".contains($0) }), rest[end] != "<" else {
      return nil
    }
    return ModuleName(String(rest[..<end]))
  }

  /// The name of a type with its module; for a private type without the part that varies by run.
  static func name(of type: Any.Type) -> String {
    let name = String(reflecting: type)
    guard name.contains("(unknown context at ") else { return name }
    return name.replacing(#/\(unknown context at \$[0-9a-f]+\)\./#, with: "")
  }
}

extension PageClass: Hashable {
  static func == (lhs: PageClass, rhs: PageClass) -> Bool { lhs.id == rhs.id }
  func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

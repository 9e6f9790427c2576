// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// The dynamic type of pages: a timing carries no text, and nothing whose references are counted.
struct PageClass: Sendable {
  let type: AnyClass

  init(_ type: AnyClass) { self.type = type }

  var id: ObjectIdentifier { ObjectIdentifier(type) }
  var name: String { String(reflecting: type) }
}

extension PageClass: Hashable {
  static func == (lhs: PageClass, rhs: PageClass) -> Bool { lhs.id == rhs.id }
  func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

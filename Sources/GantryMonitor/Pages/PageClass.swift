// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// The dynamic type of pages: made once for each, so that a timing carries no text.
final class PageClass: Sendable {
  let id: ObjectIdentifier
  let name: String

  init(_ type: AnyClass) {
    id = ObjectIdentifier(type)
    name = String(reflecting: type)
  }
}

extension PageClass: Hashable {
  static func == (lhs: PageClass, rhs: PageClass) -> Bool { lhs.id == rhs.id }
  func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

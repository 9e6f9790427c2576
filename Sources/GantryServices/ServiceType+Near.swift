// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import GantryText

extension ServiceType {
  /// Types with names like this one's: first the same type with other qualifiers, then those with
  /// the very same short name, which are shown qualified.
  package func near(among types: some Sequence<ServiceType>) -> [String] {
    let others = types.filter { $0 != self }
    let siblings = others.filter { $0.id == id }.map(\.name).sorted()
    let twins = others.filter { $0.name == name }.map(\.qualifiedName).sorted()
    let similar = NearNames.of(name, among: others.lazy.filter { $0.name != name }.map(\.name))
    return Array((siblings + twins + similar.filter { !siblings.contains($0) }).prefix(3))
  }
}

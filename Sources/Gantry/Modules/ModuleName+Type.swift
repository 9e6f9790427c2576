// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension ModuleName {
  /// The name of a module's type: its own, without a trailing `Module`.
  ///
  /// - Parameter type: A module type; one that was given another name in `@Module(name:)` is
  ///   found under that name, since the manifest is asked.
  public init(of type: any Module.Type) { self = type.manifest.name }

  /// The default name for a type's name: `OrdersModule` gives `Orders`.
  package init(typeName: String) {
    let suffix = "Module"
    let trimmed = typeName.hasSuffix(suffix) ? String(typeName.dropLast(suffix.count)) : typeName
    self.init(trimmed.isEmpty ? typeName : trimmed)
  }
}

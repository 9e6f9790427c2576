// SPDX-License-Identifier: Apache-2.0

import SwiftDiagnostics
import SwiftSyntax

extension ModuleCheck {
  /// The modules that the expansion names.
  private static let named: Set = ["Gantry", "Swift"]

  /// Returns the fault of a type that has the name of such a module, as far as the macro sees it: the
  /// class itself, a type in it, or one around it.
  func hidingFault() -> Diagnostic? {
    let inner = module.members.all.map { Syntax($0.member) }
    // The nodes around the class have no position in the file.
    let names =
      [(module.name, module.name.plainName)]
      + inner.compactMap { $0.typeName.map { ($0, $0.plainName) } }
      + module.surroundings.compactMap { $0.typeName.map { (module.name, $0.plainName) } }
    return names.first { Self.named.contains($1) }.map {
      Diagnostic(node: $0, message: MacroDiagnostic.hidesModule($1))
    }
  }
}

extension Syntax {
  /// The name of a type; that of the extended type of an extension.
  fileprivate var typeName: TokenSyntax? {
    if let type = self.as(ExtensionDeclSyntax.self) {
      return type.extendedType.as(IdentifierTypeSyntax.self)?.name
    }
    guard self.is(TypeAliasDeclSyntax.self) || asProtocol((any DeclGroupSyntax).self) != nil
    else { return nil }
    return asProtocol((any NamedDeclSyntax).self)?.name
  }
}

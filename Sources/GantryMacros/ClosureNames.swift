// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// The names of the parameters in the closures around the call of a function.
///
/// A parameter hides what has its name: the function itself at file scope, or what a default or an
/// argument of the marker names. Then it has underscores in front.
struct ClosureNames {
  /// The builder that a free function is registered with.
  let function: String
  let event: String
  let route: String
  let call: String
  let context: String
  let token: String

  init(_ declaration: FunctionDeclSyntax) {
    let used = declaration.usedNames
    func free(_ name: String) -> String { used.contains(name) ? free("_" + name) : name }
    function = free("function")
    event = free("event")
    route = free("route")
    call = free("call")
    context = free("context")
    token = free("token")
  }
}

extension FunctionDeclSyntax {
  var closureNames: ClosureNames { ClosureNames(self) }

  /// The function's name, and all that is named in its attributes and its signature.
  fileprivate var usedNames: Set<String> {
    let nodes = [Syntax(attributes), Syntax(signature)]
    let tokens = nodes.flatMap { $0.tokens(viewMode: .sourceAccurate) }.filter {
      $0.parent?.kind == .declReferenceExpr || $0.parent?.kind == .identifierType
    }
    return Set([name.plainName] + tokens.map(\.plainName))
  }
}

// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

extension ExprSyntax {
  /// The type in `(any P).self`; nil for any other expression.
  var existential: TypeSyntax? {
    guard let member = self.as(MemberAccessExprSyntax.self), var base = member.base,
      member.declName.trimmedDescription == "self"
    else { return nil }
    while let tuple = base.as(TupleExprSyntax.self), let only = tuple.elements.first,
      tuple.elements.count == 1, only.label == nil
    {
      base = only.expression
    }
    guard let type = base.as(TypeExprSyntax.self)?.type, type.is(SomeOrAnyTypeSyntax.self),
      !type.isOpaque, !type.isExistentialMetatype
    else { return nil }
    return type
  }
}

extension TypeSyntax {
  /// The type as an expression that names its metatype, for example `(any Store).self`.
  var metatype: String {
    let type = BareExistentials().rewrite(trimmed)
    switch kind {
    case .identifierType, .memberType, .arrayType, .dictionaryType: return "\(type).self"
    case .optionalType:
      return type.as(TypeSyntax.self)?.optionalWrapped.map { "Optional<\($0.trimmed)>.self" }
        ?? "(\(type)).self"
    case .implicitlyUnwrappedOptionalType:
      return unwrapped.map { "Optional<\($0.inParentheses.trimmed)>.self" } ?? "(\(type)).self"
    case .tupleType where isParenthesized: return "\(type).self"
    default: return "(\(type)).self"
    }
  }

  /// Removes the parentheses of `any (P & Q)`, inside which an expression reads `&` as an operator.
  private final class BareExistentials: SyntaxRewriter {
    override func visit(_ node: SomeOrAnyTypeSyntax) -> TypeSyntax {
      guard let only = node.constraint.as(TupleTypeSyntax.self)?.elements.first,
        node.constraint.isParenthesized, only.firstName == nil
      else { return super.visit(node) }
      return TypeSyntax(node.with(\.constraint, only.type.trimmed))
    }
  }

  /// Whether the type is a single type in parentheses, not a tuple.
  fileprivate var isParenthesized: Bool { self.as(TupleTypeSyntax.self)?.elements.count == 1 }

  /// The type inside an optional, without parentheses around it.
  var optionalWrapped: TypeSyntax? {
    self.as(OptionalTypeSyntax.self)?.wrappedType.inParentheses
  }

  /// The type before `!`, as written.
  var unwrapped: TypeSyntax? {
    self.as(ImplicitlyUnwrappedOptionalTypeSyntax.self)?.wrappedType
  }

  /// The type without parentheses around it.
  var inParentheses: TypeSyntax {
    guard let tuple = self.as(TupleTypeSyntax.self), let only = tuple.elements.first,
      tuple.elements.count == 1, only.firstName == nil
    else { return self }
    return only.type
  }

  /// The type inside an optional that is never nil: an array, or a lazy service.
  var needlesslyOptional: TypeSyntax? {
    guard let wrapped = optionalWrapped else { return nil }
    let isLazy =
      wrapped.as(IdentifierTypeSyntax.self)?.name.text == "Lazy"
      || wrapped.as(MemberTypeSyntax.self)?.name.text == "Lazy"
    return wrapped.is(ArrayTypeSyntax.self) || isLazy ? wrapped : nil
  }

  /// The types of a lazy service of several or none, which `Lazy` doesn't look up: the optional or
  /// array inside it, and the service.
  var lazyOfOther: (inside: TypeSyntax, service: TypeSyntax)? {
    guard let name = self.as(IdentifierTypeSyntax.self), name.name.text == "Lazy",
      let inside = name.genericArgumentClause?.arguments.first?.argument.as(TypeSyntax.self),
      let service = inside.optionalWrapped ?? inside.as(ArrayTypeSyntax.self)?.element
    else { return nil }
    return (inside, service)
  }

  /// The name of a built-in service inside an optional, an array or `Lazy`; nil for any other type.
  var wrappedBuiltIn: String? {
    var wrapped = optionalWrapped ?? self.as(ArrayTypeSyntax.self)?.element
    if let name = self.as(IdentifierTypeSyntax.self), name.name.text == "Lazy" {
      wrapped = name.genericArgumentClause?.arguments.first?.argument.as(TypeSyntax.self)
    }
    return wrapped?.builtIn
  }

  /// The name of a service that every module has without a provider; nil for any other type.
  var builtIn: String? {
    let name = withoutSpecifiers.description
    // A plain `Router` may be a service of the app.
    return [
      "EventBus", "ModuleContext", "Gantry.EventBus", "Gantry.ModuleContext", "Gantry.Router",
    ]
    .contains(name) ? name : nil
  }

  /// The type without specifiers and attributes, such as `consuming`.
  var withoutSpecifiers: TypeSyntax {
    self.as(AttributedTypeSyntax.self)?.baseType.trimmed ?? trimmed
  }

  /// Whether this is the metatype of an existential: `any P.Type`.
  ///
  /// Swift 6.3.1 takes such a value for an `any P` where a generic function infers its type.
  var isExistentialMetatype: Bool {
    withoutSpecifiers.inParentheses.as(SomeOrAnyTypeSyntax.self)?
      .constraint.is(MetatypeTypeSyntax.self) == true
  }

  /// Whether this is the context that a launch task or handler may take.
  var isModuleContext: Bool {
    ["ModuleContext", "Gantry.ModuleContext"].contains(withoutSpecifiers.description)
  }

  /// Whether this is the protocol of modules.
  var isModule: Bool { ["Module", "Gantry.Module", "GantryCore.Module"].contains("\(trimmed)") }

  /// Whether this is the token with which a launch task later reports its end.
  var isLaunchToken: Bool {
    ["LaunchToken", "Gantry.LaunchToken"].contains(withoutSpecifiers.description)
  }

  /// Whether a function with this result type returns nothing.
  var isVoid: Bool { ["Void", "()", "Swift.Void"].contains(trimmedDescription) }

  /// Whether `some` is anywhere in the type.
  var isOpaque: Bool { firstOpaque != nil }

  /// The first `some` in the type.
  var firstOpaque: SomeOrAnyTypeSyntax? {
    tokens(viewMode: .sourceAccurate).first { $0.tokenKind == .keyword(.some) }?
      .parent?.as(SomeOrAnyTypeSyntax.self)
  }

  /// Whether the type is from the standard library, with a name that no user's type has.
  ///
  /// A name such as `Character` or `Result` may belong to a type of the user.
  var isStandard: Bool {
    let type = withoutSpecifiers
    if let member = type.as(MemberTypeSyntax.self) {
      return member.baseType.trimmedDescription == "Swift"
    }
    guard let name = type.as(IdentifierTypeSyntax.self) else { return false }
    return name.genericArgumentClause == nil
      ? Self.standardNames.contains(name.name.text)
      : ["Array", "Dictionary", "Optional", "Set"].contains(name.name.text)
  }

  private static let standardNames: Set = [
    "Any", "AnyObject", "Bool", "Double", "Float", "Int", "Int8", "Int16", "Int32", "Int64",
    "Never", "String", "Substring", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "Void",
  ]

  /// Whether the type is a plain name, as every event must be.
  var isNamed: Bool {
    let type = withoutSpecifiers
    return type.is(IdentifierTypeSyntax.self) || type.is(MemberTypeSyntax.self)
  }

  /// Whether a parameter of the type is passed `inout`.
  var isInout: Bool {
    guard let specifiers = self.as(AttributedTypeSyntax.self)?.specifiers else { return false }
    return specifiers.contains {
      $0.as(SimpleTypeSpecifierSyntax.self)?.specifier.tokenKind == .keyword(.inout)
    }
  }
}

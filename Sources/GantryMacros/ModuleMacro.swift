// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax
import SwiftSyntaxMacros

/// Turns a class or an actor into a module.
struct ModuleMacro {
  /// Disabled, because the text is written in its final format. Formatting takes a third of a
  /// module's compile time.
  static var formatMode: FormatMode { .disabled }
}

extension ModuleMacro: MemberMacro {
  static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let module = ModuleDeclaration(node, on: declaration, in: context) else {
      ModuleCheck.refuseKind(of: declaration, node, in: context)
      return []
    }
    let check = ModuleCheck(module, in: context)
    let writer = ModuleMemberWriter(module, in: context)
    guard check.isAcceptable(reporting: true) else {
      return check.keepsConformance ? writer.stubs() : []
    }
    if protocols.isEmpty, check.inheritsModule() { return [] }
    check.checkFinal()
    check.checkMembers()
    return writer.members()
  }
}

extension ModuleMacro: ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard !protocols.isEmpty, let module = ModuleDeclaration(node, on: declaration, in: context)
    else { return [] }
    let check = ModuleCheck(module, in: context)
    guard check.isAcceptable(reporting: false) || check.keepsConformance else { return [] }
    // The one error of a class that isn't final is that it isn't.
    let unchecked = module.isFinal ? "" : "@unchecked "
    let text =
      "\(module.attributes.availability)extension \(type.trimmed): \(unchecked)Gantry.Module {}"
    return DeclSyntax(text: text).as(ExtensionDeclSyntax.self).map { [$0] } ?? []
  }
}

/// A type marked `@Module`, read once for everything generated from it.
struct ModuleDeclaration {
  let attribute: AttributeSyntax
  let declaration: any DeclGroupSyntax
  let name: TokenSyntax
  let attributes: AttributeListSyntax
  let modifiers: DeclModifierListSyntax
  let isActor: Bool
  let members: MemberTree
  let options: OptionList
  /// The types under which the module itself is a service, as written.
  let provided: [ExprSyntax]
  /// The types and functions that enclose the declaration, innermost first.
  let surroundings: [Syntax]
  /// The modifier for the members that others need, with a space after it where there is one.
  let access: String

  /// Reads a class or an actor; nil for anything else.
  init?(
    _ attribute: AttributeSyntax, on declaration: some DeclGroupSyntax,
    in context: some MacroExpansionContext
  ) {
    if let type = declaration.as(ClassDeclSyntax.self) {
      name = type.name
    } else if let type = declaration.as(ActorDeclSyntax.self) {
      name = type.name
    } else {
      return nil
    }
    self.attribute = attribute
    self.declaration = declaration
    attributes = declaration.attributes
    modifiers = declaration.modifiers
    isActor = declaration.is(ActorDeclSyntax.self)
    members = MemberTree(declaration.memberBlock.members)
    var options = OptionList(attribute)
    provided = options.takeAll("provides")
    self.options = options
    surroundings = context.lexicalContext
    access = context.memberAccess(declaration.modifiers)
  }

  /// The type's name without `Module`, which is the default name of the module.
  var defaultName: String {
    let typeName = name.plainName
    guard typeName.hasSuffix("Module"), typeName != "Module" else { return typeName }
    return String(typeName.dropLast("Module".count))
  }

  /// Whether the type is in a function or a test suite, and therefore leaves no record.
  var isUnlisted: Bool {
    surroundings.contains { node in
      guard let type = node.asProtocol((any DeclGroupSyntax).self) else { return true }
      let parents = type.inheritanceClause?.inheritedTypes.map(\.type.trimmedDescription) ?? []
      return type.attributes.first(named: "Suite") != nil || parents.contains("XCTestCase")
    }
  }

  /// The systems on which the type exists, with those of the types around it.
  var availability: Availability {
    let outer = surroundings.reversed().compactMap { $0.asProtocol((any DeclGroupSyntax).self) }
    return Availability(outer.flatMap(\.attributes.plain) + attributes.plain)
  }

  /// Whether the type has its own `init(context:)`.
  var hasInitializer: Bool { !initializers.isEmpty }

  /// The type's initializers that begin with a context.
  var initializers: [InitializerDeclSyntax] {
    ownInitializers.filter {
      $0.signature.parameterClause.parameters.first?.firstName.text == "context"
    }
  }

  /// The type's initializer without parameters, if it has one.
  var emptyInitializer: InitializerDeclSyntax? {
    ownInitializers.first { $0.signature.parameterClause.parameters.isEmpty }
  }

  private var ownInitializers: [InitializerDeclSyntax] {
    members.all.compactMap { $0.member.as(InitializerDeclSyntax.self) }
  }

  /// The initializers that the name `init(context:)` can mean.
  var plainInitializers: [InitializerDeclSyntax] {
    initializers.filter { $0.signature.parameterClause.parameters.count == 1 }
  }

  /// Returns whether the type of the module's `init` also shows the isolation of a function.
  ///
  /// With a superclass or a protocol, a function may have the isolation of a declaration that it
  /// overrides or implements, which the macro can't see.
  func givesIsolation(to function: FunctionDeclSyntax) -> Bool {
    guard !isActor, declaration.inheritanceClause == nil, plainInitializers.count <= 1,
      function.attributes.globalActors.isEmpty, !function.attributes.mayNameActor,
      !function.modifiers.isNonisolated
    else { return false }
    return plainInitializers.allSatisfy { own in
      own.attributes.isEmpty && own.modifiers.first(.nonisolated) == nil
        && own.signature.effectSpecifiers?.asyncSpecifier == nil
    }
  }

  /// Returns whether the type declares a variable or function with this name.
  func declares(_ name: String) -> Bool { members.all.contains { $0.member.names.contains(name) } }
}

extension DeclSyntaxProtocol {
  /// The names that a function or variable declares.
  var names: [String] {
    if let function = self.as(FunctionDeclSyntax.self) { return [function.name.text] }
    return self.as(VariableDeclSyntax.self)?.bindings.compactMap {
      $0.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
    } ?? []
  }

  /// Returns the attribute of a marker on a function or variable.
  func attribute(of marker: Marker) -> AttributeSyntax? {
    asProtocol((any WithAttributesSyntax).self)?.attributes.first(named: marker.rawValue)
  }
}

extension ModuleDeclaration {
  /// Whether the class may be on an actor that its attributes don't show.
  var mayInheritActor: Bool {
    !isActor && (declaration.inheritanceClause != nil || attributes.mayNameActor)
  }

  /// The actor of the class that the compiler finds, as an expression.
  ///
  /// No reference to an `init` or to a variable shows an actor, but one to an empty function of the
  /// class does.
  var seenActor: String { "Gantry.MacroSupport.actor(of: \(name.text).__gantryActor)" }

  /// Whether the expansion asks for the actor of the class.
  var asksActor: Bool {
    mayInheritActor
      && (plainInitializers.contains { $0.signature.effectSpecifiers?.asyncSpecifier != nil }
        || members.all.contains {
          $0.member.is(VariableDeclSyntax.self) && $0.member.attribute(of: .provides) != nil
        })
  }
}

/// The members of a type in source order, inside their `#if` conditions.
struct MemberTree {
  private let nodes: [Node]
  /// All members, with the branches around them.
  let all: [Placed]

  private indirect enum Node {
    case member(DeclSyntax)
    case conditional([Clause])
  }

  /// A branch of an `#if`.
  private struct Clause {
    /// The line that opens the branch, for example `#elseif os(Linux)`.
    let header: String
    let nodes: [Node]
  }

  init(_ members: MemberBlockItemListSyntax) {
    let nodes = Self.nodes(of: members)
    var all: [Placed] = []
    _ = Self.lines(nodes, path: []) { placed in
      all.append(placed)
      return nil
    }
    self.nodes = nodes
    self.all = all
  }

  private static func nodes(of members: MemberBlockItemListSyntax) -> [Node] {
    members.map { item in
      guard let config = item.decl.as(IfConfigDeclSyntax.self) else { return .member(item.decl) }
      return .conditional(
        config.clauses.map { clause in
          var header = clause.poundKeyword.text
          if let condition = clause.condition { header += " \(condition.trimmed)" }
          guard case .decls(let members) = clause.elements else {
            return Clause(header: header, nodes: [])
          }
          return Clause(header: header, nodes: nodes(of: members))
        })
    }
  }

  /// Returns the text of all members that have one, inside their conditions.
  func text(_ write: (Placed) -> String?) -> String {
    Self.lines(nodes, path: [], write).joined(separator: "\n")
  }

  private static func lines(
    _ nodes: [Node], path: [[Int]], _ write: (Placed) -> String?
  ) -> [String] {
    nodes.enumerated().flatMap { index, node in
      switch node {
      case .member(let member):
        return write(Placed(member: member, path: path)).map { [$0] } ?? []
      case .conditional(let clauses):
        let branches = clauses.enumerated().map { branch, clause in
          let path = path + [(path.last ?? []) + [index, branch]]
          return (clause.header, lines(clause.nodes, path: path, write))
        }
        guard branches.contains(where: { !$0.1.isEmpty }) else { return [] }
        return branches.flatMap { header, lines in [header] + lines } + ["#endif"]
      }
    }
  }

  /// A member with its position among the conditions.
  struct Placed {
    let member: DeclSyntax
    /// The number of each `#if` around the member, and of the branch in it.
    let path: [[Int]]

    /// Returns whether no build can have both members.
    func excludes(_ other: Placed) -> Bool {
      path.contains { mine in other.path.contains { $0.dropLast() == mine.dropLast() && $0 != mine }
      }
    }
  }
}

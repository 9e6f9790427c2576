// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import SwiftSyntax
import SwiftSyntaxMacros

extension ModuleCheck {
  /// Reports clashes between the members, and malformed names.
  func checkMembers() {
    SignatureCheck.checkNames(of: module.attribute, in: context)
    for placed in module.members.all { checkMarkers(of: placed.member) }
    if !module.hasInitializer { checkStoredProperties() }
    checkRepetition(of: .launch, named: \.taskName) { .duplicateTask($1) }
    checkRepetition(of: .run, named: \.runName) { .duplicateRun($1) }
    checkRepetition(of: .shutdown, named: \.shutdownKey) { first, _ in .secondShutdown(first) }
    checkRepetition(of: .provides, named: \.serviceName) { .duplicateService($1, $0) }
  }

  /// Reports a member with more than one marker.
  private func checkMarkers(of member: DeclSyntax) {
    let attributes = member.asProtocol((any WithAttributesSyntax).self)?.attributes.plain ?? []
    let marked = attributes.compactMap { attribute in
      Marker(attribute).map { (marker: $0, attribute: attribute) }
    }
    guard let first = marked.first, let second = marked.dropFirst().first else { return }
    context.refuse(
      second.attribute,
      first.marker == second.marker
        ? .repeated(first.marker) : .conflicting(first.marker, second.marker))
  }

  /// Reports members with the same unique key, unless no build can have both.
  ///
  /// - Parameters:
  ///   - marker: The members to look at.
  ///   - key: The key that must be unique; nil leaves a member out.
  ///   - message: The message from the first member's name and the key.
  private func checkRepetition(
    of marker: Marker, named key: (DeclSyntax) -> String?,
    _ message: (String, String) -> MacroDiagnostic
  ) {
    var seen: [(key: String, placed: MemberTree.Placed)] = []
    for placed in module.members.all {
      guard let attribute = placed.member.attribute(of: marker), let key = key(placed.member) else {
        continue
      }
      if let first = seen.first(where: { $0.key == key && !$0.placed.excludes(placed) }) {
        context.refuse(attribute, message(first.placed.member.names.first ?? "", key))
      } else {
        seen.append((key, placed))
      }
    }
  }

  private func checkStoredProperties() {
    for placed in module.members.all {
      guard let variable = placed.member.as(VariableDeclSyntax.self) else { continue }
      for binding in variable.bindings where variable.leavesEmpty(binding) {
        context.refuse(
          binding.pattern,
          .uninitialized(binding.pattern.trimmedDescription, in: module.name.plainName))
      }
    }
  }
}

extension DeclSyntax {
  /// The name that a launch task gets.
  fileprivate var taskName: String? { self.as(FunctionDeclSyntax.self)?.name.plainName }

  /// The name that long-running work gets.
  fileprivate var runName: String? { RunMember(self)?.name.plainName }

  /// The same for every function: a module has one end.
  fileprivate var shutdownKey: String? { "" }

  /// The service or shared value that a member provides.
  fileprivate var serviceName: String? {
    let attribute = attribute(of: .provides)
    if let key = attribute?.valueKey { return key.trimmedDescription }
    guard let type = ProvidedMember(self)?.type.trimmedDescription else { return nil }
    return type + (attribute?.serviceQualifier.map { "[\($0)]" } ?? "")
  }
}

extension VariableDeclSyntax {
  /// Whether a binding is stored and has no value until an initializer gives it one.
  fileprivate func leavesEmpty(_ binding: PatternBindingSyntax) -> Bool {
    // A property wrapper may bring a value of its own: the compiler decides there.
    guard attributes.isEmpty, modifiers.first(.static, .class, .lazy) == nil,
      binding.initializer == nil, !binding.isComputed
    else { return false }
    guard !isLet, let type = binding.typeAnnotation?.type else { return true }
    return !type.is(OptionalTypeSyntax.self)
      && !type.is(ImplicitlyUnwrappedOptionalTypeSyntax.self)
  }
}

extension PatternBindingSyntax {
  /// Whether a getter is written, not only observers of a stored value.
  fileprivate var isComputed: Bool {
    switch accessorBlock?.accessors {
    case .getter: true
    case .accessors(let list):
      !list.allSatisfy {
        ["willSet", "didSet"].contains($0.accessorSpecifier.text)
      }
    case nil: false
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

package import GantrySupport

/// The type under which a service is provided and injected.
///
/// The identity is the type itself; the names are for messages, reports and module lists.
///
/// ```swift
/// ServiceType((any StorageService).self).name                  // "StorageService"
/// ServiceType((any StorageService).self, qualifier: "eu").name  // "StorageService[eu]"
/// ```
@usableFromInline
package struct ServiceType: Hashable, Sendable {
  @usableFromInline let type: Any.Type
  /// The qualifier among several services of the type; nil for the service without one.
  @usableFromInline package let qualifier: ServiceQualifier?

  /// The identity of the type in this process.
  package var id: ObjectIdentifier { ObjectIdentifier(type) }

  /// The short name, without `any` and with its qualifier, such as `StorageService`; for a keyed
  /// service, its key, such as `\.userID`.
  ///
  /// Names are made on demand, which takes much longer than all other work on a service.
  package var name: String { keyName ?? named(Wording.name(of: type, qualified: false)) }

  /// The name with its Swift module, such as `StorageAPI.StorageService`; for a keyed service, the
  /// key with the type of its value.
  package var qualifiedName: String {
    guard let keyName, let keyed else { return named(Wording.name(of: type)) }
    return "\(keyName): \(Wording.name(of: keyed.valueType))"
  }

  /// Whether this is the type of a keyed service.
  var isKey: Bool { keyed != nil }

  private var keyed: (any AnyKeyedValue.Type)? { type as? any AnyKeyedValue.Type }

  private var keyName: String? { isKey ? qualifier.map { "\\.\($0)" } : nil }

  /// Describes a type.
  ///
  /// - Parameters:
  ///   - type: The type as it is injected, usually an existential: `(any P).self`.
  ///   - qualifier: The qualifier, if several services have this type.
  @inlinable
  package init<S: Sendable>(_ type: S.Type, qualifier: ServiceQualifier? = nil) {
    self.type = type
    self.qualifier = qualifier
  }

  /// Whether both are the same type with the same qualifier; names are not compared.
  @usableFromInline
  package static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.id == rhs.id && lhs.qualifier == rhs.qualifier
  }

  /// Hashes the identity.
  @usableFromInline
  package func hash(into hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(qualifier)
  }

  /// The type as it is written in code: `(any StorageService).self`.
  package var metatype: String {
    let isExistential =
      String(describing: Swift.type(of: type)).hasSuffix(".Protocol")
      || String(describing: type).hasPrefix("any ")
    return isExistential ? "(any \(name)).self" : "\(name).self"
  }

  private func named(_ text: String) -> String {
    Self.withoutAny(text) + (qualifier.map { "[\($0)]" } ?? "")
  }

  static func withoutAny(_ text: String) -> String {
    var name = text.hasPrefix("any ") ? String(text.dropFirst(4)) : text
    // The runtime writes `any Repository<Int>` as `any Repository<Self.Repository.Item == Int>`.
    if name.contains("Self.") { name.replace(#/Self\.[\w.]+ == /#, with: "") }
    return name
  }

  /// The name for a message that also has these: qualified if one of them has the same short name.
  func name(beside near: [String]) -> String {
    near.contains { $0.hasSuffix("." + name) } ? qualifiedName : name
  }
}

extension ServiceType: Comparable {
  /// Orders types by qualified name, so that lists are the same in every run.
  @usableFromInline
  package static func < (lhs: Self, rhs: Self) -> Bool { lhs.qualifiedName < rhs.qualifiedName }
}

extension ServiceType: CustomStringConvertible {
  /// The short name.
  @usableFromInline
  package var description: String { name }
}

extension ServiceType {
  /// Types with similar names: first the type inside an optional or array, then the same type with
  /// other qualifiers, then types with the same short name, which are shown qualified.
  package func near(among types: some Sequence<ServiceType>) -> [String] {
    let others = types.filter { $0 != self }
    // Keys with the same type of value have nothing else in common.
    let wrapped = (type as? any Wrapping.Type).map { ObjectIdentifier($0.wrapped) }
    let siblings =
      isKey ? [] : others.filter { $0.id == id || $0.id == wrapped }.map(\.name).sorted()
    let unions = isKey ? [] : others.filter(sharesProtocol).map(\.name).sorted()
    let twins = others.filter { $0.name == name }.map(\.qualifiedName).sorted()
    let similar = NearNames.of(name, among: others.lazy.filter { $0.name != name }.map(\.name))
    let first = siblings + unions.filter { !siblings.contains($0) }
    return Array((first + twins + similar.filter { !first.contains($0) }).prefix(3))
  }

  /// Returns whether one of two types is a composition with a protocol of the other:
  /// `any Login & Logout`.
  private func sharesProtocol(with other: ServiceType) -> Bool {
    let (mine, others) = (name.split(separator: " & "), other.name.split(separator: " & "))
    return mine.count != others.count && !Set(mine).isDisjoint(with: others)
  }
}

/// An optional or an array, which is asked for by the type inside it.
private protocol Wrapping {
  static var wrapped: Any.Type { get }
}

extension Optional: Wrapping {
  fileprivate static var wrapped: Any.Type { Wrapped.self }
}

extension Array: Wrapping {
  fileprivate static var wrapped: Any.Type { Element.self }
}

/// A promise, made before anything runs, to provide a service.
package struct ServiceDeclaration: Hashable, Sendable {
  /// The type under which modules inject it.
  package let type: ServiceType
  /// The provider, usually a module's name.
  package private(set) var provider: ModuleName
  /// How long each instance is shared.
  package let scope: ServiceScope
  /// Whether it is used only when no regular provider is linked.
  package let isFallback: Bool
  /// Whether it replaces the keyed service of another provider.
  package let isOverride: Bool
  /// Whether it is the value that a launch task returns, which the type alone identifies.
  package private(set) var isResult = false
  /// Where it is declared, as `file:line`.
  package let declaredAt: String

  /// Creates a declaration.
  ///
  /// - Parameters:
  ///   - type: The type under which modules inject it.
  ///   - provider: The provider, usually a module's name.
  ///   - scope: How long each instance is shared.
  ///   - isFallback: Whether it is used only when no regular provider is linked.
  ///   - isOverride: Whether it replaces the keyed service of another provider.
  ///   - declaredAt: Where it is declared, as `file:line`.
  package init(
    _ type: ServiceType, by provider: ModuleName, scope: ServiceScope = .shared,
    isFallback: Bool = false, isOverride: Bool = false, declaredAt: String
  ) {
    self.type = type
    self.provider = provider
    self.scope = scope
    self.isFallback = isFallback
    self.isOverride = isOverride
    self.declaredAt = declaredAt
  }

  /// Declares the value that a launch task returns.
  ///
  /// - Parameters:
  ///   - type: The type under which others take it.
  ///   - task: The task's name.
  ///   - declaredAt: Where it is declared, as `file:line`.
  package init(result type: ServiceType, of task: ModuleName, declaredAt: String) {
    self.init(type, by: task, declaredAt: declaredAt)
    isResult = true
  }
}

/// The right of a module to provide a service in one run.
package struct ServiceProvision: Sendable {
  /// What was declared.
  package let declaration: ServiceDeclaration
  /// Whether the service is found only together with others of its type.
  package let isCollected: Bool
  /// The run; once it is over, it provides nothing.
  package let run: RunID

  /// Creates a provision.
  package init(_ declaration: ServiceDeclaration, isCollected: Bool = false, run: RunID) {
    (self.declaration, self.isCollected, self.run) = (declaration, isCollected, run)
  }
}

/// A consumer's request, bound to its provider.
package struct ServiceBinding: Hashable, Sendable {
  /// The request.
  package let request: ServiceRequest
  /// The provider; nil when an optional request found none.
  package let provider: ServiceDeclaration?
}

/// A service that is currently available.
package struct ProvidedService: Hashable, Sendable {
  /// The type under which it is resolved.
  package let type: ServiceType
  /// The provider, usually a module's name.
  package let provider: ModuleName
  /// How long each instance is shared.
  package let scope: ServiceScope
}

/// A request, known before anything runs, to have a service injected.
package struct ServiceRequest: Hashable, Sendable {
  /// The type that is injected.
  package let type: ServiceType
  /// The consumer, usually a module's name.
  package let consumer: ModuleName
  /// The form of the request.
  package let kind: Kind
  /// Where it is declared, as `file:line`.
  package let declaredAt: String
  /// Whether it is a parameter of a launch task, which takes the result of another one as well.
  package let isParameter: Bool

  /// Creates a request.
  ///
  /// - Parameters:
  ///   - type: The type that is injected.
  ///   - consumer: The consumer, usually a module's name.
  ///   - kind: The form of the request.
  ///   - declaredAt: Where it is declared, as `file:line`.
  ///   - isParameter: Whether it is a parameter of a launch task.
  package init(
    _ type: ServiceType, for consumer: ModuleName, kind: Kind = .required, declaredAt: String,
    isParameter: Bool = false
  ) {
    self.isParameter = isParameter
    self.type = type
    self.consumer = consumer
    self.kind = kind
    self.declaredAt = declaredAt
  }

  /// Whether the consumer also runs without it.
  package var isOptional: Bool { kind == .optional || kind == .all }
}

extension ServiceRequest {
  /// The form in which a consumer asks for a service.
  package enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
    /// The service must be available before the consumer.
    case required
    /// The consumer also runs without the service.
    case optional
    /// Every service of the type that is available before the consumer; there may be none.
    case all
    /// A provider must exist; the service is looked up on first use.
    case lazy
  }
}

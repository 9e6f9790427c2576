// SPDX-License-Identifier: Apache-2.0

public import GantryText

/// The type under which a service is provided and injected.
///
/// The identity is the type itself; the names are for messages, reports and module lists.
///
/// ```swift
/// ServiceType((any StorageService).self).name                  // "StorageService"
/// ServiceType((any StorageService).self, qualifier: "eu").name  // "StorageService[eu]"
/// ```
public struct ServiceType: Hashable, Sendable {
  private let type: Any.Type
  /// Which of several services of the type; nil is the one without a qualifier.
  public let qualifier: ServiceQualifier?

  /// The identity of the type in this process.
  package var id: ObjectIdentifier { ObjectIdentifier(type) }

  /// The short name, without `any` and with its qualifier, for example `StorageService`.
  ///
  /// Names are made on demand, which takes much longer than all other work on a service.
  public var name: String { named(String(describing: type)) }

  /// The name with its Swift module, for example `StorageAPI.StorageService`.
  package var qualifiedName: String { named(String(reflecting: type)) }

  /// Describes a type.
  ///
  /// - Parameters:
  ///   - type: The type as it is injected, usually an existential: `(any P).self`.
  ///   - qualifier: Which of several services of the type.
  public init<S: Sendable>(_ type: S.Type, qualifier: ServiceQualifier? = nil) {
    self.type = type
    self.qualifier = qualifier
  }

  /// Whether both are the same type with the same qualifier; names do not count.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.id == rhs.id && lhs.qualifier == rhs.qualifier
  }

  /// Hashes the identity.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(qualifier)
  }

  private func named(_ text: String) -> String {
    Self.withoutAny(text) + (qualifier.map { "[\($0)]" } ?? "")
  }

  static func withoutAny(_ text: String) -> String {
    text.hasPrefix("any ") ? String(text.dropFirst(4)) : text
  }
}

extension ServiceType: Comparable {
  /// Orders types by qualified name, so that lists are the same in every run.
  public static func < (lhs: Self, rhs: Self) -> Bool { lhs.qualifiedName < rhs.qualifiedName }
}

extension ServiceType: CustomStringConvertible {
  /// The short name.
  public var description: String { name }
}

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

/// Tells several services of one type apart.
///
/// An interface package declares the names, so that a typing error doesn't compile:
///
/// ```swift
/// extension ServiceQualifier { public static let europe: Self = "europe" }
///
/// @Provides(.europe) var servers: any Servers { … }
/// @Inject(.europe) let servers: any Servers
/// ```
public struct ServiceQualifier: Hashable, Sendable, ExpressibleByStringLiteral,
  CustomStringConvertible
{
  /// The name as written.
  public let rawValue: String

  /// Makes a qualifier from text.
  public init(_ rawValue: String) { self.rawValue = rawValue }

  /// Makes a qualifier from a literal.
  public init(stringLiteral value: String) { self.init(value) }

  /// The name as written.
  public var description: String { rawValue }
}

/// A promise, made before anything runs, to provide a service.
public struct ServiceDeclaration: Hashable, Sendable {
  /// The type under which others inject it.
  public let type: ServiceType
  /// The provider, usually a module's name.
  public let provider: ModuleName
  /// How long one instance is handed out.
  public let scope: ServiceScope
  /// Whether it is used only when no regular provider is linked.
  public let isFallback: Bool
  /// Where it is declared, as `file:line`.
  public let declaredAt: String

  /// Makes a declaration.
  ///
  /// - Parameters:
  ///   - type: The type under which others inject it.
  ///   - provider: The provider, usually a module's name.
  ///   - scope: How long one instance is handed out.
  ///   - isFallback: Whether it is used only when no regular provider is linked.
  ///   - declaredAt: Where it is declared, as `file:line`.
  public init(
    _ type: ServiceType, by provider: ModuleName, scope: ServiceScope = .shared,
    isFallback: Bool = false, declaredAt: String
  ) {
    self.type = type
    self.provider = provider
    self.scope = scope
    self.isFallback = isFallback
    self.declaredAt = declaredAt
  }

  /// The same declaration of another provider.
  package func provided(by provider: ModuleName) -> Self {
    Self(type, by: provider, scope: scope, isFallback: isFallback, declaredAt: declaredAt)
  }
}

/// How long one instance of a service is handed out.
public enum ServiceScope: String, Hashable, Sendable, Codable, CaseIterable {
  /// One for all, for as long as its provider runs.
  case shared
  /// A new one for each injection and each resolution.
  case unique
  /// One for all as long as any user holds it, and a new one after that. Only for classes and
  /// actors.
  case weak
}

/// The provider that one consumer's request is bound to.
package struct ServiceBinding: Hashable, Sendable {
  /// The request.
  package let request: ServiceRequest
  /// The provider; nil where an optional request found none.
  package let provider: ServiceDeclaration?
}

/// A service that can be resolved now.
public struct ProvidedService: Hashable, Sendable {
  /// The type under which it is resolved.
  public let type: ServiceType
  /// The provider, usually a module's name.
  public let provider: ModuleName
  /// How long one instance is handed out.
  public let scope: ServiceScope
}

/// A request, known before anything runs, to have a service injected.
public struct ServiceRequest: Hashable, Sendable {
  /// The type that is injected.
  public let type: ServiceType
  /// The consumer, usually a module's name.
  public let consumer: ModuleName
  /// The form of the request.
  public let kind: Kind
  /// Where it is declared, as `file:line`.
  public let declaredAt: String

  /// Makes a request.
  ///
  /// - Parameters:
  ///   - type: The type that is injected.
  ///   - consumer: The consumer, usually a module's name.
  ///   - kind: The form of the request.
  ///   - declaredAt: Where it is declared, as `file:line`.
  public init(
    _ type: ServiceType, for consumer: ModuleName, kind: Kind = .required, declaredAt: String
  ) {
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
  public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
    /// It must be there before the consumer.
    case required
    /// The consumer also runs without it.
    case optional
    /// Every one of the type that is there before the consumer; there may be none.
    case all
    /// A provider must exist; it is looked up at first use.
    case lazy
  }
}

// SPDX-License-Identifier: Apache-2.0

public import GantryText

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

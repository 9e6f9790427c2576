// SPDX-License-Identifier: Apache-2.0

internal import GantryText

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

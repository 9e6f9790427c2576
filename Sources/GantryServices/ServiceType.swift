// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// The type under which a service is provided and injected.
///
/// The identity is the type itself; the names are for messages, reports and module lists.
///
/// ```swift
/// ServiceType((any StorageService).self).name  // "StorageService"
/// ```
public struct ServiceType: Hashable, Sendable {
  /// The identity of the type in this process.
  public let id: ObjectIdentifier
  /// The short name, without `any`, for example `StorageService`.
  public let name: String
  /// The name with its Swift module, for example `StorageAPI.StorageService`.
  public let qualifiedName: String

  /// Describes a type.
  ///
  /// - Parameter type: The type as it is injected, usually an existential: `(any P).self`.
  public init<S: Sendable>(_ type: S.Type) {
    id = ObjectIdentifier(type)
    name = Self.withoutAny(String(describing: type))
    qualifiedName = Self.withoutAny(String(reflecting: type))
  }

  /// Whether text written by a person means this type, by its short or its qualified name.
  ///
  /// - Parameter text: A name, with or without a leading `any`.
  /// - Returns: True when it is one of the two names.
  public func isNamed(_ text: String) -> Bool {
    let text = Self.withoutAny(text)
    return text == name || text == qualifiedName
  }

  /// Whether both are the same type; names do not count.
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.id == rhs.id }

  /// Hashes the identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }

  private static func withoutAny(_ text: String) -> String {
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

// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

public import GantryText

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

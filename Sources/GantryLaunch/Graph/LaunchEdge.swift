// SPDX-License-Identifier: Apache-2.0

/// An edge of the launch graph, as the node at one end declares it.
package struct LaunchEdge: Sendable, Hashable, Codable {
  /// The kind of dependency.
  package let kind: DependencyKind
  /// The name of the node or milestone at the other end.
  package let target: String
  /// The source location of the declaration, as `file:line`.
  package let declaredAt: String
  /// The reason for an edge that you didn't write yourself; nil for one that you did.
  package let reason: Reason?

  private enum CodingKeys: String, CodingKey { case kind, target, declaredAt, reason }

  /// Creates an edge.
  ///
  /// - Parameters:
  ///   - kind: The kind of dependency.
  ///   - target: The name of the node or milestone at the other end.
  ///   - declaredAt: The source location of the declaration, as `file:line`.
  ///   - reason: The reason for an edge that isn't written by hand.
  package init(
    _ kind: DependencyKind, _ target: String, declaredAt: String = "", reason: Reason? = nil
  ) {
    self.kind = kind
    self.target = target
    self.declaredAt = declaredAt
    self.reason = reason
  }

  /// Returns the edge of a task that waits for a milestone.
  package static func milestone(_ milestone: Milestone, declaredAt: String) -> LaunchEdge {
    LaunchEdge(.requires, milestone.name, declaredAt: declaredAt, reason: .milestone)
  }
}

extension LaunchEdge {
  /// The reason for an edge that you didn't write yourself.
  ///
  /// The most frequent reasons have no associated values, and cost no memory.
  @nonexhaustive
  package enum Reason: Sendable, Hashable {
    /// The target creates the module that owns the node, or is the end of that module's launch.
    case owner
    /// The node is the end of a module's launch, and the target is part of that launch.
    case part
    /// The node is declared below the target.
    case sequence
    /// An ordered list names the node below the target.
    case list
    /// The target is a milestone.
    case milestone
    /// The target belongs to the first group, which comes before all other nodes.
    case first
    /// The node takes a service that the target provides.
    indirect case service(type: String, Injection)
    /// The node is a task that takes a value which the target provides.
    indirect case result(type: String)
    /// Any other reason, in words.
    indirect case stated(String)
  }

  /// The way in which a node takes a service.
  package enum Injection: String, Sendable, Hashable, Codable, CaseIterable {
    /// One service, which exists before its consumer.
    case one
    /// All services of a type, which exist before their consumer.
    case all
    /// One service, looked up at its first use: the consumer doesn't wait for it.
    case lazy
  }
}

extension LaunchEdge.Reason {
  /// The reason in the words of messages; nil if it adds nothing to the declaration.
  package var words: String? {
    switch self {
    case .owner, .part, .list: nil
    case .sequence: "written below it"
    case .milestone: "a milestone"
    case .first: "the first group"
    case .service(let type, .all): "injects all \(type)"
    case .service(let type, _): "injects \(type)"
    case .result(let type): "takes \(type)"
    case .stated(let words): words
    }
  }

  /// The service that is the only cause of the edge; injected as `Lazy`, it would need no edge.
  package var service: String? {
    guard case .service(let type, .one) = self else { return nil }
    return type
  }
}

extension LaunchEdge.Reason: Codable {
  private enum CodingKeys: String, CodingKey { case kind, type, injection, words }

  private enum Kind: String, Codable {
    case owner, part, sequence, list, milestone, first, service, result, stated
  }

  private var kind: Kind {
    switch self {
    case .owner: .owner
    case .part: .part
    case .sequence: .sequence
    case .list: .list
    case .milestone: .milestone
    case .first: .first
    case .service: .service
    case .result: .result
    case .stated: .stated
    }
  }

  /// Decodes a reason.
  ///
  /// - Parameter decoder: The decoder to read from.
  /// - Throws: `DecodingError` if the kind is unknown, or lacks its type or words.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self =
      switch try values.decode(Kind.self, forKey: .kind) {
      case .owner: .owner
      case .part: .part
      case .sequence: .sequence
      case .list: .list
      case .milestone: .milestone
      case .first: .first
      case .service:
        .service(
          type: try values.decode(String.self, forKey: .type),
          try values.decode(LaunchEdge.Injection.self, forKey: .injection))
      case .result: .result(type: try values.decode(String.self, forKey: .type))
      case .stated: .stated(try values.decode(String.self, forKey: .words))
      }
  }

  /// Encodes the reason: its kind, with its type or words.
  ///
  /// - Parameter encoder: The encoder to write to.
  /// - Throws: The encoder's errors.
  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(kind, forKey: .kind)
    switch self {
    case .owner, .part, .sequence, .list, .milestone, .first: break
    case .service(let type, let injection):
      try values.encode(type, forKey: .type)
      try values.encode(injection, forKey: .injection)
    case .result(let type): try values.encode(type, forKey: .type)
    case .stated(let words): try values.encode(words, forKey: .words)
    }
  }
}

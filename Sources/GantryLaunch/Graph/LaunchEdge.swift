// SPDX-License-Identifier: Apache-2.0

/// An edge of the launch graph as it was declared, seen from the node that declares it.
public struct LaunchEdge: Sendable, Hashable, Codable {
  /// The requirement of the edge.
  public let kind: Kind
  /// The name of the node, or of the milestone, at the other end.
  public let target: String
  /// Where the edge was declared, as `file:line`.
  public let declaredAt: String
  /// The reason for an edge that isn't written by hand; nil for one that is.
  public let reason: Reason?

  /// Makes an edge.
  ///
  /// - Parameters:
  ///   - kind: The requirement of the edge.
  ///   - target: The name of the node or milestone at the other end.
  ///   - declaredAt: Where it was declared, as `file:line`.
  ///   - reason: The reason for an edge that isn't written by hand.
  public init(_ kind: Kind, _ target: String, declaredAt: String = "", reason: Reason? = nil) {
    self.kind = kind
    self.target = target
    self.declaredAt = declaredAt
    self.reason = reason
  }

  /// The edge of a task that waits for a milestone.
  package static func milestone(_ milestone: Milestone, declaredAt: String) -> LaunchEdge {
    LaunchEdge(.requires, milestone.name, declaredAt: declaredAt, reason: .milestone)
  }
}

extension LaunchEdge {
  /// The requirement of an edge; the words are the labels that modules write.
  public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
    /// The target must exist and succeed first.
    case requires
    /// The target comes first if it is there; its failure is tolerated.
    case wants
    /// The target comes first, if both run.
    case after
    /// The target comes later, if both run.
    case before
    /// The target must exist and requires this node.
    case requiredBy
    /// The target, if it is there, wants this node.
    case wantedBy

    /// Whether the target waits for the node that declares the edge, not the other way round.
    package var isReversed: Bool {
      switch self {
      case .requires, .wants, .after: false
      case .before, .requiredBy, .wantedBy: true
      }
    }

    /// Whether the target has to exist.
    package var needsTarget: Bool { self == .requires || self == .requiredBy }

    /// How strongly the waiting end depends on the other one.
    package var dependency: LaunchDependency {
      switch self {
      case .requires, .requiredBy: .requires
      case .wants, .wantedBy: .wants
      case .after, .before: .order
      }
    }
  }
}

extension LaunchEdge {
  /// The reason for an edge that isn't written by hand.
  ///
  /// The reasons that an app has by the dozen carry nothing, and cost no memory.
  @nonexhaustive
  public enum Reason: Sendable, Hashable {
    /// The target creates the module that the node is a task of, or is the end of its launch.
    case owner
    /// The node is the end of a module's launch, and the target is a part of that.
    case part
    /// The node is written below the target.
    case sequence
    /// An ordered list names the node below the target.
    case list
    /// The target is a milestone.
    case milestone
    /// The node takes a service of a type, which the target provides.
    indirect case service(type: String, Injection)
    /// The node takes the result of the target, which is of a type.
    indirect case result(type: String)
    /// Any other reason, in words.
    indirect case stated(String)
  }

  /// The form in which a service is taken.
  public enum Injection: String, Sendable, Hashable, Codable, CaseIterable {
    /// One service, which is there before its consumer.
    case one
    /// All services of a type that are there before their consumer.
    case all
    /// One service, which is looked up at its first use: the consumer does not wait for it.
    case lazy
  }
}

extension LaunchEdge.Reason {
  /// The reason as messages say it; nil for one that says no more than the declaration does.
  package var words: String? {
    switch self {
    case .owner, .part, .list: nil
    case .sequence: "written below it"
    case .milestone: "a milestone"
    case .service(let type, .all): "injects all \(type)"
    case .service(let type, _): "injects \(type)"
    case .result(let type): "takes \(type)"
    case .stated(let words): words
    }
  }

  /// The service for the sake of which alone there is an edge: injected as `Lazy`, it needs none.
  package var service: String? {
    guard case .service(let type, .one) = self else { return nil }
    return type
  }
}

extension LaunchEdge.Reason: Codable {
  private enum CodingKeys: String, CodingKey { case kind, type, injection, words }

  private enum Kind: String, Codable {
    case owner, part, sequence, list, milestone, service, result, stated
  }

  private var kind: Kind {
    switch self {
    case .owner: .owner
    case .part: .part
    case .sequence: .sequence
    case .list: .list
    case .milestone: .milestone
    case .service: .service
    case .result: .result
    case .stated: .stated
    }
  }

  /// Reads a reason.
  ///
  /// - Parameter decoder: Where to read from.
  /// - Throws: `DecodingError` for a kind that is unknown, or that lacks its type or words.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self =
      switch try values.decode(Kind.self, forKey: .kind) {
      case .owner: .owner
      case .part: .part
      case .sequence: .sequence
      case .list: .list
      case .milestone: .milestone
      case .service:
        .service(
          type: try values.decode(String.self, forKey: .type),
          try values.decode(LaunchEdge.Injection.self, forKey: .injection))
      case .result: .result(type: try values.decode(String.self, forKey: .type))
      case .stated: .stated(try values.decode(String.self, forKey: .words))
      }
  }

  /// Writes the reason: its kind, with its type or words.
  ///
  /// - Parameter encoder: Where to write to.
  /// - Throws: The errors of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(kind, forKey: .kind)
    switch self {
    case .owner, .part, .sequence, .list, .milestone: break
    case .service(let type, let injection):
      try values.encode(type, forKey: .type)
      try values.encode(injection, forKey: .injection)
    case .result(let type): try values.encode(type, forKey: .type)
    case .stated(let words): try values.encode(words, forKey: .words)
    }
  }
}

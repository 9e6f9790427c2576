// SPDX-License-Identifier: Apache-2.0

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

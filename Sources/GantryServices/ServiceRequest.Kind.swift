// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

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

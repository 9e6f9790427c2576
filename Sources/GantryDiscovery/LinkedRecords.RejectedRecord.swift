// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension LinkedRecords {
  /// Something that bears the mark of a record and was passed over, because it cannot be read.
  public struct RejectedRecord: Hashable, Sendable {
    /// The path of the image that carries it; for the program itself, as it was started.
    public let image: String

    /// Where it is, in bytes from the start of the note segment or section.
    public let offset: Int

    /// Why it cannot be read.
    public let reason: Reason
  }
}

extension LinkedRecords.RejectedRecord {
  /// Why a record was passed over.
  @nonexhaustive public enum Reason: Hashable, Sendable {
    /// The size of its name is not 4.
    case nameSize(UInt32)

    /// It ends behind the end of its segment.
    case truncated(descriptorSize: UInt32, available: Int)

    /// It was written to another version of the contract.
    case version(UInt32)

    /// The size of its descriptor is not that of its version.
    case descriptorSize(UInt32)

    /// It is of a kind that this reader does not know.
    case kind(UInt32)

    /// It has no accessor.
    case accessor
  }
}

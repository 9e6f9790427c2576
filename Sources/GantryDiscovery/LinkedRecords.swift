// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// The records that the images of this process carry: the program and its loaded libraries.
///
/// ```swift
/// let linked = LinkedRecords.scan()
/// let names = linked.records.compactMap { $0.load(as: String.self) }
/// for rejected in linked.rejectedRecords { logger.warning("\(rejected)") }
/// ```
///
/// A scan is a value of the moment it was made: nothing is kept between two scans, and a library
/// opened later is found by the next one. The order of records means nothing.
///
/// Records are found on ELF and Mach-O with 64-bit pointers. Elsewhere a scan is empty, and modules
/// have to be listed explicitly. A member of a static archive that nothing refers to is not linked
/// at all, and neither is its record: see `Docs/RecordLayout.md` for the ways to link it.
public struct LinkedRecords: Sendable {
  /// The version of the binary contract that this reader knows and writers state.
  public static let version: UInt32 = 1

  /// The records that can be loaded.
  public let records: [Record]

  /// Notes that bear the mark of a record but are malformed, and so were passed over.
  public let rejectedRecords: [RejectedRecord]
}

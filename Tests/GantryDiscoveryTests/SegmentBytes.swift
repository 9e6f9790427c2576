// SPDX-License-Identifier: Apache-2.0

import GantryDiscovery

/// The bytes of a note segment, built note by note.
struct SegmentBytes {
  var bytes: [UInt8] = []

  static let owner: UInt32 = 0x0052_5447

  /// Adds a record; every part can be given a wrong value.
  mutating func addRecord(
    nameSize: UInt32 = 4, descriptorSize: UInt32 = 24, kind: UInt32 = 1, version: UInt32 = 1,
    hasAccessor: Bool = true, context: UInt64 = 0
  ) {
    let accessor: @convention(c) (UnsafeMutableRawPointer, UnsafeRawPointer) -> Bool = {
      out, type in LinkedRecords.store("from bytes", at: out, as: type)
    }
    let address = UInt64(UInt(bitPattern: unsafeBitCast(accessor, to: Int.self)))
    add([nameSize, descriptorSize, kind, Self.owner, version, 0])
    add([hasAccessor ? address : 0, context])
  }

  /// Adds integers in this machine's byte order.
  mutating func add<Word: FixedWidthInteger>(_ words: [Word]) {
    for word in words { withUnsafeBytes(of: word) { bytes.append(contentsOf: $0) } }
  }

  /// A build-id note as linkers write it: owner `GNU`, 20 bytes.
  mutating func addBuildID() {
    add([4, 20, 3, 0x0055_4E47] as [UInt32])
    bytes.append(contentsOf: (0..<20).map { UInt8(truncatingIfNeeded: $0 * 37) })
  }

  /// Scans a copy that starts at a multiple of 8 plus `shift`.
  func scan(prefix length: Int? = nil, shift: Int = 0, image: String = "bytes") -> LinkedRecords {
    let bytes = bytes.prefix(length ?? bytes.count)
    return withUnsafeTemporaryAllocation(byteCount: bytes.count + 8, alignment: 8) { buffer in
      let place = UnsafeMutableRawBufferPointer(rebasing: buffer[shift..<(shift + bytes.count)])
      place.copyBytes(from: bytes)
      return LinkedRecords.scan(UnsafeRawBufferPointer(place), image: image)
    }
  }
}

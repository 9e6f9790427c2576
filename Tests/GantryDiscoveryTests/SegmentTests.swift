// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import GantryDiscovery

/// Scans of bytes that no linker would produce.
@Suite struct SegmentTests {
  @Test func `a record in bytes is loaded`() {
    var segment = SegmentBytes()
    segment.addRecord(context: 12)
    let linked = segment.scan()
    #expect(linked.records.map { $0.load(as: String.self) } == ["from bytes"])
    #expect(linked.records.map(\.context) == [12])
    #expect(linked.records.map(\.image) == ["bytes"])
    #expect(linked.rejectedRecords == [])
  }

  @Test func `an empty segment has no records`() {
    #expect(SegmentBytes().scan().records.isEmpty)
  }

  @Test(arguments: 0..<40) func `a cut record is never read`(length: Int) {
    var segment = SegmentBytes()
    segment.addRecord()
    let linked = segment.scan(prefix: length)
    #expect(linked.records.isEmpty)
    let reasons = linked.rejectedRecords.map(\.reason)
    let cut: LinkedRecords.RejectedRecord.Reason = .truncated(
      descriptorSize: 24, available: length - 16)
    #expect(reasons == (length < 16 ? [] : [cut]))
  }

  @Test(arguments: [25, 0xFFFF, 0x7FFF_FFFF, 0xFFFF_FFF0, 0xFFFF_FFFF] as [UInt32])
  func `a size that overflows is reported`(size: UInt32) {
    var segment = SegmentBytes()
    segment.addRecord(descriptorSize: size)
    #expect(
      segment.scan().rejectedRecords.map(\.reason) == [
        .truncated(descriptorSize: size, available: 24)
      ])
  }

  @Test(arguments: [0, 3, 5, 0xFFFF_FFFF] as [UInt32])
  func `a name of the wrong size is reported`(size: UInt32) {
    var segment = SegmentBytes()
    segment.addRecord(nameSize: size)
    #expect(segment.scan().rejectedRecords.map(\.reason) == [.nameSize(size)])
  }

  @Test func `every other fault is reported with its offset, and the next record is found`() {
    var segment = SegmentBytes()
    segment.addRecord(version: 0)
    segment.addRecord(version: 2)
    segment.addRecord(kind: 99)
    segment.addRecord(descriptorSize: 0)
    segment.addRecord(descriptorSize: 20)
    segment.addRecord(hasAccessor: false)
    segment.addRecord()
    let linked = segment.scan()
    #expect(linked.records.count == 1)
    #expect(
      linked.rejectedRecords.map(\.reason) == [
        .version(0), .version(2), .kind(99), .descriptorSize(0), .descriptorSize(20), .accessor,
      ])
    #expect(linked.rejectedRecords.map(\.offset) == [0, 40, 80, 120, 160, 200])
  }

  @Test(arguments: [0, 4]) func `notes of other owners are skipped`(shift: Int) {
    var segment = SegmentBytes()
    segment.addBuildID()
    segment.addRecord()
    segment.add([8, 0xFFFF_FFF0, 1, 0x4141_4141, 0] as [UInt32])
    segment.addRecord()
    segment.bytes.append(contentsOf: [UInt8](repeating: 0, count: 24))
    segment.addRecord()
    let linked = segment.scan(shift: shift)
    #expect(linked.records.count == 3)
    #expect(linked.rejectedRecords == [])
  }

  @Test(arguments: 0..<8) func `bytes at any address are scanned`(shift: Int) {
    var segment = SegmentBytes()
    segment.bytes = [UInt8](repeating: 0, count: (8 - shift) % 4)
    segment.addRecord()
    #expect(segment.scan(shift: shift).records.count == 1)
  }

  @Test(arguments: 0..<20 as Range<UInt64>) func `garbage is skipped`(seed: UInt64) {
    var segment = SegmentBytes()
    var state = seed &+ 1
    for _ in 0..<4096 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      segment.bytes.append(UInt8(truncatingIfNeeded: state >> 56))
    }
    segment.addRecord()
    #expect(segment.scan().records.count == 1)
  }

  @Test func `each image with a copy of Gantry is named once, but no test bundle`() {
    var copy = SegmentBytes()
    copy.addRecord(kind: 2)
    var module = SegmentBytes()
    module.addRecord()
    let images = ["B.so", "A.so", "B.so", "/a/ShopTests.xctest/ShopTests"]
    let records = images.flatMap { copy.scan(image: $0).records } + module.scan().records
    #expect(LinkedRecords(records: records, rejectedRecords: []).copies == ["A.so", "B.so"])
  }

  @Test func `a thousand records are all found`() {
    var segment = SegmentBytes()
    for index in 0..<1000 { segment.addRecord(context: UInt64(index)) }
    #expect(segment.scan().records.map(\.context) == (0..<1000).map { UInt($0) })
  }
}

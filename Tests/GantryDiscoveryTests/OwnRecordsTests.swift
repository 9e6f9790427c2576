// SPDX-License-Identifier: Apache-2.0

import GantryDiscovery
import Testing

#if objectFormat(ELF)
  @section(".note.gantry")
  @used
  private let teaRecord: LinkRecord = (
    4, 24, 1, 0x0052_5447, 1, 0,
    { out, type in LinkedRecords.store("tea", at: out, as: type) }, 7
  )

  // Spelled out, as in a target without imports.
  @section(".note.gantry")
  @used
  private let coffeeRecord:
    (
      UInt32, UInt32, UInt32, UInt32, UInt32, UInt32,
      @convention(c) (UnsafeMutableRawPointer, UnsafeRawPointer) -> Bool, UInt
    ) = (
      4, 24, 1, 0x0052_5447, 1, 0,
      { out, type in LinkedRecords.store("coffee", at: out, as: type) }, 0
    )

  @section(".note.gantry")
  @used
  private let futureRecord: LinkRecord = (
    4, 24, 1, 0x0052_5447, 9, 0, { _, _ in false }, 0
  )

  /// The records of the test binary itself.
  @Suite struct OwnRecordsTests {
    @Test func `the records of this binary are found and loaded`() {
      let linked = LinkedRecords.scan()
      let names = linked.records.compactMap { $0.load(as: String.self) }
      #expect(names.sorted() == ["coffee", "tea"])
    }

    @Test func `a record shows its kind, version, image and context`() throws {
      let tea = try #require(
        LinkedRecords.scan().records.first { $0.load(as: String.self) == "tea" })
      #expect(tea.kind == .manifest)
      #expect(tea.version == LinkedRecords.version)
      #expect(tea.context == 7)
      #expect(!tea.image.isEmpty)
    }

    @Test func `a value of another type is not loaded`() {
      let records = LinkedRecords.scan().records
      #expect(records.compactMap { $0.load(as: Int.self) } == [])
      #expect(records.compactMap { $0.load(as: Substring.self) } == [])
      #expect(records.compactMap { $0.load(as: (any Equatable).self) }.isEmpty)
    }

    @Test func `a record of another version is reported and skipped`() {
      #expect(LinkedRecords.scan().rejectedRecords.map(\.reason) == [.version(9)])
    }

    @Test func `this binary has the only copy of Gantry`() throws {
      let tea = try #require(LinkedRecords.scan().records.first { $0.kind == .manifest })
      #expect(LinkedRecords.scan().copies == [tea.image])
    }

    @Test func `a second scan finds the same records`() {
      let first = LinkedRecords.scan()
      let second = LinkedRecords.scan()
      #expect(first.records.count == second.records.count)
      #expect(first.rejectedRecords == second.rejectedRecords)
    }
  }
#endif

// SPDX-License-Identifier: Apache-2.0

import GantryDiscovery
import Testing

/// The wording of reported records.
@Suite struct RejectedRecordTests {
  @Test func `a message names the location, the problem and the fix`() throws {
    var segment = SegmentBytes()
    segment.addRecord(version: 2)
    let rejected = try #require(segment.scan().rejectedRecords.first)
    #expect(
      rejected.description
        == "bytes: link-time record at offset 0 has version 2, and this program reads version 1; "
        + "build the image and the program with the same version of Gantry")
  }

  static let messages: [(LinkedRecords.RejectedRecord.Reason, String)] = [
    (.nameSize(5), "has a name of 5 bytes instead of 4; write records as RecordLayout.md says"),
    (
      .truncated(descriptorSize: 24, available: 8),
      "claims a descriptor of 24 bytes where 8 are left; its image is damaged"
    ),
    (
      .descriptorSize(20),
      "has a descriptor of 20 bytes instead of 24; write records as RecordLayout.md says"
    ),
    (
      .kind(9),
      "has unknown kind 9; build the image and the program with the same version of Gantry"
    ),
    (.accessor, "has no accessor; write records as RecordLayout.md says"),
  ]

  @Test(arguments: messages)
  func `each reason has its message`(
    reason: LinkedRecords.RejectedRecord.Reason, message: String
  ) {
    #expect(reason.description == message)
  }
}

// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension LinkedRecords.RejectedRecord: CustomStringConvertible {
  /// The location of the record, its fault, and the fix.
  public var description: String {
    "\(image.isEmpty ? "unnamed image" : image): link-time record at offset \(offset) \(reason)"
  }
}

extension LinkedRecords.RejectedRecord.Reason: CustomStringConvertible {
  /// The fault of the record, and the fix.
  public var description: String {
    switch self {
    case .nameSize(let size):
      "has a name of \(size) bytes instead of 4; write records as RecordLayout.md says"
    case .truncated(let size, let available):
      "claims a descriptor of \(size) bytes where \(available) are left; its image is damaged"
    case .version(let version):
      "has version \(version), and this program reads version \(LinkedRecords.version); "
        + "build the image and the program with the same version of Gantry"
    case .descriptorSize(let size):
      "has a descriptor of \(size) bytes instead of 24; write records as RecordLayout.md says"
    case .kind(let kind):
      "is of unknown kind \(kind); build the image and the program with the same version of Gantry"
    case .accessor:
      "has no accessor; write records as RecordLayout.md says"
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

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
/// at all, and neither is its record: see `Documentation/Reference/RecordLayout.md` for the ways to link it.
package struct LinkedRecords: Sendable {
  /// The version of the binary contract that this reader supports and that writers declare.
  package static let version: UInt32 = 1

  /// The records that can be loaded.
  package let records: [Record]

  /// Notes with the mark of a record that were skipped because they are malformed.
  package let rejectedRecords: [RejectedRecord]

  /// The images that contain a copy of Gantry, sorted.
  ///
  /// A test bundle doesn't count: in Xcode, it may link Gantry as the app does that hosts it, and
  /// tests what it links itself.
  package var copies: [String] {
    Set(records.filter { $0.kind == .copy && !$0.image.contains(".xctest/") }.map(\.image)).sorted()
  }
}

extension LinkedRecords {
  /// The subject of a record, which determines the type of its value.
  @nonexhaustive package enum Kind: UInt32, Sendable {
    /// The manifest of a module, or of a free function with `@Launch`, `@On` or `@Route`.
    case manifest = 1
    /// A copy of Gantry in the image; it has no value.
    case copy = 2
  }
}

extension LinkedRecords {
  /// One record of a loaded image.
  ///
  /// You can use a record as long as its image stays loaded.
  package struct Record: Sendable {
    typealias Accessor = @convention(c) (UnsafeMutableRawPointer, UnsafeRawPointer) -> Bool

    /// The subject of the record.
    package let kind: Kind

    /// The version of the binary contract that the record follows.
    package let version: UInt32

    /// The path of the image that carries the record; for the program itself, the path it was
    /// started by.
    package let image: String

    /// A word for the record's author to use.
    package let context: UInt

    let accessor: Accessor

    /// Loads the record's value; each call creates a new one.
    ///
    /// - Parameter type: The exact type of the value, not a supertype of it or a protocol that it
    ///   conforms to.
    /// - Returns: The value; nil if it has a different type.
    package func load<Value>(as type: Value.Type) -> Value? {
      withUnsafeTemporaryAllocation(of: Value.self, capacity: 1) { place in
        guard let address = place.baseAddress else { return nil }
        let isStored = withUnsafePointer(to: type as Any.Type) { accessor(address, $0) }
        return isStored ? address.move() : nil
      }
    }
  }
}

extension LinkedRecords {
  /// A note with the mark of a record that was skipped because it cannot be read.
  package struct RejectedRecord: Hashable, Sendable {
    /// The path of the image that carries it; for the program itself, the path it was started by.
    package let image: String

    /// Its offset in bytes from the start of the note segment or section.
    package let offset: Int

    /// The reason why it cannot be read.
    package let reason: Reason
  }
}

extension LinkedRecords.RejectedRecord {
  /// The reason why a record was skipped.
  @nonexhaustive package enum Reason: Hashable, Sendable {
    /// The size of its name is not 4.
    case nameSize(UInt32)

    /// It extends beyond the end of its segment.
    case truncated(descriptorSize: UInt32, available: Int)

    /// It follows another version of the contract.
    case version(UInt32)

    /// The size of its descriptor doesn't match its version.
    case descriptorSize(UInt32)

    /// Its kind is unknown to this reader.
    case kind(UInt32)

    /// It has no accessor.
    case accessor
  }
}

extension LinkedRecords.RejectedRecord: CustomStringConvertible {
  /// The location of the record, its fault, and the fix.
  package var description: String {
    "\(image.isEmpty ? "unnamed image" : image): link-time record at offset \(offset) \(reason)"
  }
}

extension LinkedRecords.RejectedRecord.Reason: CustomStringConvertible {
  /// The fault of the record, and the fix.
  package var description: String {
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
      "has unknown kind \(kind); build the image and the program with the same version of Gantry"
    case .accessor:
      "has no accessor; write records as RecordLayout.md says"
    }
  }
}

/// The layout of a record in the binary: the type of the constant that a module leaves there.
///
/// On ELF the constant goes into section `.note.gantry`, on Mach-O into `__DATA_CONST,__gantry`.
/// Other object formats have no section for it; there you list modules explicitly.
///
/// ```swift
/// #if objectFormat(ELF)
///   @section(".note.gantry")
/// #elseif objectFormat(MachO)
///   @section("__DATA_CONST,__gantry")
/// #endif
/// @used
/// private let record: LinkRecord = (
///   4, 24, 1, 0x0052_5447, 1, 0,
///   { out, type in LinkedRecords.store(OrdersModule.manifest, at: out, as: type) }, 0
/// )
/// ```
///
/// The layout is a binary contract; `Documentation/Reference/RecordLayout.md` describes it. A record needs
/// this shape, not this name, so a target without imports can spell out the tuple.
///
/// - `nameSize`: 4, the length of `name`.
/// - `descriptorSize`: 24, the length of the fields after `name`.
/// - `type`: The kind of the record, 1 for the manifest of a module or of a function.
/// - `name`: `0x0052_5447`, which reads `GTR` and a zero byte.
/// - `version`: The version of the layout.
/// - `reserved`: 0.
/// - `accessor`: Stores the record's value where its first argument points, and returns true. If
///   its second argument points to the metatype of a different type, it touches nothing and returns
///   false. It isn't optional, since the compiler accepts no optional function in a constant.
/// - `context`: A word for the record's author to use.
public typealias LinkRecord = (
  nameSize: UInt32,
  descriptorSize: UInt32,
  type: UInt32,
  name: UInt32,
  version: UInt32,
  reserved: UInt32,
  accessor: @convention(c) (UnsafeMutableRawPointer, UnsafeRawPointer) -> Bool,
  context: UInt
)

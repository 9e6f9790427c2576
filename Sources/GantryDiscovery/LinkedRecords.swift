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
/// at all, and neither is its record: see `Documentation/RecordLayout.md` for the ways to link it.
public struct LinkedRecords: Sendable {
  /// The version of the binary contract that this reader knows and writers state.
  public static let version: UInt32 = 1

  /// The records that can be loaded.
  public let records: [Record]

  /// Notes that bear the mark of a record but are malformed, and so were passed over.
  public let rejectedRecords: [RejectedRecord]
}

extension LinkedRecords {
  /// The subject of a record, which decides the type of its value.
  @nonexhaustive public enum Kind: UInt32, Sendable {
    /// The manifest of a module, or of a free function that takes part in the app's life.
    case manifest = 1
  }
}

extension LinkedRecords {
  /// One record of a loaded image.
  ///
  /// A record is usable as long as its image stays loaded.
  public struct Record: Sendable {
    typealias Accessor = @convention(c) (UnsafeMutableRawPointer, UnsafeRawPointer) -> Bool

    /// The subject of the record.
    public let kind: Kind

    /// The version of the binary contract that the record was written to.
    public let version: UInt32

    /// The path of the image that carries the record; for the program itself, as it was started.
    public let image: String

    /// The record's own word, for its author to use.
    public let context: UInt

    let accessor: Accessor

    /// Asks the record for its value, which is made anew each time.
    ///
    /// - Parameter type: The type that the value must have; no subtype and no protocol of it.
    /// - Returns: The value; nil when it is of another type.
    public func load<Value>(as type: Value.Type) -> Value? {
      withUnsafeTemporaryAllocation(of: Value.self, capacity: 1) { place in
        guard let address = place.baseAddress else { return nil }
        let isStored = withUnsafePointer(to: type as Any.Type) { accessor(address, $0) }
        return isStored ? address.move() : nil
      }
    }
  }
}

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

/// A record as it lies in the binary: the type of the constant that a module leaves there.
///
/// On ELF it goes into section `.note.gantry`, on Mach-O into `__DATA_CONST,__gantry`; on other
/// object formats there is no place for it, and modules are listed explicitly instead.
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
/// The layout is a binary contract, written down in `Documentation/RecordLayout.md`: a record needs
/// this shape, not this name, so a target that imports nothing can spell the tuple out.
///
/// - `nameSize`: 4, the length of `name`.
/// - `descriptorSize`: 24, the length of the fields after `name`.
/// - `type`: The kind of the record, a ``LinkedRecords/Kind``.
/// - `name`: `0x0052_5447`, which reads `GTR` and a zero byte.
/// - `version`: ``LinkedRecords/version``.
/// - `reserved`: 0.
/// - `accessor`: Stores the record's value where its first argument points and returns true, or
///   touches nothing and returns false if its second argument points to the metatype of another
///   type than the value's. Not optional: the compiler takes no optional function for a
///   constant.
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

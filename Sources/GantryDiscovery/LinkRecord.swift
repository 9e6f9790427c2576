// SPDX-License-Identifier: Apache-2.0

internal import CGantryImages

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

/// Which file of the program a type was loaded from.
package enum ImagePath {
  /// The file that holds a type: the program, or a library.
  ///
  /// - Parameter type: The type.
  /// - Returns: The path that the loader knows; nil for types that are made at run time, such as
  ///   generic ones.
  package static func of(_ type: Any.Type) -> String? {
    gantry_image_path(unsafeBitCast(type, to: UnsafeRawPointer.self)).map { String(cString: $0) }
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import CGantryImages

/// The build that the running program comes from.
package enum ProgramBuild {
  /// An image that Gantry counts as part of the program.
  package struct Image: Sendable, Hashable {
    /// The image's path, as the loader reports it.
    package let path: String?
    /// Whether the image is the program itself.
    package let isProgram: Bool
    /// The identifier that the linker gave the image, in hexadecimal digits; nil if it gave none.
    ///
    /// On ELF it is the GNU build identifier, a hash of the linked contents; on Mach-O it is the
    /// UUID.
    package let identifier: String?
  }

  /// The program, and each loaded library that carries records.
  ///
  /// The program comes first, then the libraries sorted by identifier, independent of load order.
  /// Everything is read from memory. The program alone isn't enough: Xcode's debug builds reduce it
  /// to a stub whose identifier never changes, with all code in libraries.
  package static var images: [Image] {
    var capacity = 16
    // A library opened between two passes may need more room than there is.
    while true {
      let pass = collect(capacity: capacity)
      if let found = pass.found { return found }
      capacity = pass.total
    }
  }

  private static func collect(capacity: Int) -> (found: [Image]?, total: Int) {
    withUnsafeTemporaryAllocation(of: gantry_build_id.self, capacity: capacity) { identifiers in
      let total = gantry_images_copy_build_ids(identifiers.baseAddress, capacity)
      guard total <= capacity else { return (nil, total) }
      let images = identifiers[..<total].map(Image.init)
      return (images.sorted { $0.rank < $1.rank }, total)
    }
  }
}

extension ProgramBuild.Image {
  fileprivate init(_ image: gantry_build_id) {
    path = image.image.map { String(cString: $0) }
    isProgram = image.is_program
    let digits = Array("0123456789abcdef")
    let bytes = withUnsafeBytes(of: image.bytes) { Array($0.prefix(image.size)) }
    identifier =
      bytes.isEmpty
      ? nil : String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }

  fileprivate var rank: (Int, String, String) {
    (isProgram ? 0 : 1, identifier ?? "", path ?? "")
  }
}

/// Finds the file that a type was loaded from.
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

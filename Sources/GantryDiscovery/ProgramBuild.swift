// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import CGantryImages

/// What the running program was built from.
package enum ProgramBuild {
  /// The identifier that the linker gave the program, as hexadecimal digits; nil without one.
  ///
  /// On ELF the GNU build identifier, a hash of what was linked, on Mach-O the UUID. It is read from
  /// memory. Libraries that the program loads have identifiers of their own, which do not count.
  package static var linkerIdentifier: String? {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 64) { bytes in
      let size = gantry_copy_build_id(bytes.baseAddress, bytes.count)
      guard size > 0 else { return nil }
      let digits = Array("0123456789abcdef")
      return String(
        bytes.prefix(size).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Makes names that people read of symbols, with the Swift runtime of this process.
enum SwiftDemangler {
  private typealias Function =
    @convention(c) (
      UnsafePointer<CChar>?, Int, UnsafeMutablePointer<CChar>?, UnsafeMutablePointer<Int>?, UInt32
    ) -> UnsafeMutablePointer<CChar>?

  /// The name behind a Swift symbol; nil for others, and where the runtime does not tell.
  static func demangle(_ symbol: String) -> String? {
    guard symbol.hasPrefix("$s"), let handle = dlopen(nil, RTLD_NOW),
      let address = dlsym(handle, "swift_demangle")
    else { return nil }
    let function = unsafeBitCast(address, to: Function.self)
    guard let text = function(symbol, symbol.utf8.count, nil, nil, 0) else { return nil }
    defer { free(text) }
    return String(cString: text)
  }
}

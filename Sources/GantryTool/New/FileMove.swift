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

/// Moves files and folders in one step.
enum FileMove {
  /// Puts a file in the place of another.
  ///
  /// - Returns: 0, or the system's error number.
  static func move(_ path: String, over other: String) -> Int32 {
    rename(path, other) == 0 ? 0 : errno
  }

  /// Moves a folder, never over anything.
  ///
  /// - Returns: 0, or the system's error number.
  static func move(_ path: String, to goal: String) -> Int32 {
    let code = moveInOneCall(path, to: goal)
    let unable: Set = [ENOSYS, EINVAL, ENOTSUP]
    return unable.contains(code) ? moveOverReserved(path, to: goal) : code
  }

  private static func moveInOneCall(_ path: String, to goal: String) -> Int32 {
    #if canImport(Darwin)
      return renamex_np(path, goal, UInt32(RENAME_EXCL)) == 0 ? 0 : errno
    #else
      // Looked up, since the headers show it to C programs only, and not every C library has it.
      typealias Rename =
        @convention(c) (
          Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32
        ) -> Int32
      guard let symbol = dlsym(nil, "renameat2") else { return ENOSYS }
      let doNotReplace: UInt32 = 1
      let rename = unsafeBitCast(symbol, to: Rename.self)
      return rename(AT_FDCWD, path, AT_FDCWD, goal, doNotReplace) == 0 ? 0 : errno
    #endif
  }

  /// For file systems that cannot do better: an empty folder keeps the place, and is replaced.
  static func moveOverReserved(_ path: String, to goal: String) -> Int32 {
    guard mkdir(goal, 0o777) == 0 else { return errno }
    guard rename(path, goal) == 0 else {
      let code = errno
      rmdir(goal)
      return code
    }
    return 0
  }
}

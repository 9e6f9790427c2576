// SPDX-License-Identifier: Apache-2.0

/// Stands in for a library that the program must set up once, early.
public enum CrashReports {
  /// Sets the library up.
  ///
  /// - Parameter program: The name under which reports are filed.
  public static func start(_ program: String) {
    print("crash reports of \(program) are on")
  }
}

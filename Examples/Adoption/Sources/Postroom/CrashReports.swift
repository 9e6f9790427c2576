// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// Stands for a library of the program that must be set up once, early.
public enum CrashReports {
  /// Sets the library up.
  ///
  /// - Parameter program: The name under which reports are filed.
  public static func start(_ program: String) {
    print("crash reports of \(program) are on")
  }
}

// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension LaunchOptions {
  /// A launch by a test: no arguments, and an empty environment.
  public static var test: LaunchOptions {
    LaunchOptions(source: .test, arguments: [], environment: [:])
  }
}

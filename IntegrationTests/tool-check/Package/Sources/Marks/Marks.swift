// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// Stands in for the macro of that name.
@globalActor
public actor Module {
  /// The only one.
  public static let shared = Module()
}

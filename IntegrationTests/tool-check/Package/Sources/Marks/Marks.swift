// SPDX-License-Identifier: Apache-2.0

/// Stands in for the macro of that name.
@globalActor
public actor Module {
  /// The only one.
  public static let shared = Module()
}

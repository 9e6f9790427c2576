// SPDX-License-Identifier: Apache-2.0

public import GantryInterfaces

extension ModuleName {
  /// The module that records how the app is used.
  public nonisolated static let analytics: Self = "Analytics"
}

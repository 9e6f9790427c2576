// SPDX-License-Identifier: Apache-2.0

public import GantryEvents

extension ModuleName {
  /// The module that notes how the app is used.
  public static let analytics: Self = "Analytics"
}

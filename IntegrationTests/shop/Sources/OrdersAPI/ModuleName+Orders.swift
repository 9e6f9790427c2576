// SPDX-License-Identifier: Apache-2.0

public import GantryInterfaces

extension ModuleName {
  /// The module that takes orders.
  public static let orders: Self = "Orders"
}

// SPDX-License-Identifier: Apache-2.0

public import GantryInterfaces

extension ModuleName {
  /// The module that knows the goods.
  public static let catalog: Self = "Catalog"
}

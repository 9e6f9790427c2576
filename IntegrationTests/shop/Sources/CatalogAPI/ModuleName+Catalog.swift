// SPDX-License-Identifier: Apache-2.0

public import GantryInterfaces

extension ModuleName {
  /// The module that knows the goods.
  public nonisolated static let catalog: Self = "Catalog"
}

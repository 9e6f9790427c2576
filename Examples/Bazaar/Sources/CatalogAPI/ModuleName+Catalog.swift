// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

public import GantryEvents

extension ModuleName {
  /// The module that knows the goods.
  public static let catalog: Self = "Catalog"
}

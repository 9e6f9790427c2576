// SPDX-License-Identifier: Apache-2.0
// Options: -default-isolation MainActor

import Gantry

// In a target whose default is the main actor, a name is on the main actor unless it is nonisolated.

extension ModuleName {
  static let orders: ModuleName = "Orders"
  nonisolated static let shop: ModuleName = "Shop"
}

extension Milestone {
  static let consent = Milestone("consent")
}

@Module(requires: .orders)  // error: 'orders' can not be referenced from a nonisolated context
final class RequiringModule {
  @Launch func open() {}
}

@Module(requires: .shop)
final class RightModule {
  @Launch(requires: .orders) func open() {}  // error: 'orders' can not be referenced
  @Launch(after: .consent) func track() {}  // error: 'consent' can not be referenced
}

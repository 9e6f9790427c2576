// SPDX-License-Identifier: Apache-2.0

import Gantry

@Module
final class OrdersModule {}

@main
struct DiscoveryGuide {
  static func main() {
    // region: explicit
    let application = Application(modules: [OrdersModule.self])
    // endregion
    guard application.check().isEmpty else { return }
  }
}

// SPDX-License-Identifier: Apache-2.0

import Gantry
import GantryDiscovery

@Module
final class OrdersModule {}

@main
struct DiscoveryGuide {
  static func main() {
    // region: scan
    let linked = LinkedRecords.scan()
    for record in linked.records {
      guard let manifest = record.load(as: ModuleManifest.self) else { continue }
      print(manifest.name, manifest.declaredAt)
    }
    for rejected in linked.rejectedRecords { print(rejected) }
    // endregion

    // region: explicit
    let application = Application(modules: [OrdersModule.self])
    // endregion
    guard application.check().isEmpty else { return }
  }
}

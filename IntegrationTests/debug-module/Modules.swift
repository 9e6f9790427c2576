// SPDX-License-Identifier: Apache-2.0

import Gantry

@Module
final class ShopModule {
  @Launch func open() {}
}

#if DEBUG
  @Module(after: "Shop", enabled: .debug)
  final class ToolboxModule {
    @Launch func openToolboxMarker() { Self.log.debug("toolbox-text-marker") }
  }

  @Launch(enabled: .debug)
  func inspectToolboxMarker() {}
#endif

@Module(enabled: .debug)
final class HalfwayModule {
  @Launch func open() {}
}

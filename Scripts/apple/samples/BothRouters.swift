// SPDX-License-Identifier: Apache-2.0

// A module that passes URLs without a route on to the router that an app had before.

import Foundation
import Gantry

@MainActor
enum OldRouter {
  static func open(_ url: URL) -> Bool { false }
}

// region: module
@Module
@MainActor
final class LegacyRouterModule {
  @Inject let router: Router

  @On func open(_ event: OpenURL) -> Bool {
    !router.canOpen(RouteRequest(event.url)) && OldRouter.open(event.url)
  }
}
// endregion

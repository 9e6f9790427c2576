// SPDX-License-Identifier: Apache-2.0

import Gantry

/// Stands for an SDK that calls back when it has started.
enum MapsSDK {
  static func start(then: @escaping @Sendable () -> Void) { then() }
}

// region: token
@Module
@MainActor
final class MapsModule {
  @Launch(.afterReady) func start(_ done: LaunchToken) {
    MapsSDK.start { done.complete() }
  }
}
// endregion

// SPDX-License-Identifier: Apache-2.0

// The first module of an app: what its delegate did.

// region: module
import Gantry

@Module
@MainActor
final class CounterModule {
  @Launch func start() { Counter.shared.start() }
  @On func flush(_ event: DidEnterBackground) { Counter.shared.flush() }
}
// endregion

@MainActor
final class Counter {
  static let shared = Counter()
  func start() {}
  func flush() {}
}

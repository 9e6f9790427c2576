// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Gantry
import GantryTesting
import GantrySupport
import Testing

/// An `init` or a provider that blocks does so on a thread of the launch.
@Suite(.serialized, .timeLimit(.minutes(5))) struct BlockedInitTests {
  /// Holds threads until it is opened.
  final class Wall: Sendable {
    private let bell = DispatchSemaphore(value: 0)

    func hold() {
      bell.wait()
      bell.signal()
    }

    func open() { bell.signal() }
  }

  static let wall = Mutex(Wall())
  static func hold() { wall.withLock(\.self).hold() }

  @Module final class OneModule {
    init(context: ModuleContext) { BlockedInitTests.hold() }
  }
  @Module final class TwoModule {
    init(context: ModuleContext) { BlockedInitTests.hold() }
  }
  @Module actor ThreeModule {
    init(context: ModuleContext) { BlockedInitTests.hold() }
  }
  @Module final class FourModule {
    init(context: ModuleContext) { BlockedInitTests.hold() }
  }

  @Module final class OneStoreModule {
    @Provides func one() -> Int {
      BlockedInitTests.hold()
      return 1
    }
  }
  @Module final class TwoStoreModule {
    @Provides func two() -> String {
      BlockedInitTests.hold()
      return ""
    }
  }
  @Module final class ThreeStoreModule {
    @Provides var three: Double {
      BlockedInitTests.hold()
      return 1
    }
  }
  @Module final class FourStoreModule {
    @Provides var four: [Int] {
      BlockedInitTests.hold()
      return []
    }
  }

  @Test(arguments: [
    [OneModule.self, TwoModule.self, ThreeModule.self, FourModule.self] as [any Module.Type],
    [OneStoreModule.self, TwoStoreModule.self, ThreeStoreModule.self, FourStoreModule.self],
  ])
  func `the start limit holds even if many initializers block`(modules: [any Module.Type]) async {
    let wall = Wall()
    Self.wall.withLock { $0 = wall }
    let limits = Application.Limits(launch: .milliseconds(100), shutdown: .milliseconds(10))
    let application = Application(modules: ModuleSelection(modules), limits: limits)
    let error = await #expect(throws: ApplicationError.self) { try await application.start() }
    #expect("\(error.map { "\($0)" } ?? "")".contains("not ready within 100.0 ms"))
    wall.open()
    await application.stop()
  }
}

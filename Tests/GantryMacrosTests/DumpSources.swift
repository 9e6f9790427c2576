enum ExpansionSources {
  static let all: [String] = [
    """
    @Module(after: "Analytics", priority: 200)
    @MainActor
    public final class OrdersModule {
      @Inject let storage: any StorageService
      @Launch func openDatabase() throws {}
      @Launch(.deferred) nonisolated func prefetch(context: ModuleContext) async throws {}
      @On(.once) func heard(_ event: DidBecomeActive) {}
      @On func open(_ event: OpenURL) -> Bool { true }
      @Provides var history: any OrderHistory { History() }
      @Shutdown func close() async {}
    }
    """,
    """
    @available(*, deprecated)
    @Module(enabled: .debug, .environment("X"))
    actor Worker {
      static let log = 1
      #if os(Linux)
        @Inject let push: (any PushService)?
      #endif
      @Launch func load() {}
    }
    """,
    """
    enum Outer {
      @Module fileprivate final class InnerModule {
        @On func heard(_ event: DidBecomeActive) {}
        #if DEBUG
          @On func heard(_ event: SignedIn) {}
        #endif
        init(context: ModuleContext) {}
      }
    }
    """,
    """
    @LaunchTask(name: "Crash", stage: .blocking, requires: "Storage", enabled: .debug)
    func setUpCrashReports(context: ModuleContext) throws {}
    """,
    """
    @On @MainActor func open(_ event: OpenURL) -> Bool { true }
    """,
    """
    @Suite struct Tests {
      @Module final class Probe {
        static let log = 1
        static let resources = 2
      }
    }
    """,
  ]
}

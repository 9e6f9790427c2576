// SPDX-License-Identifier: Apache-2.0

package import Foundation
internal import GantryCore
internal import GantryLaunch

/// Everything that a host takes from its environment.
package struct HostSurroundings: Sendable {
  /// How a wait on the main thread ended.
  package enum Wait: Sendable {
    case done
    case timeIsUp
    /// The caller occupies the main actor.
    case impossible
  }

  /// The center to which the system posts changes of the app and its scenes.
  package var center: NotificationCenter
  /// The process environment.
  package var environment: [String: String]
  /// The declarations of the app in its Info.plist.
  package var bundle: BundleFacts
  /// The major version of the system.
  package var systemVersion: Int
  /// The framework whose delegates the app has.
  package var kit = DelegateKit.current
  /// Whether the calling thread runs the main actor.
  package var isOnMain: @Sendable () -> Bool
  /// Whether the main queue, and so the main actor, is served while the caller waits in the run
  /// loop. It isn't if the caller is a block of that queue, or a task.
  package var servesMain: @MainActor @Sendable () -> Bool = { true }
  /// Called with each warning that the host logs; tests can set it.
  package var onWarning: @Sendable (String) -> Void = { _ in }
  /// Blocks the main thread until the work ends, or for the given time; the main actor is served.
  package var wait:
    @MainActor @Sendable (Duration, @escaping @concurrent @Sendable () async -> Void) -> Wait

  /// Describes the surroundings.
  package init(
    center: NotificationCenter, environment: [String: String], bundle: BundleFacts,
    systemVersion: Int, isOnMain: @escaping @Sendable () -> Bool,
    wait:
      @escaping @MainActor @Sendable (
        Duration, @escaping @concurrent @Sendable () async -> Void
      ) -> Wait
  ) {
    self.center = center
    self.environment = environment
    self.bundle = bundle
    self.systemVersion = systemVersion
    self.isOnMain = isOnMain
    self.wait = wait
  }

  /// The surroundings in the running process.
  package static func system(clock: any Clock<Duration>) -> Self {
    var surroundings = Self(
      center: .default, environment: LaunchOptions.processEnvironment,
      bundle: BundleFacts(Bundle.main.infoDictionary ?? [:], path: Bundle.main.bundlePath),
      systemVersion: ProcessInfo.processInfo.operatingSystemVersion.majorVersion,
      isOnMain: { Thread.isMainThread },
      wait: { limit, work in
        guard MainThread.canBlock() else { return .impossible }
        let late = MainThread.block {
          await Deadline.run(within: limit, clock: clock) { await work() }
        }
        return late == nil ? .done : .timeIsUp
      })
    surroundings.servesMain = { MainThread.canBlock() }
    return surroundings
  }

  /// Runs work on the main actor: at once if the caller is there, otherwise soon.
  func onMain(_ work: @escaping @MainActor @Sendable () -> Void) {
    if isOnMain() {
      MainActor.assumeIsolated(work)
    } else {
      DispatchQueue.main.async { MainActor.assumeIsolated(work) }
    }
  }

  /// The same for work that may be run twice, but takes effect once.
  ///
  /// The run loop gets the work as well. A Mac app that a block of the main queue told to terminate
  /// waits in the run loop, and that queue then does nothing more.
  func onMainByAnyWay(_ work: @escaping @MainActor @Sendable () -> Void) {
    #if canImport(Darwin)
      if !isOnMain() {
        RunLoop.main.perform(inModes: [.common]) { MainActor.assumeIsolated(work) }
      }
    #endif
    onMain(work)
  }
}

/// The declarations in an app's Info.plist that a host needs.
package struct BundleFacts: Sendable, Equatable {
  /// The key that keeps ``AppHost`` from attaching to a delegate.
  package static let attachingKey = "GantryAttachesToDelegates"

  /// The key that names the background tasks.
  static let tasksKey = "BGTaskSchedulerPermittedIdentifiers"

  /// Whether the process runs an extension, which has no application.
  package var isExtension = false
  /// The reasons for which the system may start the app in the background.
  package var backgroundModes: Set<String> = []
  /// The background tasks that the system may start.
  package var backgroundTasks: Set<String> = []
  /// Whether the app declares background tasks, even an empty list; the system then makes no
  /// fetches.
  package var hasTasks = false
  /// Whether the app declares scenes.
  package var hasScenes = false
  /// Whether the host may attach to a delegate of the app.
  package var mayAttach = true

  /// Describes an app with an empty Info.plist.
  package init() {}

  /// Reads an Info.plist.
  package init(_ info: [String: Any], path: String) {
    isExtension = path.hasSuffix(".appex")
    backgroundModes = Set(info["UIBackgroundModes"] as? [String] ?? [])
    backgroundTasks = Set(info[Self.tasksKey] as? [String] ?? [])
    hasTasks = info[Self.tasksKey] != nil
    hasScenes = info["UIApplicationSceneManifest"] != nil
    mayAttach = info[Self.attachingKey] as? Bool ?? true
  }

  private static let noFetches = """
    a module handles \(DelegateMethod.performFetch.selector), which the system does not call if \
    Info.plist has \(tasksKey). Hear PerformBackgroundTask instead.
    """

  private static let needed: [(method: DelegateMethod, mode: String)] = [
    (.performFetch, "fetch"), (.didReceivePush, "remote-notification"),
  ]

  /// A warning for each method that a module handles but that the system never calls with this
  /// Info.plist.
  func warnings(_ isHandled: (DelegateMethod) -> Bool) -> [String] {
    let missing = Self.needed.filter { isHandled($0.method) && !backgroundModes.contains($0.mode) }
    return missing.map {
      """
      a module handles \($0.method.selector), which the system calls in the background only with \
      '\($0.mode)' in UIBackgroundModes of Info.plist. Add it there.
      """
    } + (hasTasks && isHandled(.performFetch) ? [Self.noFetches] : [])
  }
}

// SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  internal import Foundation
  public import Gantry
  public import UIKit

  extension AppHost {
    /// Makes a host; nothing is launched yet.
    ///
    /// - Parameters:
    ///   - application: The application whose modules live here.
    ///   - options: How it launches, and how long it waits for answers.
    public convenience init(
      _ application: Application, options: AppHostOptions = AppHostOptions()
    ) {
      self.init(application, options: options, surroundings: .system(clock: application.clock))
      answers.addEventsOfUIKit()
      publish()
      observe(.ofUIKit)
    }

    /// Launches the modules: will and did finish launching.
    ///
    /// For `application(_:didFinishLaunchingWithOptions:)` of a delegate of your own.
    ///
    /// - Parameters:
    ///   - options: The launch options of the delegate's method.
    ///   - system: The application that launches.
    /// - Returns: The result for the delegate to return: false where a module has said so.
    public func launch(
      _ options: [UIApplication.LaunchOptionsKey: Any]?, in system: UIApplication
    ) -> Bool {
      resetDelegate = { [weak self, weak system] in
        guard let self, let system else { return }
        // Held here, since the system's reference may be the only one.
        let delegate = system.delegate
        system.delegate = nil
        system.delegate = delegate
        for scene in system.connectedScenes { resetDelegate(of: scene) }
      }
      declaredOrientations = { [weak system] in
        (system?.supportedInterfaceOrientations(for: nil) ?? .all).rawValue
      }
      #if canImport(ObjectiveC)
        notificationCentre = SystemNotificationCentre()
        #if canImport(BackgroundTasks)
          registerTask = Self.registerWithSystem
        #endif
        let pushes = NSSelectorFromString(DelegateMethod.didReceivePush.selector)
        if answers.isHandled(.didReceivePush), system.delegate?.responds(to: pushes) != true {
          warn(Self.unlinkedPush)
        }
      #endif
      return launch(LaunchFacts(options, system, hasScenes: hasScenes(system)))
    }

    /// Whether an app has scenes: one that says so in Info.plist, and one of SwiftUI, whose delegate is
    /// a class of the system.
    private func hasScenes(_ system: UIApplication) -> Bool {
      guard !surroundings.bundle.hasScenes, let delegate = system.delegate else {
        return surroundings.bundle.hasScenes
      }
      let runtime = LiveRuntime()
      return runtime.isOfSystem(runtime.classes(of: delegate).stated)
    }

    /// Takes the delegate from a scene and gives it back, if modules hear of the scene by it.
    func resetDelegate(of scene: UIScene) {
      guard let delegate = scene.delegate,
        delegate is ModularSceneDelegate || isAttached(to: delegate)
      else { return }
      scene.delegate = nil
      scene.delegate = delegate
    }
  }

  extension LaunchFacts {
    /// Reads a launch.
    ///
    /// - Parameters:
    ///   - options: The launch options of the delegate's method.
    ///   - system: The application that launches.
    ///   - hasScenes: Whether the app has scenes. Such an app is in the background until the first of
    ///     them connects, whoever has started it: then only the options tell.
    @MainActor
    init(
      _ options: [UIApplication.LaunchOptionsKey: Any]?, _ system: UIApplication, hasScenes: Bool
    ) {
      self.init()
      url = options?[.url] as? URL
      notification = (options?[.remoteNotification] as? [AnyHashable: Any]).map(AppHost.json)
      quickAction = (options?[.shortcutItem] as? UIApplicationShortcutItem).map {
        PerformQuickAction($0, in: nil)
      }
      // The causes that the system names when it starts an app without showing it.
      let causes: [UIApplication.LaunchOptionsKey] = [
        .location, .bluetoothCentrals, .bluetoothPeripherals,
      ]
      let isNamed = causes.contains { options?[$0] != nil }
      isInBackground = isNamed || !hasScenes && system.applicationState == .background
      isProtectedDataAvailable = system.isProtectedDataAvailable
    }
  }
#endif

// SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  #if canImport(BackgroundTasks)
    internal import BackgroundTasks
  #endif
  internal import Foundation
  public import Gantry
  #if canImport(ObjectiveC)
    internal import ObjectiveC
  #endif
  public import UIKit
  internal import UserNotifications

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

  #if canImport(ObjectiveC)
    extension AppHost {
      /// Attaches to a delegate that is not the host's, which stays the object and the class that it is.
      ///
      /// Modules hear its methods, then its own run; methods that it does not have are added where a
      /// module hears the event. Delegates of scenes follow when their scenes connect. A completion handler
      /// is called once, with the answers of modules and of your method. Will and did finish launching are
      /// left alone: ``launch(_:in:)`` is for them.
      ///
      /// ```swift
      /// let attachment = try host.attach(to: self)      // in `init` of your delegate
      /// return host.launch(launchOptions, in: application)
      /// ```
      ///
      /// - Parameter delegate: The delegate of the app, or of a scene.
      /// - Returns: The attachment, to end it by; with no methods where the host is attached already.
      /// - Throws: ``AttachError``, for the reason that forbids it.
      @discardableResult
      public func attach(
        to delegate: any UIApplicationDelegate
      ) throws(AttachError) -> DelegateAttachment {
        // One object is often both delegates.
        let isForNotifications = delegate is any UNUserNotificationCenterDelegate
        let methods =
          Interposition.ofBothKits(self) + Interposition.ofApps(self)
          + Interposition.withHandlers(self)
          + (isForNotifications ? Interposition.ofNotifications(self) : [])
        let attachment = try attach(to: delegate, methods, LiveRuntime())
        attachToScenes(
          connecting: UIScene.willConnectNotification, Interposition.ofScenes(self), LiveRuntime()
        ) { [weak self] notification in
          guard let scene = notification.object as? UIScene else { return nil }
          return {
            // Ours is told by its own methods.
            guard let delegate = scene.delegate, !(delegate is ModularSceneDelegate) else {
              return nil
            }
            return SettableDelegate(delegate) { self?.resetDelegate(of: scene) }
          }
        }
        return attachment
      }

      /// Attaches to the delegate of a scene, as to that of an app.
      ///
      /// A host that is attached to the app's delegate does so itself when a scene connects. Call it in
      /// the `init` of a scene's delegate where modules have to hear the connection as well.
      ///
      /// - Parameter delegate: The delegate of a scene.
      /// - Returns: The attachment, to end it by; with no methods where the host is attached already.
      /// - Throws: ``AttachError``, for the reason that forbids it.
      @discardableResult
      public func attach(to delegate: any UISceneDelegate) throws(AttachError) -> DelegateAttachment
      {
        try attach(to: delegate, Interposition.ofScenes(self), LiveRuntime())
      }
    }
  #endif

  #if canImport(BackgroundTasks) && canImport(ObjectiveC)
    extension AppHost {
      /// Registers a background task with the system.
      static func registerWithSystem(
        _ identifier: String, _ handler: @escaping BackgroundTask.Handler
      ) -> Bool {
        BGTaskScheduler.shared.register(forTaskWithIdentifier: identifier, using: .main) { task in
          // As a word: the system hands the task over on the main thread, and does not say so.
          let word = UInt(bitPattern: Unmanaged.passRetained(task).toOpaque())
          MainActor.assumeIsolated { handler(BackgroundTask(identifier: identifier, at: word)) }
        }
      }
    }

    extension BackgroundTask {
      /// The task at an address, which is kept until it has ended.
      fileprivate init(identifier: String, at word: UInt) {
        func task() -> Unmanaged<BGTask>? {
          UnsafeRawPointer(bitPattern: word).map { Unmanaged.fromOpaque($0) }
        }
        self.init(
          identifier: identifier,
          onExpiration: { expire in task()?.takeUnretainedValue().expirationHandler = { expire() }
          },
          complete: { isSuccess in
            task()?.takeRetainedValue().setTaskCompleted(success: isSuccess)
          })
      }
    }
  #endif
#endif

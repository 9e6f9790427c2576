// SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  #if canImport(BackgroundTasks)
    internal import BackgroundTasks
  #endif
  internal import Foundation
  public import GantryCore
  internal import GantryEvents
  #if canImport(ObjectiveC)
    internal import ObjectiveC
  #endif
  public import UIKit
  internal import UserNotifications

  extension AppHost {
    /// Creates a host, without launching the application.
    ///
    /// - Parameters:
    ///   - application: The application to run.
    ///   - options: How the host launches, and how long it waits for answers.
    public convenience init(
      _ application: Application, options: AppHostOptions = AppHostOptions()
    ) {
      self.init(application, options: options, surroundings: .system(clock: application.clock))
      answers.addEventsOfUIKit()
      publish()
      observe(.ofUIKit)
      observe(UIApplication.didFinishLaunchingNotification) { _ in { $0.systemFinishedLaunching() }
      }
      #if canImport(BackgroundTasks) && canImport(ObjectiveC)
        registerTask = Self.registerWithSystem
      #endif
      navigator.screens = UIKitScreens(self)
    }

    /// Launches the modules, which hear `WillFinishLaunching` and `DidFinishLaunching`.
    ///
    /// Call it from `application(_:didFinishLaunchingWithOptions:)` of your own delegate. It ends a
    /// launch that ``beginLaunch(_:in:)`` has begun.
    ///
    /// - Parameters:
    ///   - options: The launch options of the delegate's method.
    ///   - system: The app's `UIApplication`.
    /// - Returns: The result for the delegate to return; false if a module has answered false.
    public func launch(
      _ options: [UIApplication.LaunchOptionsKey: Any]?, in system: UIApplication
    ) -> Bool { launch(facts(options, system)) }

    /// Begins the launch, so that the modules are there before the system restores the app's state.
    ///
    /// Call it from `application(_:willFinishLaunchingWithOptions:)` of your own delegate, and
    /// ``launch(_:in:)`` later. A blocking launch is waited for here. Modules hear
    /// `DidFinishLaunching` in the later call.
    ///
    /// - Parameters:
    ///   - options: The launch options of the delegate's method.
    ///   - system: The app's `UIApplication`.
    /// - Returns: The result for the delegate to return; false if a module has answered false.
    public func beginLaunch(
      _ options: [UIApplication.LaunchOptionsKey: Any]?, in system: UIApplication
    ) -> Bool { beginLaunch(facts(options, system)) }

    private func facts(
      _ options: [UIApplication.LaunchOptionsKey: Any]?, _ system: UIApplication
    ) -> LaunchFacts {
      if case .idle = phase {
        prepare(for: system)
        if !hasScenes { showWindowOfApp(in: system) }
      }
      return LaunchFacts(options, system, hasScenes: hasScenes)
    }

    /// Connects the host with the app's system objects.
    private func prepare(for system: UIApplication) {
      (navigator.screens as? UIKitScreens)?.system = system
      showsViews = isOfSwiftUI(system)
      hasScenes = surroundings.bundle.hasScenes || showsViews
      resetDelegate = { [weak self, weak system] in
        guard let self, let system else { return }
        // Retained here, since the system may hold the only reference.
        let delegate = system.delegate
        system.delegate = nil
        system.delegate = delegate
        for scene in system.connectedScenes { resetDelegate(of: scene) }
      }
      declaredOrientations = { [weak system] in
        (system?.supportedInterfaceOrientations(for: nil) ?? .all).rawValue
      }
      backgroundTime.isInBackground = system.applicationState == .background
      requestBackgroundTime = { [weak system] expired in
        system?.timeInBackground(expired)
      }
      #if canImport(ObjectiveC)
        notificationCenter = SystemNotificationCenter()
        let pushes = NSSelectorFromString(DelegateMethod.didReceivePush.selector)
        if answers.isHandled(.didReceivePush), system.delegate?.responds(to: pushes) != true {
          warn(Self.unlinkedPush)
        }
      #endif
    }

    /// Whether an app uses SwiftUI, whose delegate is a system class. Such an app has scenes.
    private func isOfSwiftUI(_ system: UIApplication) -> Bool {
      guard let delegate = system.delegate else { return false }
      let runtime = LiveRuntime()
      return runtime.isOfSystem(runtime.classes(of: delegate).stated)
    }

    /// Removes a scene's delegate and sets it again, if modules hear of the scene through it.
    func resetDelegate(of scene: UIScene) {
      guard let delegate = scene.delegate,
        delegate is ModularSceneDelegate || attachment(to: delegate) != nil
      else { return }
      scene.delegate = nil
      scene.delegate = delegate
    }
  }

  extension UIApplication {
    /// Asks for time in the background; nil if there is none.
    fileprivate func timeInBackground(
      _ expired: @escaping @MainActor @Sendable () -> Void
    ) -> (@MainActor () -> Void)? {
      let identifier = beginBackgroundTask(withName: "Gantry", expirationHandler: expired)
      guard identifier != .invalid else { return nil }
      return { [weak self] in self?.endBackgroundTask(identifier) }
    }
  }

  extension LaunchFacts {
    /// Reads a launch.
    ///
    /// - Parameters:
    ///   - options: The launch options of the delegate's method.
    ///   - system: The app's `UIApplication`.
    ///   - hasScenes: Whether the app has scenes. Such an app is in the background until its first
    ///     scene connects, however it was started, so only the options tell.
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
      // The causes that the system names when it starts an app in the background.
      let causes: [(UIApplication.LaunchOptionsKey, LaunchSource)] = [
        (.location, .location), (.bluetoothCentrals, .bluetooth),
        (.bluetoothPeripherals, .bluetooth),
      ]
      let isUnnamed = !hasScenes && system.applicationState == .background
      background =
        causes.first { options?[$0.0] != nil }?.1 ?? (isUnnamed ? .background : nil)
      isProtectedDataAvailable = system.isProtectedDataAvailable
      self.system = SystemReference(options)
    }
  }

  #if canImport(ObjectiveC)
    extension AppHost {
      /// Attaches the host to your own delegate, which keeps its identity and its class.
      ///
      /// Modules hear each call first; then the delegate's own method runs. A method that the
      /// delegate lacks is added if a module handles its event. The host attaches to the delegates
      /// of scenes when the scenes connect. A completion handler is called once, with the merged
      /// answers of the modules and your method. The two methods for the launch are left alone; call
      /// ``beginLaunch(_:in:)`` and ``launch(_:in:)`` in them, or only the second.
      ///
      /// ```swift
      /// let attachment = try host.attach(to: self)      // in `init` of your delegate
      /// return host.launch(launchOptions, in: application)
      /// ```
      ///
      /// - Parameter delegate: The delegate of the app, or of a scene.
      /// - Returns: The attachment, which you can end. If the host is already attached, it is the
      ///   same one, with the methods of both kinds of delegate.
      /// - Throws: ``AttachError``, with the reason why the host cannot attach.
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
        registerTasks()
        attachToScenes(
          connecting: UIScene.willConnectNotification, Interposition.ofScenes(self), LiveRuntime()
        ) { [weak self] notification in
          guard let scene = notification.object as? UIScene else { return nil }
          return {
            if let self, let scene = scene as? UIWindowScene,
              let maker = self.windowMaker(for: scene)
            {
              self.showWindows(by: maker, in: SceneID(scene.session))
            }
            // Our own delegate tells modules itself.
            guard let delegate = scene.delegate, !(delegate is ModularSceneDelegate) else {
              return nil
            }
            return SettableDelegate(delegate) { self?.resetDelegate(of: scene) }
          }
        }
        return attachment
      }

      /// Attaches the host to a scene's delegate, in the same way as to an app's.
      ///
      /// A host that is attached to the app's delegate does this itself when a scene connects. Call
      /// it in the `init` of a scene's delegate if modules must hear the connection as well.
      ///
      /// - Parameter delegate: The delegate of a scene.
      /// - Returns: The attachment, which you can end. If the host is already attached, it is the
      ///   same one, with the methods of both kinds of delegate.
      /// - Throws: ``AttachError``, with the reason why the host cannot attach.
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
          // The system delivers the task on the main thread, but doesn't declare that.
          let task = UncheckedReference(task)
          MainActor.assumeIsolated { handler(BackgroundTask(identifier: identifier, task)) }
        }
      }
    }

    extension BackgroundTask {
      /// A task of the system.
      fileprivate init(identifier: String, _ task: UncheckedReference<BGTask>) {
        self.init(
          identifier: identifier,
          onExpiration: { expire in task.target.expirationHandler = { expire() } },
          complete: { task.target.setTaskCompleted(success: $0) })
      }
    }
  #endif
#endif

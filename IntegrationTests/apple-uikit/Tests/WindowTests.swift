// SPDX-License-Identifier: Apache-2.0

import Gantry
@testable import GantryApple
import Synchronization
import Testing
import UIKit

/// Has the scene of CarPlay.
@Module
@MainActor
final class CarModule {
  static let role = "CPTemplateApplicationSceneSessionRoleApplication"
  private(set) var connected: [SceneID] = []

  @On func configure(_ event: ConfigureScene) -> UISceneConfiguration? {
    event.session.role.rawValue == Self.role ? UISceneConfiguration(name: "Car") : nil
  }
  @On func connect(_ event: SceneWillConnect) {
    if event.role == Self.role { connected.append(event.scene) }
  }
}

extension AppDelegateTests {
  /// The windows of a launch: what is shown and hidden, in order.
  @MainActor
  @Suite(.serialized) struct Windows {
    /// A delegate that makes the windows of an app without scenes.
    final class LoneDelegate: ModularAppDelegate {
      var makesWindow = true
      override class func makeApplication() -> Application { Application(modules: []) }
      override class func makeHostOptions() -> AppHostOptions {
        AppHostOptions(launch: .concurrent)
      }
      override func makeWindow() -> UIWindow? {
        makesWindow ? Windows.named("window", UIWindow(frame: .zero)) : nil
      }
      override func makeLoadingWindow() -> UIWindow? {
        Windows.named("loading", UIWindow(frame: .zero))
      }
    }

    final class SceneDelegate: ModularSceneDelegate {
      var makesWindow = true
      var root: UIViewController?
      override func makeWindow(in scene: UIWindowScene) -> UIWindow? {
        guard makesWindow else { return nil }
        let window = Windows.named("window", UIWindow(windowScene: scene))
        window.rootViewController = root
        return window
      }
      override func makeLoadingWindow(in scene: UIWindowScene) -> UIWindow? {
        Windows.named("loading", UIWindow(windowScene: scene))
      }
    }

    final class OwnDelegate: UIResponder, UIApplicationDelegate {
      var window: UIWindow?
    }

    final class LoadingHost: GantryHost {
      override class func makeApplication() -> Application { Application(modules: []) }
      override class func makeHostOptions() -> AppHostOptions {
        AppHostOptions(launch: .concurrent)
      }
      override func makeLoadingWindow() -> UIWindow? {
        Windows.named("loading", UIWindow(frame: .zero))
      }
    }

    /// A host whose options make the windows of all scenes.
    final class WindowHost: GantryHost {
      override class func makeApplication() -> Application { Application(modules: []) }
      override class func makeHostOptions() -> AppHostOptions {
        var options = AppHostOptions(launch: .concurrent)
        options.makeWindow = { scene in scene.map { UIWindow(windowScene: $0) } }
        return options
      }
    }

    /// A delegate that keeps the end of the launch to itself.
    final class SilentDelegate: ModularAppDelegate {
      override class func makeApplication() -> Application { Application(modules: []) }
      override class func makeHostOptions() -> AppHostOptions {
        AppHostOptions(launch: .concurrent)
      }
      override func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]? = nil
      ) -> Bool { true }
    }

    final class OwnSceneDelegate: UIResponder, UISceneDelegate {}

    let app = StandInApp()
    let scene = UIWindowScene(UISceneSession("main"))

    init() {
      EarlierHosts.end(except: app.delegate.host)
      UIWindow.log = []
    }

    static func named(_ name: String, _ window: UIWindow) -> UIWindow {
      window.name = name
      return window
    }

    /// A host of delegates that aren't the library's, with windows of its options.
    private func ownHost() -> AppHost {
      var options = AppHostOptions(launch: .concurrent)
      options.makeWindow = { scene in
        Self.named("window", scene.map { UIWindow(windowScene: $0) } ?? UIWindow(frame: .zero))
      }
      options.makeLoadingWindow = { scene in
        Self.named("loading", scene.map { UIWindow(windowScene: $0) } ?? UIWindow(frame: .zero))
      }
      let host = AppHost(Application(modules: []), options: options)
      EarlierHosts.end(except: host)
      return host
    }

    @Test func `the window of a scene is key before the loading one goes`() async {
      let delegate = SceneDelegate()
      scene.delegate = delegate
      _ = app.delegate.host.beginLaunch(nil, in: app.system)
      scene.connect()
      #expect(UIWindow.log == ["+loading"])
      #expect(scene.windows.map(\.windowLevel.rawValue) == [1])
      #expect(delegate.window == nil)
      await app.launch()
      #expect(UIWindow.log == ["+loading", "+window", "-loading"])
      #expect(scene.windows.map(\.name) == ["window"])
      #expect(scene.keyWindow === delegate.window && delegate.window != nil)
    }

    @Test func `without a window of the app, that of the storyboard is shown`() async {
      let delegate = SceneDelegate()
      delegate.makesWindow = false
      scene.delegate = delegate
      let storyboard = Self.named("storyboard", UIWindow(windowScene: scene))
      delegate.window = storyboard
      _ = app.delegate.host.beginLaunch(nil, in: app.system)
      scene.connect()
      await app.launch()
      #expect(UIWindow.log == ["+loading", "+storyboard", "-loading"])
      #expect(scene.keyWindow === storyboard && delegate.window === storyboard)
    }

    @Test func `without any other window, the loading one stays below those that come later`() async
    {
      let delegate = SceneDelegate()
      delegate.makesWindow = false
      scene.delegate = delegate
      _ = app.delegate.host.beginLaunch(nil, in: app.system)
      scene.connect()
      await app.launch()
      #expect(UIWindow.log == ["+loading"])
      #expect(scene.windows.map(\.windowLevel) == [.normal])
    }

    @Test(arguments: [true, false])
    func `an app without scenes has both windows as well`(makesWindow: Bool) async {
      let delegate = LoneDelegate()
      delegate.makesWindow = makesWindow
      EarlierHosts.end(except: delegate.host)
      let storyboard = Self.named("storyboard", UIWindow(frame: .zero))
      if !makesWindow { delegate.window = storyboard }
      app.system.delegate = delegate
      #expect(app.system.launch() == [true, true])
      #expect(UIWindow.log == ["+loading"])
      await delegate.host.idle()
      let last = makesWindow ? "window" : "storyboard"
      #expect(UIWindow.log == ["+loading", "+\(last)", "-loading"])
      #expect(delegate.window?.name == last)
    }

    @Test func `a window is retained by its delegate, or else by the host until the scene is gone`()
      async
    {
      let delegate = SceneDelegate()
      scene.delegate = delegate
      await app.launch()
      scene.connect()
      weak var window = delegate.window
      #expect(window != nil)
      window?.windowScene = nil
      delegate.window = nil
      #expect(window == nil)
      let (host, own) = (ownHost(), UIWindowScene(UISceneSession("own")))
      _ = host.launch(nil, in: app.system)
      await host.idle()
      host.connect(own, options: UIScene.ConnectionOptions())
      weak var kept = own.windows.first
      kept?.windowScene = nil
      #expect(kept != nil)
      NotificationCenter.default.post(name: UIScene.didDisconnectNotification, object: own)
      await waits { kept == nil }
    }

    @Test func `a host in Objective-C retains the window of each scene`() async {
      let gantry = WindowHost()
      EarlierHosts.end(except: gantry.host)
      app.system.delegate = gantry
      #expect(gantry.application(app.system, didFinishLaunchingWithOptions: nil))
      await gantry.host.idle()
      let scenes = ["one", "two"].map { UIWindowScene(UISceneSession($0)) }
      for scene in scenes {
        gantry.scene(scene, willConnectTo: scene.session, options: UIScene.ConnectionOptions())
      }
      for scene in scenes {
        weak var window = scene.windows.first
        window?.windowScene = nil
        #expect(window != nil)
      }
    }

    @Test func `without a call of super, the window comes with the end of the system's launch`()
      async
    {
      let delegate = SilentDelegate()
      EarlierHosts.end(except: delegate.host)
      scene.delegate = SceneDelegate()
      app.system.delegate = delegate
      #expect(app.system.launch() == [true, true])
      scene.connect()
      await waits { UIWindow.log.contains("+window") }
      await delegate.host.idle()
      #expect(scene.windows.map(\.name) == ["window"])
    }

    @Test func `a page of code waits for the app's window, and doesn't go with the loading one`()
      async
    {
      let delegate = NavigatingDelegate()
      EarlierHosts.end(except: delegate.host)
      let sceneDelegate = SceneDelegate()
      sceneDelegate.root = Screen.stack("home")
      scene.delegate = sceneDelegate
      app.system.delegate = delegate
      app.system.connectedScenes = [scene]
      _ = delegate.host.beginLaunch(nil, in: app.system)
      scene.connect()
      let loading = Screen.page("loading")
      scene.keyWindow?.rootViewController = loading
      delegate.host.navigator.beginShowing("pages/a")
      for _ in 0..<100 { await Task.yield() }
      #expect(loading.presentedViewController == nil)
      #expect(app.system.launch() == [true, true])
      await delegate.host.idle()
      #expect(scene.keyWindow.map({ Screen.text(of: $0) }) == "[home a]")
    }

    @Test func `delegates of the app's own have windows of the options`() async {
      let host = ownHost()
      let delegate = OwnDelegate()
      app.system.delegate = delegate
      _ = host.launch(nil, in: app.system)
      host.connect(scene, options: UIScene.ConnectionOptions())
      #expect(UIWindow.log == ["+loading", "+loading"])
      await host.idle()
      #expect(
        UIWindow.log
          == ["+loading", "+loading", "+window", "-loading", "+window", "-loading"])
      #expect(scene.windows.map(\.name) == ["window"])
    }

    @Test(arguments: [true, false])
    func `a host that is attached makes the windows of the options, once`(
      isEarly: Bool
    ) async throws {
      let host = ownHost()
      let (delegate, sceneDelegate) = (OwnDelegate(), OwnSceneDelegate())
      app.system.delegate = delegate
      scene.delegate = sceneDelegate
      var attachments = [try host.attach(to: delegate)]
      if isEarly { attachments.append(try host.attach(to: sceneDelegate)) }
      _ = host.launch(nil, in: app.system)
      UIWindow.log = []
      if isEarly {
        let messages = Messages(sceneDelegate)
        messages.send(
          .sceneWillConnect,
          [
            messages.word(scene), messages.word(scene.session),
            messages.word(UIScene.ConnectionOptions()),
          ])
      }
      NotificationCenter.default.post(name: UIScene.willConnectNotification, object: scene)
      await waits { !UIWindow.log.isEmpty }
      await host.idle()
      // The stand-in has no Info.plist that declares scenes, so the host has made the app's window, too.
      #expect(UIWindow.log == ["+loading", "+window", "-loading", "+window", "-loading"])
      #expect(scene.windows.map(\.name) == ["window"])
      attachments.forEach { $0.detach() }
    }

    @Test func `a storyboard's window of the app's own delegate follows the loading one`() async {
      var options = AppHostOptions(launch: .concurrent)
      options.makeLoadingWindow = { _ in Self.named("loading", UIWindow(frame: .zero)) }
      let host = AppHost(Application(modules: []), options: options)
      EarlierHosts.end(except: host)
      let delegate = OwnDelegate()
      delegate.window = Self.named("storyboard", UIWindow(frame: .zero))
      app.system.delegate = delegate
      _ = host.launch(nil, in: app.system)
      await host.idle()
      #expect(UIWindow.log == ["+loading", "+storyboard", "-loading"])
    }

    @Test func `a delegate that forwards to a host in Objective-C has the storyboard's window`()
      async
    {
      let gantry = LoadingHost()
      EarlierHosts.end(except: gantry.host)
      let delegate = OwnDelegate()
      delegate.window = Self.named("storyboard", UIWindow(frame: .zero))
      app.system.delegate = delegate
      #expect(gantry.application(app.system, didFinishLaunchingWithOptions: nil))
      await gantry.host.idle()
      #expect(UIWindow.log == ["+loading", "+storyboard", "-loading"])
    }

    @Test func `scenes are found by their IDs, and IDs are those of the sessions`() {
      #expect(SceneID(scene) == "main" && SceneID(scene.session) == "main")
      #expect(app.system.scene("main") == nil)
      app.system.connectedScenes = [scene, UIScene(UISceneSession("car"))]
      #expect(app.system.scene(SceneID(scene)) === scene)
      #expect(app.system.scene("gone") == nil)
    }

    @Test(
      arguments: [
        ([], []), ([.portrait], .portrait), ([.portraitUpsideDown], .portraitUpsideDown),
        ([.landscapeLeft], .landscapeLeft), ([.landscapeRight], .landscapeRight),
        (
          [.portrait, .landscapeLeft, .landscapeRight],
          [.portrait, .landscapeLeft, .landscapeRight]
        ),
      ] as [(InterfaceOrientations, UIInterfaceOrientationMask)])
    func `orientations of modules are those of UIKit, in both directions`(
      orientations: InterfaceOrientations, mask: UIInterfaceOrientationMask
    ) {
      #expect(UIInterfaceOrientationMask(orientations) == mask)
      #expect(InterfaceOrientations(mask) == orientations)
    }
  }

  /// A scene of CarPlay in a module, which the app can do without.
  @MainActor
  @Suite(.serialized) struct CarPlay {
    final class DriverDelegate: ModularAppDelegate {
      static let isLinked = Mutex(true)
      override class func makeApplication() -> Application {
        Application(modules: isLinked.withLock(\.self) ? [CarModule.self] : [])
      }
      override class func makeHostOptions() -> AppHostOptions {
        AppHostOptions(launch: .concurrent)
      }
    }

    @Test(arguments: [true, false])
    func `a scene of CarPlay lives in a module that can be removed`(isLinked: Bool) async {
      DriverDelegate.isLinked.withLock { $0 = isLinked }
      let delegate = DriverDelegate()
      EarlierHosts.end(except: delegate.host)
      let system = UIApplication()
      system.delegate = delegate
      #expect(system.launch() == [true, true])
      await delegate.host.idle()
      let car = UISceneSession("car", role: CarModule.role)
      let (window, options) = (UISceneSession("main"), UIScene.ConnectionOptions())
      let made = delegate.application(
        system, configurationForConnecting: car, options: options)
      #expect((made.name == "Car") == isLinked)
      #expect((made === car.configuration) == !isLinked)
      let other = delegate.application(
        system, configurationForConnecting: window, options: options)
      #expect(other === window.configuration)
      let scene = UIScene(car)
      scene.delegate = ModularSceneDelegate()
      scene.connect()
      await delegate.host.idle()
      let module = delegate.host.application.module(CarModule.self)
      #expect(module?.connected == (isLinked ? ["car"] : nil))
    }
  }
}

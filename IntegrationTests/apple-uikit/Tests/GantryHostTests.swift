// SPDX-License-Identifier: Apache-2.0

import CloudKit
import Foundation
import Gantry
@testable import GantryApple
import ObjectiveC
import Synchronization
import Testing
import UIKit

/// A service that the app asks for by its protocol.
protocol Basket: Sendable {}

/// What the delegates of an app in Objective-C forward to.
final class ShopHost: GantryHost {
  var errors: [NavigationError] = []

  override class func makeApplication() -> Application {
    Application(
      modules: [ShopPages.self, HostNavigatorModule.self, TillModule.self], schemes: ["shop"])
  }
  override class func makeHostOptions() -> AppHostOptions { AppHostOptions(launch: .concurrent) }

  override init() {
    super.init()
    expose((any Basket).self, as: Protocol("Basket"))
  }

  override func failedToShow(_ page: PageRequest, because error: NavigationError) {
    errors.append(error)
  }
}

/// A host with a stub, for tests of code that asks for services.
final class StubHost: GantryHost {
  final class StubBasket: Basket {}

  override class func makeApplication() -> Application {
    Application(modules: []) { $0.provide(StubBasket(), as: (any Basket).self) }
  }

  override init() {
    super.init()
    expose((any Basket).self, as: Protocol("Basket"))
  }
}

@Module
@MainActor
final class TillModule: Basket {
  private(set) var heard: [NamedEvent] = []

  @Provides var basket: any Basket { self }
  @Route("total") func total() -> Int { 3 }
  @On(named: "paid") func pay(_ event: NamedEvent) { heard.append(event) }
}

extension AppDelegateTests {
  /// The class for apps in Objective-C; their delegates forward to it.
  @MainActor
  @Suite(.serialized) struct ObjectiveCFace {
    let system = UIApplication()
    let gantry: ShopHost

    init() {
      StandInApp.declare
      // The compiler declares them where Objective-C is.
      let scenes = DelegateMethodRow.all(of: .uiKit).filter {
        ($0.owner == .scene || $0.owner == .windowScene) && $0.rule != .overridden
          && $0.rule != .notified
      }
      Classes.declare(scenes.map(\.selector), of: GantryHost.self)
      gantry = ShopHost()
      system.delegate = gantry
    }

    private func launch() async {
      #expect(gantry.application(system, willFinishLaunchingWithOptions: [:]))
      #expect(gantry.application(system, didFinishLaunchingWithOptions: [:]))
      await gantry.host.idle()
    }

    /// Launches, and connects a scene whose window the app's own delegate has made.
    private func launchWithScene() async -> (UIWindowScene, UIWindow) {
      await launch()
      let scene = UIWindowScene(UISceneSession("main"))
      system.connectedScenes = [scene]
      let window = UIWindow(windowScene: scene)
      window.rootViewController = Screen.stack("home")
      window.makeKeyAndVisible()
      gantry.scene(scene, willConnectTo: scene.session, options: UIScene.ConnectionOptions())
      await gantry.host.idle()
      return (scene, window)
    }

    @Test func `a host responds to the methods that modules hear, of scenes as well`() async {
      #expect(GantryHost.shared === gantry)
      #expect(gantry.responds(to: Selector("application:didFinishLaunchingWithOptions:")))
      #expect(gantry.responds(to: Selector("scene:willConnectToSession:options:")))
      #expect(gantry.responds(to: Selector("scene:openURLContexts:")))  // it has a scheme
      #expect(!gantry.responds(to: Selector("application:handlerForIntent:")))
      #expect(!gantry.responds(to: Selector("scene:didUpdateUserActivity:")))
      #expect(!gantry.responds(to: Selector("applicationDidBecomeActive:")))
      #expect(!gantry.responds(to: Selector("unknown:")))
      let token = gantry.host.events.hear(DidUpdateActivity.self)
      #expect(gantry.responds(to: Selector("scene:didUpdateUserActivity:")))
      token.cancel()
    }

    @Test func `scenes that are forwarded reach modules, and get no window`() async {
      let sent = SentEvents()
      let token = gantry.host.events.observeAll { sent.add($0) }
      let (scene, window) = await launchWithScene()
      gantry.scene(
        scene, openURLContexts: [UIOpenURLContext(url: .of("shop://pages/Tea"), from: "mail")])
      gantry.scene(scene, didUpdate: NSUserActivity(activityType: "reading"))
      await gantry.host.idle()
      #expect(sent.of(SceneWillConnect.self).map(\.scene) == ["main"])
      #expect(sent.of(OpenURL.self).map(\.scene) == ["main"])
      #expect(sent.of(DidUpdateActivity.self).map(\.scene) == ["main"])
      #expect(gantry.scenes.window == nil)
      #expect(Screen.text(of: window) == "[home Tea]")
      token.cancel()
    }

    @Test func `each call of a scene that is forwarded reaches modules`() async {
      final class Space: UICoordinateSpace {}
      let sent = SentEvents()
      let token = gantry.host.events.observeAll { sent.add($0) }
      let (scene, _) = await launchWithScene()
      let activity = NSUserActivity(activityType: "reading")
      gantry.scene(scene, willContinueUserActivityWithType: "reading")
      gantry.scene(scene, continue: activity)
      gantry.scene(
        scene, didFailToContinueUserActivityWithType: "reading", error: CancellationError())
      gantry.scene(scene, restoreInteractionStateWith: activity)
      gantry.windowScene(
        scene, didUpdate: Space(), interfaceOrientation: .portrait, traitCollection: .init())
      gantry.windowScene(scene, didUpdateEffectiveGeometry: UIWindowScene.Geometry())
      gantry.windowScene(
        scene, performActionFor: UIApplicationShortcutItem(type: "new", title: "New")
      ) { _ in }
      gantry.windowScene(scene, userDidAcceptCloudKitShareWith: CKShare.Metadata())
      #expect(gantry.stateRestorationActivity(for: scene) == nil)
      #expect(
        gantry.preferredWindowingControlStyle(for: scene)
          === UIWindowScene.WindowingControlStyle.automatic)
      #expect(gantry.supportedInterfaceOrientations(for: scene) == .portrait)
      await gantry.host.idle()
      let expected: Set = [
        "WillContinueActivity", "ContinueActivity", "DidFailToContinueActivity",
        "RestoreSceneInteraction", "SceneDidChangeGeometry", "PerformQuickAction", "AcceptShare",
      ]
      #expect(expected.subtracting(sent.names) == [])
      token.cancel()
    }

    @Test func `a page is returned by its path, or an error says why not`() async throws {
      await launch()
      #expect(try gantry.page(forPath: "pages/Tea").title == "Tea")
      for (path, reason) in [
        ("nowhere", "nowhere"), ("total", "can't be shown"), ("slow/Tea", "slow"),
      ] {
        let error = #expect(throws: NSError.self) { try gantry.page(forPath: path) }
        #expect(error?.domain == GantryHost.errorDomain)
        #expect(error?.localizedDescription.contains(reason) == true)
      }
    }

    @Test func `a page that can't be shown is told to the caller, or else to the hook`() async {
      await launch()
      var reasons: [String?] = []
      gantry.showPage("nowhere", from: nil) { reasons.append($0?.localizedDescription) }
      gantry.showPage("nowhere")
      await gantry.host.idle()
      #expect(reasons.count == 1 && reasons.first??.contains("nowhere") == true)
      #expect(gantry.errors.count == 1)
    }

    @Test(
      arguments: [
        (.push, "[home Tea]"), (.sheet, "[home] ^ [Tea]"), (.fullScreen, "[home] ^ [Tea]"),
        (.root, "[Tea]"),
      ] as [(GantryPresentation, String)])
    func `a page is shown as the caller says`(
      presentation: GantryPresentation, text: String
    ) async {
      let (_, window) = await launchWithScene()
      gantry.showPage("pages/Tea", as: presentation)
      await gantry.host.idle()
      #expect(Screen.text(of: window) == text)
      let presented = window.rootViewController?.presentedViewController
      #expect((presented?.modalPresentationStyle == .fullScreen) == (presentation == .fullScreen))
    }

    @Test func `the host says whether a URL can be opened, and why the modules didn't launch`()
      async
    {
      await launch()
      #expect(gantry.canOpenURL(.of("shop://pages/Tea")))
      #expect(!gantry.canOpenURL(.of("shop://nowhere")))
      #expect(gantry.launchError == nil)
      gantry.host.failure = .alreadyRunning
      let error = gantry.launchError as NSError?
      #expect(error?.domain == GantryHost.errorDomain)
      #expect(error?.localizedDescription == "\(ApplicationError.alreadyRunning)")
    }

    @Test func `a URL is opened and an event is sent without a module`() async {
      let sent = SentEvents()
      let named = Mutex<[NamedEvent]>([])
      let token = gantry.host.events.observeAll { event in
        sent.add(event)
        if let event = event.event as? NamedEvent { named.withLock { $0.append(event) } }
      }
      await launch()
      #expect(gantry.open(.of("shop://pages/Tea")))
      #expect(!gantry.open(.of("shop://nowhere")))
      gantry.send("paid", values: ["sum": 3, "date": Date()])
      gantry.send("left", values: nil)
      #expect(sent.of(OpenURL.self).map(\.url.absoluteString).prefix(1) == ["shop://pages/Tea"])
      #expect(named.withLock(\.self) == [NamedEvent("paid", ["sum": 3]), NamedEvent("left")])
      token.cancel()
    }

    @Test func `services are found by the names of their protocols`() async {
      #expect(gantry.service(for: Protocol("Basket")) == nil)
      await launch()
      #expect(gantry.service(for: Protocol("Basket")) is TillModule)
      #expect(gantry.service(for: Protocol("Till")) == nil)
    }

    @Test func `a test has a host with stubs, which needs no launch`() {
      let stub = StubHost()
      #expect(GantryHost.shared === stub)
      #expect(stub.service(for: Protocol("Basket")) is StubHost.StubBasket)
    }
  }
}

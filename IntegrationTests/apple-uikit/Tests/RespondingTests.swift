// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry
@testable import GantryApple
import GantryAppleMonitor
import GantryMonitor
import Synchronization
import Testing
import UIKit

/// A delegate with methods of its own.
final class OverridingDelegate: ModularAppDelegate {
  override class func makeApplication() -> Application { Application(modules: []) }
  override class func makeHostOptions() -> AppHostOptions { AppHostOptions(launch: .concurrent) }
}

/// A delegate that opens some URLs itself, and leaves the others to modules.
final class CarefulDelegate: ModularAppDelegate {
  override class func makeApplication() -> Application { Application(modules: []) }
  override class func makeHostOptions() -> AppHostOptions { AppHostOptions(launch: .concurrent) }

  override func application(
    _ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any] = [:]
  ) -> Bool {
    guard url.scheme != "debug" else { return false }
    return super.application(app, open: url, options: options)
  }
}

/// A delegate whose class gets a method while it lives.
final class LateDelegate: ModularAppDelegate {
  override class func makeApplication() -> Application { Application(modules: []) }
  override class func makeHostOptions() -> AppHostOptions { AppHostOptions(launch: .concurrent) }
}

extension AppDelegateTests {
  @MainActor
  @Suite(.serialized) struct Responding {
    let app = StandInApp()
    static let open = "application:openURL:options:"

    @Test(.tags(.b1, .b2, .b3))
    func `the system asks once when the delegate is set, and again when the answers have changed`()
      async
    {
      #expect(app.system.timesAsked == 1)
      #expect(app.system.knows("application:didFinishLaunchingWithOptions:"))
      #expect(!app.system.knows("applicationDidBecomeActive:"))
      #expect(!app.system.knows("application:handlerForIntent:"))
      await app.launch()
      let url = URL.of("shop://order/1")
      let token = app.events.answer(OpenURL.self) { _ in true }
      // It has not asked again.
      #expect(app.delegate.responds(to: Selector(Self.open)))
      #expect(!app.system.open(url))
      app.delegate.host.refresh()
      #expect(app.system.timesAsked == 2)
      #expect(app.system.open(url))
      token.cancel()
      app.delegate.host.refresh()
      #expect(!app.system.open(url))
      #expect(app.sent.of(OpenURL.self).count == 1)
    }

    @Test(.tags(.b4)) func `a subclass's own method makes the answer yes`() {
      Classes.declare(["applicationDidBecomeActive:", "own:"], of: OverridingDelegate.self)
      let delegate = OverridingDelegate()
      #expect(delegate.responds(to: Selector("applicationDidBecomeActive:")))
      #expect(delegate.responds(to: Selector("own:")))
      #expect(!delegate.responds(to: Selector("applicationWillResignActive:")))
      #expect(!delegate.responds(to: Selector(Self.open)))
      #expect(!delegate.responds(to: nil))
    }

    @Test(.tags(.b4)) func `a subclass's own method reaches modules by super, and not without`()
      async
    {
      Classes.declare([Self.open], of: CarefulDelegate.self)
      let (system, delegate, sent) = (UIApplication(), CarefulDelegate(), SentEvents())
      system.delegate = delegate
      let events = delegate.host.application.events
      let tokens = [
        events.answer(OpenURL.self) { _ in true }, events.observeAll { sent.add($0) },
      ]
      #expect(system.launch() == [true, true])
      await delegate.host.idle()
      #expect(!system.open(.of("debug://log")))
      #expect(sent.of(OpenURL.self).isEmpty)
      #expect(system.open(.of("shop://order/1")))
      #expect(sent.of(OpenURL.self).map(\.url.absoluteString) == ["shop://order/1"])
      tokens.forEach { $0.cancel() }
    }

    @Test(.tags(.b4, .b15)) func `a method that a library adds to the class later counts, too`() {
      let delegate = LateDelegate()
      #expect(!delegate.responds(to: Selector(Self.open)))
      Classes.declare([Self.open], of: LateDelegate.self)
      #expect(delegate.responds(to: Selector(Self.open)))
    }

    @Test(.tags(.b5)) func `a scene's delegate is asked in the same way`() {
      let delegate = TestSceneDelegate()
      #expect(delegate.responds(to: Selector("scene:willConnectToSession:options:")))
      #expect(!delegate.responds(to: Selector("scene:openURLContexts:")))
      let token = app.events.hear(OpenURL.self)
      #expect(delegate.responds(to: Selector("scene:openURLContexts:")))
      #expect(!delegate.responds(to: nil))
      token.cancel()
    }

    @Test func `modules' state is kept with that of the app`() async throws {
      await app.launch()
      let archiver = NSKeyedArchiver(requiringSecureCoding: true)
      #expect(app.delegate.application(app.system, shouldSaveSecureApplicationState: archiver))
      #expect(app.delegate.application(app.system, shouldRestoreSecureApplicationState: archiver))
      app.delegate.application(app.system, willEncodeRestorableStateWith: archiver)
      let token = app.events.answer(SaveState.self, as: "Cart") { _ in
        SavedState(Data([7]), for: "Cart")
      }
      let other = NSKeyedArchiver(requiringSecureCoding: true)
      app.delegate.application(app.system, willEncodeRestorableStateWith: other)
      for coder in [archiver, other] {
        coder.finishEncoding()
        let reader = try NSKeyedUnarchiver(forReadingFrom: coder.encodedData)
        // Foundation's here ends the process where an archive lacks a key.
        reader.decodingFailurePolicy = .setErrorAndReturn
        app.delegate.application(app.system, didDecodeRestorableStateWith: reader)
      }
      #expect(app.sent.of(RestoreState.self).count == 1)
      token.cancel()
    }

    @Test func `view controllers of the system's base class are timed as pages`() async {
      typealias Plain = @convention(c) (UInt, UInt) -> Void
      typealias Init = @convention(c) (UInt, UInt) -> UInt
      let plain: Plain = { _, _ in }
      let make: Init = { me, _ in me }
      let base = Classes.word(of: UIViewController.self)
      let code = unsafeBitCast(plain, to: UInt.self)
      _ = Classes.add(unsafeBitCast(make, to: UInt.self), "init", encoding: "@16@0:8", to: base)
      _ = Classes.add(code, "viewDidLoad", encoding: "v16@0:8", to: base)
      let monitor = PageMonitor()
      let statistics = PageStatistics(of: monitor)
      let observation = monitor.observeViewControllers(where: { $0 == OrderController.self })
      let controller = OrderController()
      let me = UInt(bitPattern: Unmanaged.passUnretained(controller).toOpaque())
      func send(_ name: String) {
        guard let type = Classes.ofObject(at: me), let found = Classes.method(name, of: type),
          let pointer = UnsafeRawPointer(bitPattern: found.method.code)
        else { return }
        if name == "init" {
          _ = unsafeBitCast(pointer, to: Init.self)(me, 1)
        } else {
          unsafeBitCast(pointer, to: Plain.self)(me, 1)
        }
      }
      send("init")
      send("viewDidLoad")
      #expect("\(statistics.summaries)".contains("OrderController"))
      Classes.forget(me)
      withExtendedLifetime(observation) {}
    }
  }
}

final class OrderController: UIViewController {}

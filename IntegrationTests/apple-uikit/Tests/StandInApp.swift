// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry
@testable import GantryApple
import GantryApplePush
import Testing
import UIKit

/// A delegate that launches without holding the main thread, and whose modules a test adds.
final class TestDelegate: ModularAppDelegate {
  override class func makeApplication() -> Application { Application(modules: []) }
  override class func makeHostOptions() -> AppHostOptions { AppHostOptions(launch: .concurrent) }
}

final class TestSceneDelegate: ModularSceneDelegate {
  override func makeWindow(in scene: UIWindowScene) -> UIWindow? { UIWindow(windowScene: scene) }
}

/// An app of the stand-in, with its delegate and its host. The notifications are the process's.
@MainActor
struct StandInApp {
  let system = UIApplication()
  let delegate = TestDelegate()
  let sent = SentEvents()
  private let token: EventSubscription

  var events: EventBus { delegate.host.application.events }

  init() {
    Self.declare
    system.delegate = delegate
    token = delegate.host.application.events.observeAll { [sent] in sent.add($0) }
  }

  /// The methods of the library's classes, which the compiler declares where Objective-C is.
  static let declare: Void = {
    let rows = DelegateMethodRow.all(of: .uiKit).filter { $0.rule != .overridden }
    Classes.declare(rows.filter { $0.owner == .app }.map(\.selector), of: ModularAppDelegate.self)
    Classes.declare(
      rows.filter { $0.owner == .scene || $0.owner == .windowScene }.map(\.selector),
      of: ModularSceneDelegate.self)
  }()

  func launch(_ options: [UIApplication.LaunchOptionsKey: Any] = [:]) async {
    #expect(system.launch(options) == [true, true])
    await delegate.host.idle()
  }

  /// Waits until an event was heard: notifications may reach the main actor later.
  func waits(for name: String) async { await AppleTests.waits { sent.names.contains(name) } }
}

// SPDX-License-Identifier: Apache-2.0

// An app that says so when its modules could not start.

import Gantry
import GantryApple
import UIKit

@MainActor
func report(_ failure: ApplicationError) {}

// region: failure
@main
final class AppDelegate: ModularAppDelegate {
  override class func makeApplication() -> Application { Application(schemes: ["shop"]) }

  override func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]? = nil
  ) -> Bool {
    let answer = super.application(application, didFinishLaunchingWithOptions: options)
    if let failure = host.failure { report(failure) }
    return answer
  }
}
// endregion

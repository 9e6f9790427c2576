// SPDX-License-Identifier: Apache-2.0

import Gantry
import GantryApple
import PhoneModules
import UIKit

// region: delegate
/// The whole delegate: the modules that are linked take part. Objective-C finds it as
/// `GantryHost.sharedHost`.
@main
final class AppDelegate: GantryHost {
  override class func makeApplication() -> Application { Modules.makeApplication() }
  override class func makeHostOptions() -> AppHostOptions { AppHostOptions(launch: .concurrent) }
}
// endregion

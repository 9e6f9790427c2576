// SPDX-License-Identifier: Apache-2.0

import Gantry
import GantryApple
import PhoneModules
import UIKit

// region: delegate
/// The whole delegate: the modules that are linked take part.
@main
final class AppDelegate: ModularAppDelegate {
  override class func makeApplication() -> Application { Modules.makeApplication() }
}
// endregion

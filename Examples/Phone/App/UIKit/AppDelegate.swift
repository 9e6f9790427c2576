// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

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

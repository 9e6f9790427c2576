// SPDX-License-Identifier: Apache-2.0

import Gantry
import UIKit

/// A screen in Objective-C as the page of a route.
@Module
@MainActor
final class HelpPages {
  @Route("help") func help() -> UIViewController { HelpController() }
}

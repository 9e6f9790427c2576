// SPDX-License-Identifier: Apache-2.0

import GantryAppleMonitor
import GantryMonitor
import UIKit

// region: pages
/// Times view controllers from the moment it is made; keep it, and make it before the first of them.
@MainActor
final class PageTimes {
  let statistics: PageStatistics
  private let observation: PageObservation

  init() {
    let monitor = PageMonitor()
    statistics = PageStatistics(of: monitor)
    observation = monitor.observeViewControllers(where: { $0 != OnboardingController.self })
  }
}
// endregion

final class OnboardingController: UIViewController {}

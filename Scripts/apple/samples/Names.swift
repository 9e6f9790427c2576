// SPDX-License-Identifier: Apache-2.0

// A file of an app that uses the system's names beside Gantry's.

import Combine
import Gantry
import UIKit
import os

private let logger = Logger(subsystem: "shop", category: "orders")

final class OrderList: ObservableObject {
  private var subscription: (any Subscription)?
  private var events: EventSubscription?

  func observe(_ bus: EventBus) {
    events = bus.observe(LaunchCompleted.self) { _ in logger.info("an event") }
    subscription?.cancel()
    subscription = nil
  }
}

func picture(of resources: ModuleResources) throws -> UIImage { try resources.image("tea") }

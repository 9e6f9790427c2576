// SPDX-License-Identifier: Apache-2.0

// An app of SwiftUI.

// region: app
import GantryApple
import SwiftUI

@main
struct Shop: App {
  @UIApplicationDelegateAdaptor private var delegate: ModularAppDelegate

  var body: some Scene {
    WindowGroup { Text("Shop").opensURLs(with: delegate.host) }
  }
}
// endregion

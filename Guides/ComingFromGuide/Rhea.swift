// SPDX-License-Identifier: Apache-2.0

import Gantry
import GantryAppEvents

/// Stands for code of the app.
@MainActor
enum Accounts {
  static func restore() {}
  static func pause() {}
}

// region: functions
@Launch @MainActor
func restoreAccount() { Accounts.restore() }

@On @MainActor
func pauseAccount(_ event: DidEnterBackground) { Accounts.pause() }
// endregion

// region: event
struct HomePageDidAppear: Event { let page: String }

extension Milestone { nonisolated static let homePage = Milestone("homePage") }

@On func countVisit(_ event: HomePageDidAppear, context: ModuleContext) {
  context.logger.debug("\(event.page) appeared")
}

@Launch(after: .homePage)
func warmUp() {}
// endregion

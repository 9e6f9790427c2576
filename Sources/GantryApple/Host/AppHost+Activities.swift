// SPDX-License-Identifier: Apache-2.0

internal import Foundation
package import Gantry
internal import GantryLaunch

extension AppHost {
  /// Has modules continue an activity; a link to a page that none of them continues is opened as any URL.
  ///
  /// A link is an activity in which a person has come to a page of a host that the app has claimed: the
  /// system hands over no URL then.
  ///
  /// - Parameters:
  ///   - activity: The activity.
  ///   - scene: The scene it is meant for; nil where there are no scenes.
  ///   - way: The way on which it came, as that of a URL.
  /// - Returns: Whether a module continues it, or something opens the link, now or when it has launched.
  @discardableResult
  package func continueActivity(
    _ activity: UserActivity, in scene: SceneID? = nil, by way: URLWay
  ) -> Bool {
    let link = activity.link.map { URLFacts(url: $0) }
    // Noted at once: what a view hears of the same link is its echo, also where a module continues it.
    let isNew = link.map { openedURLs.isNew($0.url, in: scene, by: way, at: now) } ?? false
    let (isContinued, later) = events.ask(ContinueActivity(activity: activity, scene: scene))
    guard !isContinued, let link else { return isContinued }
    guard isNew else { return true }
    guard later.open.isEmpty else {
      begin { [weak self, clock = application.clock] in
        _ = await Deadline.run(within: .seconds(10), clock: clock) { await later.wait() }
        if later.saidYes == nil { self?.open(link, in: scene) }
      }
      return true
    }
    if way == .application { return openAtOnce(link) }
    open(link, in: scene)
    return true
  }
}

extension UserActivity {
  /// The page that a person has come to; nil for an activity of another kind.
  fileprivate var link: URL? {
    // The value of NSUserActivityTypeBrowsingWeb.
    type == "NSUserActivityTypeBrowsingWeb" ? webpageURL : nil
  }
}

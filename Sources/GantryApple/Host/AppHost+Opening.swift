// SPDX-License-Identifier: Apache-2.0

package import Foundation
internal import GantryCore
internal import GantryLaunch

/// A URL as the system delivers it.
package struct URLFacts: Sendable, Hashable {
  /// The URL.
  package var url: URL
  /// The application that asks, if the system names it.
  package var sourceApplication: String?
  /// Whether to open a file in place.
  package var opensInPlace: Bool

  /// Describes a URL.
  package init(url: URL, sourceApplication: String? = nil, opensInPlace: Bool = false) {
    self.url = url
    self.sourceApplication = sourceApplication
    self.opensInPlace = opensInPlace
  }
}

/// A way in which the system delivers a URL to an app.
package enum URLWay: Sendable, Hashable, CaseIterable {
  /// With the connection of a scene.
  case connection
  /// To the delegate of a connected scene.
  case scene
  /// To the delegate of an app without scenes.
  case application
  /// To a SwiftUI view.
  case view
}

/// Distinguishes a URL that arrives again by another way from one that is opened again.
///
/// A URL that arrives by several ways within the time `echo` is opened once. A URL that arrives
/// twice by the same way is opened twice. The URL of a connection may be repeated until its scene
/// has been active.
package struct OpenedURLs {
  private struct Opening {
    let url: URL
    let scene: SceneID?
    var ways: Set<URLWay>
    /// The time from which echoes are counted; nil until its scene has been active.
    var since: Duration?
  }

  /// How long after a URL its echo can arrive by another way.
  package static let echo = Duration.seconds(2)

  private var openings: [Opening] = []

  /// Begins without any opened URL.
  package init() {}

  /// Whether a URL is new, and not just repeated by another way.
  package mutating func isNew(
    _ url: URL, in scene: SceneID?, by way: URLWay, at now: Duration
  ) -> Bool {
    openings.removeAll { $0.since.map { now - $0 > Self.echo } ?? false }
    let same = openings.firstIndex { opening in
      opening.url == url && !opening.ways.contains(way)
        && (opening.scene == scene || opening.scene == nil || scene == nil)
    }
    if let same {
      openings[same].ways.insert(way)
      return false
    }
    let since = way == .connection ? nil : now
    openings.append(Opening(url: url, scene: scene, ways: [way], since: since))
    return true
  }

  /// Starts the time for echoes of the URLs that a scene connected with, since it is active now.
  mutating func activated(_ scene: SceneID, at now: Duration) {
    for index in openings.indices where openings[index].scene == scene {
      openings[index].since = openings[index].since ?? now
    }
  }

  /// Forgets the URLs of a scene that has disconnected.
  mutating func forget(_ scene: SceneID) { openings.removeAll { $0.scene == scene } }
}

extension AppHost {
  /// The time by the application's clock.
  var now: Duration { elapsed() }

  /// Opens URLs for a scene, each as a separate event, sorted by their texts.
  package func openURLs(_ urls: [URLFacts], in scene: SceneID?, by way: URLWay) {
    for facts in urls.sorted(by: { $0.url.absoluteString < $1.url.absoluteString }) {
      if openedURLs.isNew(facts.url, in: scene, by: way, at: now) { open(facts, in: scene) }
    }
  }

  /// Opens a URL that is not the echo of another.
  func open(_ facts: URLFacts, in scene: SceneID?) {
    let event = OpenURL(
      url: facts.url, sourceApplication: facts.sourceApplication,
      opensInPlace: facts.opensInPlace, scene: scene)
    // Modules hear the event now, in order with all others; routes may take longer.
    let asked = application.ask(event)
    // The application has logged why nothing opened it.
    begin { [application] in try? await application.open(event, after: asked) }
  }

  /// Opens a URL for an app without scenes, where the system needs an answer at once.
  ///
  /// - Returns: Whether a module or a route opens it, now or after the launch.
  package func openURL(_ facts: URLFacts) -> Bool {
    guard openedURLs.isNew(facts.url, in: nil, by: .application, at: now) else { return true }
    return openAtOnce(facts)
  }

  /// The same, for a URL that is not the echo of another.
  func openAtOnce(_ facts: URLFacts) -> Bool {
    let event = OpenURL(
      url: facts.url, sourceApplication: facts.sourceApplication, opensInPlace: facts.opensInPlace)
    do throws(RouteError) {
      try application.openNow(event) { self.begin($0) }
      return true
    } catch {
      return isHeld
    }
  }

  /// Whether a module that is still launching handles URLs; its pending answer counts as yes.
  private var isHeld: Bool {
    events.explain(OpenURL.self).unheard.contains { handler in
      if case .notLaunched = handler.state { true } else { false }
    }
  }
}

extension AppHost {
  /// Asks modules to continue an activity; a link that no module continues is opened like any URL.
  ///
  /// A link is a browsing activity: a person has followed a link to a host that the app claims. The
  /// system then delivers an activity in place of a URL.
  ///
  /// - Parameters:
  ///   - activity: The activity.
  ///   - scene: The scene that it is meant for; nil in an app without scenes.
  ///   - way: The way in which it arrived, as for a URL.
  /// - Returns: Whether a module continues the activity or something opens its link, now or after
  ///   the launch.
  @discardableResult
  package func continueActivity(
    _ activity: UserActivity, in scene: SceneID? = nil, by way: URLWay
  ) -> Bool {
    let link = activity.link.map { URLFacts(url: $0) }
    // Noted at once, so that the same link in a view is an echo, even if a module continues it.
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
  /// The page of a browsing activity; nil for any other activity.
  fileprivate var link: URL? {
    // The value of NSUserActivityTypeBrowsingWeb.
    type == "NSUserActivityTypeBrowsingWeb" ? webpageURL : nil
  }
}

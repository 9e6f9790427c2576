// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import Gantry
internal import GantryLaunch

/// A URL, as the system hands it over.
package struct URLFacts: Sendable, Hashable {
  /// The URL.
  package var url: URL
  /// The application that asks, where the system tells.
  package var sourceApplication: String?
  /// Whether a file is to be used where it is.
  package var opensInPlace: Bool

  /// States a URL.
  package init(url: URL, sourceApplication: String? = nil, opensInPlace: Bool = false) {
    self.url = url
    self.sourceApplication = sourceApplication
    self.opensInPlace = opensInPlace
  }
}

/// A way on which the system hands a URL to an app.
package enum URLWay: Sendable, Hashable, CaseIterable {
  /// With the connection of a scene.
  case connection
  /// To the delegate of a scene that is there.
  case scene
  /// To the delegate of an app without scenes.
  case application
  /// To a view of SwiftUI.
  case view
}

/// Tells URLs that come a second time by another way from those that are opened again.
///
/// Once by one way is one opening, however many other ways bring it as well within the time; twice by
/// the same way is two. A URL of a connection may be repeated until its scene has been active.
package struct OpenedURLs {
  private struct Opening {
    let url: URL
    let scene: SceneID?
    var ways: Set<URLWay>
    /// From when on its time runs; nil while its scene has not been active.
    var since: Duration?
  }

  /// How long after a URL its echo by another way may come.
  package static let echo = Duration.seconds(2)

  private var openings: [Opening] = []

  /// Nothing was opened.
  package init() {}

  /// Whether a URL is opened now, and not only repeated by another way.
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

  /// A scene is active: the time of the URLs that it connected with runs.
  mutating func activated(_ scene: SceneID, at now: Duration) {
    for index in openings.indices where openings[index].scene == scene {
      openings[index].since = openings[index].since ?? now
    }
  }

  /// A scene has gone.
  mutating func forget(_ scene: SceneID) { openings.removeAll { $0.scene == scene } }
}

extension AppHost {
  /// The time by the application's clock.
  var now: Duration { elapsed() }

  /// Opens URLs for a scene: each as an event of its own, in the order of their texts.
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
    // Modules hear of it now, in order with everything else; routes may take their time.
    let asked = events.ask(event)
    // The application has logged why nothing opened it.
    begin { [application] in try? await application.open(event, after: asked) }
  }

  /// Opens a URL for an app without scenes, which wants an answer at once.
  ///
  /// - Returns: Whether something opens it, now or when it has launched.
  package func openURL(_ facts: URLFacts) -> Bool {
    guard openedURLs.isNew(facts.url, in: nil, by: .application, at: now) else { return true }
    return openAtOnce(facts)
  }

  /// The same, of a URL that is not the echo of another.
  func openAtOnce(_ facts: URLFacts) -> Bool {
    let event = OpenURL(
      url: facts.url, sourceApplication: facts.sourceApplication, opensInPlace: facts.opensInPlace)
    do throws(RouteError) {
      try application.openSyncOnMain(event)
      return true
    } catch {
      switch error {
      case .needsAwait, .unavailable:
        begin { [router = application.router] in
          try? await router.open(facts.url, as: Void.self)
        }
        return true
      default: return isHeld
      }
    }
  }

  /// Whether a module hears of URLs when it has launched: the answer that it may give counts as yes.
  private var isHeld: Bool {
    events.explain(OpenURL.self).unheard.contains { handler in
      if case .notLaunched = handler.state { true } else { false }
    }
  }
}

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

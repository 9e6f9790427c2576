// SPDX-License-Identifier: Apache-2.0

package import Foundation
internal import GantryCore
package import GantryEvents
internal import GantryLaunch
internal import GantryRouting

/// A URL as the system delivers it.
package struct URLFacts: Sendable, Hashable {
  /// The URL.
  package var url: URL
  /// The application that asks, if the system names it.
  package var sourceApplication: String?
  /// Whether to open a file in place.
  package var opensInPlace: Bool
  package var system = SystemReference()

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
/// has been active, and any URL until modules hear it.
package struct OpenedURLs {
  /// A reason why the time for echoes has not begun.
  private enum Pause {
    /// The scene that the URL connected with has not been active.
    case inactive
    /// The URL waits for the launch or a window.
    case waiting
  }

  private struct Opening {
    let url: URL
    let scene: SceneID?
    var ways: Set<URLWay>
    var pauses: Set<Pause>
    /// The time from which echoes are counted, once there is no pause.
    var since: Duration
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
    openings.removeAll { $0.pauses.isEmpty && now - $0.since > Self.echo }
    let same = openings.firstIndex { opening in
      opening.url == url && !opening.ways.contains(way)
        && (opening.scene == scene || opening.scene == nil || scene == nil)
    }
    if let same {
      openings[same].ways.insert(way)
      return false
    }
    let pauses: Set<Pause> = way == .connection ? [.inactive, .waiting] : [.waiting]
    openings.append(Opening(url: url, scene: scene, ways: [way], pauses: pauses, since: now))
    return true
  }

  /// Notes that modules hear a URL now.
  mutating func delivered(_ url: URL, in scene: SceneID?, at now: Duration) {
    end(.waiting, at: now) { $0.url == url && $0.scene == scene }
  }

  /// Notes that a scene is active now.
  mutating func activated(_ scene: SceneID, at now: Duration) {
    end(.inactive, at: now) { $0.scene == scene }
  }

  private mutating func end(_ pause: Pause, at now: Duration, of isEnded: (Opening) -> Bool) {
    for index in openings.indices where isEnded(openings[index]) {
      if openings[index].pauses.remove(pause) != nil { openings[index].since = now }
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
    for item in urlItems(urls, in: scene, by: way) { deliver(item, to: .init(scene: scene)) }
  }

  /// The URLs that are new, as items.
  func urlItems(_ urls: [URLFacts], in scene: SceneID?, by way: URLWay) -> [SystemItem] {
    urls.sorted { $0.url.absoluteString < $1.url.absoluteString }
      .filter { openedURLs.isNew($0.url, in: scene, by: way, at: now) }
      .map { facts in
        let access = facts.system.beginAccess()
        return SystemItem(
          name: facts.name,
          deliver: { [weak self] in
            guard let self else { return }
            openedURLs.delivered(facts.url, in: scene, at: now)
            open(facts, in: scene)
            extendLifetime(access)
          },
          refuse: { [weak self] in
            guard let self, let scene, scenes.gone.contains(scene) else { return }
            failedToShow?(PageRequest(.url(facts.url), in: scene), .sceneGone(scene))
          })
      }
  }

  /// Opens a URL that is not the echo of another: by a module, or by its route, whose page is shown.
  ///
  /// - Returns: Whether a module has handled it, or a module or a route may still do so.
  @discardableResult
  func open(_ facts: URLFacts, in scene: SceneID?) -> Bool {
    var event = OpenURL(
      url: facts.url, sourceApplication: facts.sourceApplication,
      opensInPlace: facts.opensInPlace, scene: scene)
    event.system = facts.system
    // Modules hear the event now, in order with all others; routes may take longer.
    let asked = application.ask(event)
    asked.later.keep(facts.system.beginAccess())
    if !asked.answer {
      let page = PageRequest(.url(facts.url), in: scene)
      let link = navigator.arrive(in: scene)
      begin { [application, navigator] in
        defer { link.resolve() }
        do throws(RouteError) {
          try await application.open(
            event, after: asked,
            by: { url, passage throws(RouteError) in
              try await navigator.open(url, passage, page, after: link)
            }, onAsk: { if $0 { link.resolve() } })
        } catch { navigator.fail(page, .route(error)) }
      }
    }
    return asked.answer || isHeld(OpenURL.self)
      || application.router.canOpen(RouteRequest(facts.url, in: scene))
  }

  /// Opens a URL for an app without scenes, where the system needs an answer at once.
  ///
  /// - Returns: Whether a module has handled it, or a module or a route may still do so.
  package func openURL(_ facts: URLFacts) -> Bool {
    guard openedURLs.isNew(facts.url, in: nil, by: .application, at: now) else { return true }
    var answer: Bool?
    let item = SystemItem(
      name: facts.name,
      deliver: { [weak self] in
        guard let self else { return }
        openedURLs.delivered(facts.url, in: nil, at: now)
        answer = open(facts, in: nil)
      }, refuse: { answer = false })
    deliver(item, to: .init())
    return answer ?? isOpened(facts.url)
  }

  /// Whether a module or a route may open a URL after the launch.
  private func isOpened(_ url: URL) -> Bool {
    events.isHandled(OpenURL.self) || application.router.canOpen(RouteRequest(url))
  }

  /// Whether a module that is still launching handles an event; its answer is pending.
  func isHeld<E: LifecycleEvent>(_ event: E.Type) -> Bool {
    events.explain(event).unheard.contains { handler in
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
  ///   - then: Called once, when the modules have heard of it or never will.
  /// - Returns: Whether a module continues the activity or something opens its link, now or after
  ///   the launch.
  @discardableResult
  package func continueActivity(
    _ activity: UserActivity, in scene: SceneID? = nil, by way: URLWay,
    then: @escaping @MainActor () -> Void = {}
  ) -> Bool {
    var answer: Bool?
    let item = activityItem(activity, in: scene, by: way) {
      answer = $0
      then()
    }
    deliver(item, to: .init(scene: scene))
    return answer ?? events.isHandled(ContinueActivity.self)
      || activity.link.map(isOpened) ?? false
  }

  /// An activity as an item; the closure gets whether it is continued.
  func activityItem(
    _ activity: UserActivity, in scene: SceneID?, by way: URLWay,
    then: @escaping @MainActor (Bool) -> Void = { _ in }
  ) -> SystemItem {
    let link = activity.link.map { URLFacts(url: $0) }
    // Noted at once, so that the same link in a view is an echo, even if a module continues it.
    let isNew = link.map { openedURLs.isNew($0.url, in: scene, by: way, at: now) } ?? false
    let access = activity.system.beginAccess()
    return SystemItem(
      name: "the activity '\(activity.type)'",
      deliver: { [weak self] in
        guard let self else { return then(false) }
        if let link { openedURLs.delivered(link.url, in: scene, at: now) }
        let event = ContinueActivity(activity: activity, scene: scene)
        then(continueNow(event, link, isNew: isNew, by: way))
        extendLifetime(access)
      }, refuse: { then(false) })
  }

  private func continueNow(
    _ event: ContinueActivity, _ link: URLFacts?, isNew: Bool, by way: URLWay
  ) -> Bool {
    let (isContinued, later) = events.ask(event)
    later.keep(event.system.beginAccess())
    guard !isContinued, let link else { return isContinued }
    guard isNew else { return true }
    guard later.open.isEmpty else {
      begin { [weak self, clock = application.clock] in
        _ = await Deadline.run(within: .seconds(10), clock: clock) { await later.wait() }
        if later.acceptedBy == nil { self?.open(link, in: event.scene) }
      }
      return true
    }
    return open(link, in: event.scene) || way != .application
  }
}

extension URLFacts {
  /// Its name in the log: the rest of the URL may be secret.
  fileprivate var name: String { "a URL of the scheme '\(url.scheme ?? "-")'" }
}

extension UserActivity {
  /// The page of a browsing activity; nil for any other activity.
  fileprivate var link: URL? {
    // The value of NSUserActivityTypeBrowsingWeb.
    type == "NSUserActivityTypeBrowsingWeb" ? webpageURL : nil
  }
}

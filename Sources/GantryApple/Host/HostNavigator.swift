// SPDX-License-Identifier: Apache-2.0

internal import GantryCore
package import GantryRouting
internal import GantrySupport
internal import Logging

/// Shows pages in the scenes of a host.
///
/// Where a page goes is decided by ``SceneState/actions(for:)``. The navigator calls the route, waits
/// until the scene can show the page, and lets the steps be performed one after another.
@MainActor
package final class HostNavigator: Navigator {
  /// How often the scene may have changed before a page is given up.
  private static let mostAttempts = 8
  /// The time between two looks at a scene that can't show a page yet. The system doesn't tell when
  /// an alert or a transition has ended.
  static let pause = Duration.milliseconds(100)

  private weak var host: AppHost?
  /// The scenes of the system; nil where there are none.
  package var screens: (any NavigatorScreens)?
  /// The stacks of SwiftUI, in which pages are shown, too.
  package let stacks: RoutedStacks
  /// The system's URLs that are on their way to each scene, in order. Each is resolved once the next
  /// one may be shown.
  private var links: [SceneID?: [Promise<Void>]] = [:]
  /// The last page that is being shown in each scene, or waits to be.
  private var last: [SceneID?: Promise<Void>] = [:]

  init(_ host: AppHost) {
    self.host = host
    stacks = RoutedStacks(clock: host.application.clock)
  }

  package func beginShowing(_ page: PageRequest) {
    host?.begin { [self] in
      do throws(NavigationError) { try await show(page) } catch { fail(page, error) }
    }
  }

  package func show(_ page: PageRequest) async throws(NavigationError) {
    guard let host, screens != nil else { throw .noScreen }
    let answer: RouteAnswer
    do throws(RouteError) { answer = try await host.application.router.answer(page) } catch {
      throw .route(error)
    }
    guard try await show(answer, page) else {
      throw .notAPage(route: answer.route, output: "\(type(of: answer.output))")
    }
  }

  /// Forgets a scene that has disconnected. Pages on their way there find out by themselves.
  func forget(_ scene: SceneID) {
    stacks.forget(scene)
    links[scene]?.removeAll(where: \.isResolved)
    if links[scene]?.isEmpty == true { links[scene] = nil }
    if last[scene]?.isResolved == true { last[scene] = nil }
  }

  /// Tells the app that a page that no caller waits for couldn't be shown.
  func fail(_ page: PageRequest, _ error: NavigationError) {
    guard let host else { return }
    // The application has logged why the router did not answer.
    if case .route = error {} else { host.warn("a page was not shown: \(error)") }
    host.failedToShow?(page, error)
  }
}

// URLs of the system.
extension HostNavigator {
  /// Adds a URL to the queue of its scene: the page of the later one ends on top.
  ///
  /// - Returns: Resolved when the next URL may show its page: when the page of this one is on
  ///   screen, or when an interceptor asks a person, for which the next URL doesn't wait.
  func arrive(in scene: SceneID?) -> Promise<Void> {
    let link = Promise<Void>()
    links[scene, default: []].removeAll(where: \.isResolved)
    links[scene, default: []].append(link)
    return link
  }

  /// Opens a URL that no module has handled: by the navigator that a module of the app provides, or
  /// else here. An output that isn't a page is dropped.
  ///
  /// - Throws: The reason why the router did not answer. Any other error goes to the app's hook.
  func open(
    _ url: OpenedRequest, _ passage: RoutePassage, _ page: PageRequest, after link: Promise<Void>
  ) async throws(RouteError) {
    guard let application = host?.application else { return }
    let provided = application.services.resolveIfPresent((any Navigator).self)
    do throws(NavigationError) {
      if let provided, !(provided is HostNavigatorModule.Service) {
        passage.pass()
        return try await provided.show(page)
      }
      let answer: RouteAnswer
      do throws(RouteError) { answer = try await application.router.open(url, passage) } catch {
        throw .route(error)
      }
      if try await !show(answer, page, after: link) { application.noteDropped(answer) }
    } catch {
      switch error {
      case .route(let error): throw error
      case .notAPage: break
      default: fail(page, error)
      }
    }
  }
}

// Showing.
extension HostNavigator {
  /// Shows the output of a route when it is its turn.
  ///
  /// - Parameter link: The entry of a URL in the queue of its scene; nil for a call from code.
  /// - Returns: False if the output isn't a page.
  private func show(
    _ answer: RouteAnswer, _ request: PageRequest, after link: Promise<Void>? = nil
  ) async throws(NavigationError) -> Bool {
    guard let screens, let (object, kind) = screens.page(of: answer.output) else { return false }
    let page = NavigatorPage(
      object: object, request: request, route: answer.route,
      showing: PageShowing(
        answer.path, request.presentation ?? answer.presentation, kind: kind,
        isLink: request.isLink))
    if let link, !link.isResolved {
      for earlier in links[request.scene, default: []].prefix(while: { $0 !== link }) {
        await earlier.value()
      }
    }
    let scene = request.scene ?? screens.active
    // Nothing suspends here, so pages are shown in the order of their turns.
    let (former, own) = (last[scene], Promise<Void>())
    last[scene] = own
    defer { own.resolve() }
    await former?.value()
    try await show(page, on: screens)
    return true
  }

  /// Shows a page as soon as its scene can.
  private func show(
    _ page: NavigatorPage, on screens: any NavigatorScreens
  ) async throws(NavigationError) {
    var attempts = 0
    let elapsed = stacks.clock.stopwatch()
    while attempts < Self.mostAttempts {
      guard !Task.isCancelled else { throw .cancelled(route: page.route) }
      guard let host else { throw .noScreen }
      let scene = page.request.scene ?? screens.active
      let isPatient = elapsed() < RoutedStacks.patience
      guard let scene, let steps = try steps(for: page, in: scene, screens, isPatient) else {
        try? await host.application.clock.wait(for: Self.pause)
        continue
      }
      if steps == [.stay] || attempts == 0 && screens.letAppShow(page, in: scene) { return }
      if case .fail(.noTab(let name, let known)) = steps[0] { throw .noTab(name, known: known) }
      if try await perform(steps, page, in: scene, screens) { return }
      attempts += 1
    }
    throw .interrupted(route: page.route)
  }

  /// The steps that show a page; nil while the scene can't show one.
  private func steps(
    for page: NavigatorPage, in scene: SceneID, _ screens: any NavigatorScreens, _ isPatient: Bool
  ) throws(NavigationError) -> [SceneAction]? {
    var state = stacks.completing(screens.state(of: scene), of: scene)
    // A stack may never appear, and a transition of the app's own may never end.
    state.isExpectingStack =
      state.isExpectingStack && isPatient && host?.content.isReported == true
    state.isChanging = state.isChanging && isPatient
    let steps = state.actions(for: page.showing)
    switch steps.first {
    case nil, .wait: return nil
    case .fail(.sceneGone): throw .sceneGone(scene)
    default: return steps
    }
  }

  private func perform(
    _ steps: [SceneAction], _ page: NavigatorPage, in scene: SceneID,
    _ screens: any NavigatorScreens
  ) async throws(NavigationError) -> Bool {
    for step in steps {
      var isDone = await stacks.perform(step, page, in: scene, screens.state(of: scene))
      if isDone == nil { isDone = try await screens.perform(step, page, in: scene) }
      if isDone != true { return false }
    }
    return true
  }
}

// Restoration.
extension HostNavigator {
  /// Begins to put the pages of an earlier run back on a stack.
  ///
  /// The path ends before the first page whose route is gone, or answers with another output.
  ///
  /// - Parameter paths: The pages, from the lowest.
  package func beginRestoring(_ paths: [String], in stack: RoutedStackModel) {
    guard let host, stack.beginRestoring() else { return }
    host.begin { [self] in stack.restore(await pages(paths)) }
  }

  private func pages(_ paths: [String]) async -> [(key: String, object: AnyObject)] {
    var pages: [(key: String, object: AnyObject)] = []
    for path in paths {
      guard let host, let screens else { break }
      do {
        let answer = try await host.application.router.call(
          RouteRequest(path), as: RouteAnswer.self)
        guard let page = screens.page(of: answer.output) else { break }
        pages.append((path, page.object))
      } catch {
        host.application.logger.debug("the page \(path) was not restored: \(error)")
        break
      }
    }
    return pages
  }
}

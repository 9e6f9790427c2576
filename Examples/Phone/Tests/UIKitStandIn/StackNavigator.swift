// SPDX-License-Identifier: Apache-2.0

package import Gantry

/// Puts the pages of each scene onto a stack, without a screen. On iOS, the host shows the pages.
@MainActor
package final class StackNavigator: Navigator {
  private var stacks: [SceneID?: UINavigationController] = [:]
  /// The calls that have begun.
  private var begun: [Task<Void, Never>] = []
  /// The application's router, which exists after the navigator.
  package weak var router: Router?

  package init() {}

  /// The stack of the active scene.
  package var stack: UINavigationController { stack(of: nil) }

  /// The stack of a scene.
  package func stack(of scene: SceneID?) -> UINavigationController {
    if let stack = stacks[scene] { return stack }
    let stack = UINavigationController()
    stacks[scene] = stack
    return stack
  }

  package func show(_ page: PageRequest) async throws(NavigationError) {
    guard let router else { throw .noScreen }
    do throws(RouteError) {
      let (controller, _) = try await router.page(for: page, as: UIViewController.self)
      stack(of: page.scene).pushViewController(controller, animated: false)
    } catch {
      throw .route(error)
    }
  }

  package func beginShowing(_ page: PageRequest) {
    begun.append(Task { try? await show(page) })
  }

  /// Waits until the stack of the active scene has a number of pages; gives up if it never does.
  package func pages(_ count: Int, in scene: SceneID? = nil) async {
    for _ in 0..<1_000_000 {
      if stack(of: scene).viewControllers.count == count { return }
      await Task.yield()
    }
  }

  /// Waits for the calls that have begun.
  package func idle() async {
    while !begun.isEmpty { await begun.removeFirst().value }
  }
}

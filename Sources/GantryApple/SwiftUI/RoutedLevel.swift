// SPDX-License-Identifier: Apache-2.0

#if canImport(SwiftUI) && canImport(UIKit) && !os(watchOS) && !os(tvOS)
  internal import Combine
  internal import SwiftUI
  internal import UIKit

  /// Tells SwiftUI that the pages of a stack change.
  @MainActor
  final class ObservedStack: ObservableObject {
    let objectWillChange = ObservableObjectPublisher()
    let stack = RoutedStackModel()

    init() { stack.willChange = { [objectWillChange] in objectWillChange.send() } }
  }

  /// The stack itself, or a sheet over it.
  struct RoutedLevel: View {
    @ObservedObject var observed: ObservedStack
    let level: Int
    /// The lowest page; nil for the view of the app.
    let page: RoutedPages.Page?
    let root: AnyView?

    private var stack: RoutedStackModel { observed.stack }

    var body: some View {
      NavigationStack(
        path: Binding { @MainActor [stack] in
          stack.pages.path(at: level)
        } set: { @MainActor [stack] path in
          stack.pages.setPath(path, at: level)
        }
      ) {
        lowest.navigationDestination(for: RoutedPages.Page.self) {
          RoutedPage(stack: stack, page: $0)
        }
      }
      .sheet(item: cover(.sheet)) { above($0) }
      .fullScreenCover(item: cover(.fullScreen)) { above($0) }
    }

    @ViewBuilder private var lowest: some View {
      if let page { RoutedPage(stack: stack, page: page) } else { root }
    }

    private func cover(_ style: SceneAction.Style) -> Binding<RoutedPages.Page?> {
      Binding { @MainActor [stack] in
        stack.pages.cover(of: level, style)
      } set: { @MainActor [stack] page in
        if page == nil { stack.pages.close(above: level) }
      }
    }

    private func above(_ page: RoutedPages.Page) -> AnyView {
      AnyView(
        RoutedLevel(observed: observed, level: level + 1, page: page, root: nil)
          .onDisappear { stack.left(page) })
    }
  }

  /// A page of a route: a view, or a view controller.
  private struct RoutedPage: View {
    let stack: RoutedStackModel
    let page: RoutedPages.Page

    var body: some View {
      content.onAppear { stack.appeared(page) }.onDisappear { stack.trim() }
    }

    @ViewBuilder private var content: some View {
      let object = stack.object(of: page)
      if let view = object as? ViewPage {
        view.rootView
      } else if let controller = object as? UIViewController {
        ControllerView(controller: controller).ignoresSafeArea()
          .navigationTitle(controller.title ?? "")
      }
    }
  }

  struct ControllerView: UIViewControllerRepresentable {
    let controller: UIViewController

    func makeUIViewController(context: Context) -> UIViewController { controller }
    func updateUIViewController(_ controller: UIViewController, context: Context) {}
  }

  /// A view as a page for UIKit, from which a ``RoutedStack`` takes the view.
  final class ViewPage: UIHostingController<AnyView> {}
#endif

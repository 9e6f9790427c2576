// SPDX-License-Identifier: Apache-2.0

#if canImport(SwiftUI) && canImport(UIKit) && !os(watchOS) && !os(tvOS)
  internal import Foundation
  internal import GantryCore
  public import SwiftUI

  /// A navigation stack with the pages that the navigator shows in its scene.
  ///
  /// ```swift
  /// WindowGroup {
  ///   RoutedStack { ShopView() }.opensURLs(with: delegate.host)
  /// }
  /// ```
  ///
  /// Sheets and full-screen pages cover the stack, and have stacks of their own. All pages inherit the
  /// environment of the stack, and find a navigator for their scene in `\.navigator`. A scene
  /// that the system restores gets its pages back, up to the first one whose route is gone.
  public struct RoutedStack<Root: View>: View {
    @StateObject private var observed = ObservedStack()
    @SceneStorage private var saved: String
    private let tab: String?
    private let root: Root

    private var stack: RoutedStackModel { observed.stack }

    /// Creates a stack.
    ///
    /// - Parameters:
    ///   - tab: The name of the tab whose content the stack is, as routes write it in
    ///     `shown: .tab("orders")`. Nil for the only stack of a scene.
    ///   - root: The view below all pages.
    public init(tab: String? = nil, @ViewBuilder root: () -> Root) {
      self.tab = tab
      self.root = root()
      _saved = SceneStorage(wrappedValue: "", "GantryPages \(tab ?? "")")
      AppHost.current?.navigator.stacks.declare(tab: tab)
    }

    /// The stack and its sheets.
    public var body: some View {
      let page = stack.pages.levels[0].root
      RoutedLevel(observed: observed, level: 0, page: page, root: AnyView(root))
        .background(SceneFinder { attach(in: $0) })
        .environment(\.navigator, SceneNavigator(AppNavigator()) { [stack] in stack.scene })
        .task(id: stack.pages.saved) { save() }
    }

    private func attach(in scene: SceneID?) {
      guard let scene, let navigator = AppHost.current?.navigator else { return }
      navigator.stacks.appeared(stack, tab: tab, in: scene)
      let paths = try? JSONDecoder().decode([String].self, from: Data(saved.utf8))
      navigator.beginRestoring(paths ?? [], in: stack)
    }

    private func save() {
      guard stack.isRestored, let data = try? JSONEncoder().encode(stack.pages.saved) else {
        return
      }
      saved = String(decoding: data, as: UTF8.self)
    }
  }
#endif

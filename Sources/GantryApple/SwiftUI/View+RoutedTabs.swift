// SPDX-License-Identifier: Apache-2.0

#if canImport(SwiftUI) && canImport(UIKit) && !os(watchOS) && !os(tvOS)
  internal import GantryCore
  public import SwiftUI

  extension View {
    /// Lets routes select the tabs of a `TabView`, whose contents are ``RoutedStack``s.
    ///
    /// ```swift
    /// TabView(selection: $tab) {
    ///   RoutedStack(tab: "shop") { ShopView() }.tag("shop")
    ///   RoutedStack(tab: "orders") { OrdersView() }.tag("orders")
    /// }
    /// .routedTabs(["shop", "orders"], selection: $tab)
    /// ```
    ///
    /// - Parameters:
    ///   - names: The names of the tabs, which are also their tags.
    ///   - selection: The selected name.
    /// - Returns: The view.
    public func routedTabs(_ names: [String], selection: Binding<String>) -> some View {
      background(
        SceneFinder { scene in
          guard let scene, let stacks = AppHost.current?.navigator.stacks else { return }
          stacks.setTabs(
            names, in: scene, selected: { selection.wrappedValue },
            select: { selection.wrappedValue = $0 })
        })
    }
  }
#endif

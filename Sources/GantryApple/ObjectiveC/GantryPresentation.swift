// SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit) && !os(watchOS) && !os(tvOS) && canImport(ObjectiveC)
  internal import GantryRouting

  /// A way of showing a page that a caller in Objective-C chooses, in place of the route's.
  @objc public enum GantryPresentation: Int, Sendable {
    /// On top of the stack that a person sees.
    case push
    /// In a sheet.
    case sheet
    /// Over the whole window.
    case fullScreen
    /// In place of the window's root.
    case root

    /// The same for a navigator.
    var page: PagePresentation {
      switch self {
      case .push: .push
      case .sheet: .sheet
      case .fullScreen: .fullScreen
      case .root: .root
      }
    }
  }
#endif

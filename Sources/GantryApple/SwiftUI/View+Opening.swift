// SPDX-License-Identifier: Apache-2.0

#if canImport(SwiftUI) && (os(iOS) || os(macOS) || os(visionOS))
  internal import Foundation
  internal import GantryCore
  public import SwiftUI
  #if canImport(UIKit)
    internal import UIKit
  #endif

  extension View {
    /// Passes the URLs that this view receives to the modules of a host, and tells the host when the
    /// view appears.
    ///
    /// Put it on the content of each scene. What the system hands over on a cold start reaches the
    /// modules once this content has appeared. A URL that also reaches a delegate is opened only
    /// once.
    ///
    /// - Parameter host: The host of the app's delegate.
    /// - Returns: The view.
    public func opensURLs(with host: AppHost) -> some View {
      passesURLs(to: host).reportsAppearance(to: host)
    }

    func passesURLs(to host: AppHost) -> some View {
      onOpenURL { host.openURLs([URLFacts(url: $0)], in: nil, by: .view) }
    }

    func reportsAppearance(to host: AppHost) -> some View {
      host.content.isReported = true
      #if canImport(UIKit)
        return background(SceneFinder { host.contentAppeared(in: $0) })
      #else
        return onAppear { host.contentAppeared(in: nil) }
      #endif
    }
  }

  #if canImport(UIKit)
    /// A view without content that finds its scene, which the environment of SwiftUI doesn't name.
    struct SceneFinder: UIViewRepresentable {
      let found: @MainActor (SceneID?) -> Void

      func makeUIView(context: Context) -> FoundView {
        let view = FoundView()
        view.isUserInteractionEnabled = false
        view.found = found
        return view
      }

      func updateUIView(_ view: FoundView, context: Context) { view.found = found }
    }

    final class FoundView: UIView {
      var found: (@MainActor (SceneID?) -> Void)?

      override func didMoveToWindow() {
        super.didMoveToWindow()
        guard let window else { return }
        found?(window.windowScene.map { SceneID($0.session) })
      }
    }
  #endif
#endif

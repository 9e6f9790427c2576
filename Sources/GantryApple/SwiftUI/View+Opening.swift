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
    /// modules once this content has appeared. A URL names the view's scene, except on macOS. One that
    /// also reaches a delegate is opened only once.
    ///
    /// - Parameter host: The host of the app's delegate.
    /// - Returns: The view.
    public func opensURLs(with host: AppHost) -> some View {
      passesURLs(to: host).reportsAppearance(to: host)
    }

    func passesURLs(to host: AppHost) -> some View { URLPassing(host: host, content: self) }

    func reportsAppearance(to host: AppHost) -> some View {
      host.content.isReported = true
      #if canImport(UIKit)
        return background(SceneFinder { host.contentAppeared(in: $0) })
      #else
        return onAppear { host.contentAppeared(in: nil) }
      #endif
    }
  }

  /// The scene of a view, once it is in a window.
  @MainActor
  private final class FoundScene {
    var id: SceneID?
  }

  /// Opens the URLs of a view in its scene. A view on macOS knows none.
  private struct URLPassing<Content: View>: View {
    let host: AppHost
    let content: Content
    @State private var scene = FoundScene()

    var body: some View {
      located.onOpenURL { [scene] in
        host.openURLs([URLFacts(url: $0)], in: scene.id, by: .view)
      }
    }

    private var located: some View {
      #if canImport(UIKit)
        content.background(SceneFinder { [scene] in scene.id = $0 })
      #else
        content
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

      func updateUIView(_ view: FoundView, context: Context) {
        view.found = found
        view.tell()
      }
    }

    final class FoundView: UIView {
      var found: (@MainActor (SceneID?) -> Void)?

      override func didMoveToWindow() {
        super.didMoveToWindow()
        tell()
      }

      /// Tells of the scene, if the view is in one.
      func tell() {
        guard let window else { return }
        found?(window.windowScene.map { SceneID($0.session) })
      }
    }
  #endif
#endif

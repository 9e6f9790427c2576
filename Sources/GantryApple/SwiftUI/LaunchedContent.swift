// SPDX-License-Identifier: Apache-2.0

#if canImport(SwiftUI) && (os(iOS) || os(macOS) || os(visionOS))
  internal import GantryCore
  public import SwiftUI

  /// The content of a scene once the modules have launched, and a placeholder until then.
  ///
  /// ```swift
  /// WindowGroup {
  ///   LaunchedContent(of: delegate.host) { RootView() } placeholder: { ProgressView() }
  /// }
  /// ```
  ///
  /// URLs that the scene receives go to the modules, so the content needs no `opensURLs(with:)`. After
  /// a failed launch, the content is shown as well.
  public struct LaunchedContent<Content: View, Placeholder: View>: View {
    private let host: AppHost
    private let content: () -> Content
    private let placeholder: () -> Placeholder
    @State private var isLaunched: Bool

    /// Creates the view.
    ///
    /// - Parameters:
    ///   - host: The host of the app's delegate.
    ///   - content: What is shown once the modules have launched.
    ///   - placeholder: What is shown until then.
    public init(
      of host: AppHost, @ViewBuilder content: @escaping () -> Content,
      @ViewBuilder placeholder: @escaping () -> Placeholder
    ) {
      self.host = host
      self.content = content
      self.placeholder = placeholder
      _isLaunched = State(initialValue: host.isLaunchOver)
      // The scene's items wait for the content, not for the placeholder.
      host.content.isReported = true
    }

    /// The content or the placeholder.
    public var body: some View {
      ZStack {
        if isLaunched {
          content().reportsAppearance(to: host)
        } else {
          placeholder().onAppear { host.whenLaunched { isLaunched = true } }
        }
      }
      .passesURLs(to: host)
    }
  }
#endif

// SPDX-License-Identifier: Apache-2.0

#if canImport(SwiftUI) && canImport(UIKit) && !os(watchOS) && !os(tvOS)
  public import GantryCore
  internal import GantryRouting
  public import SwiftUI
  internal import UIKit

  /// The page of a route, made by modules that are chosen for a preview.
  ///
  /// ```swift
  /// #Preview {
  ///   RoutePreview("orders/7", modules: [OrderPages.self]) {
  ///     $0.provide(SampleOrders(), as: (any Orders).self)
  ///   }
  /// }
  /// ```
  ///
  /// The modules launch in an application of their own, which reads no linked modules. If the page
  /// can't be made, the preview shows the reason.
  public struct RoutePreview: View {
    private let path: String
    @State private var application: Application
    @State private var page: AnyView?

    /// Creates a preview.
    ///
    /// - Parameters:
    ///   - path: The path of a route, with its query.
    ///   - modules: The module with the route, and those that it requires.
    ///   - build: Provides stubs of the services that they need.
    public init(
      _ path: String, modules: ModuleSelection,
      providing build: (inout ApplicationBuilder) -> Void = { _ in }
    ) {
      self.path = path
      _application = State(wrappedValue: Application(modules: modules, reports: .never, build))
    }

    /// The page.
    public var body: some View {
      (page ?? AnyView(Text("")))
        .task { page = await load() }
    }

    private func load() async -> AnyView {
      do {
        try await application.start()
        let answer = try await application.router.call(RouteRequest(path), as: RouteAnswer.self)
        return AnyView(Self.page(of: answer))
      } catch {
        return AnyView(Text("\(error)"))
      }
    }

    @ViewBuilder private static func page(of answer: RouteAnswer) -> some View {
      if let view = answer.output as? any View {
        AnyView(view)
      } else if let controller = answer.output as? UIViewController {
        ControllerView(controller: controller)
      } else {
        Text("\(answer.route) returns \("\(type(of: answer.output))"), which is no page.")
      }
    }
  }
#endif

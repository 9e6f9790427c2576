// SPDX-License-Identifier: Apache-2.0

#if canImport(SwiftUI) && canImport(UIKit)
  public import Gantry
  internal import GantryApple
  internal import ShopKit
  internal import SwiftUI

  // region: pages
  /// The news of the shop, and a page for each: `shop://news/1`.
  @Module
  @MainActor
  public final class NewsPages {
    @Inject let news: any NewsService

    @Route("news")
    func list() -> AnyView { AnyView(NewsView(news: news.latest)) }

    @Route("news/:number", access: .external, shown: .tab("news"))
    func show(number: Int) -> AnyView {
      let text = news.latest.indices.contains(number - 1) ? news.latest[number - 1] : nil
      return AnyView(Text(text ?? "There is no such news.").navigationTitle("News \(number)"))
    }
  }
  // endregion

  struct NewsView: View {
    let news: [String]
    @Environment(\.navigator) private var navigator

    var body: some View {
      List(Array(news.enumerated()), id: \.offset) { item in
        Button(item.element) { navigator.beginShowing("news/\(item.offset + 1)") }
      }
      .navigationTitle("News")
    }
  }

  // region: stub
  /// News for previews.
  struct SampleNews: NewsService {
    let latest = ["Tea is cheaper.", "Coffee is back."]
  }
  // endregion

  #if canImport(DeveloperToolsSupport)
    // region: preview
    #Preview {
      RoutePreview("news", modules: [NewsPages.self]) {
        $0.provide(SampleNews(), as: (any NewsService).self)
      }
    }
  // endregion
  #endif
#endif

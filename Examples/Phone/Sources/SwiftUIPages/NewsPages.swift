// SPDX-License-Identifier: Apache-2.0

#if canImport(SwiftUI)
  public import Gantry
  internal import NewsAPI
  internal import SwiftUI

  /// The news of the shop: `shop://news`.
  @Module
  @MainActor
  public final class NewsPages {
    @Inject let news: any NewsService

    @Route("news", access: .external)
    func show() -> AnyView {
      AnyView(List(news.latest, id: \.self) { Text($0) }.navigationTitle("News"))
    }
  }
#endif

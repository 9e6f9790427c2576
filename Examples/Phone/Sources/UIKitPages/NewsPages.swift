// SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit)
  public import Gantry
  internal import NewsAPI
  internal import UIKit

  /// The news of the shop: `shop://news`.
  @Module
  @MainActor
  public final class NewsPages {
    @Inject let news: any NewsService

    @Route("news", access: .external)
    func show() -> UIViewController { PageController.showing("News", news.latest) }
  }
#endif

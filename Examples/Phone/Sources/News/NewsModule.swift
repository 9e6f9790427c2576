// SPDX-License-Identifier: Apache-2.0

public import Gantry
internal import GantryAppEvents
public import ShopKit

/// Fetches the news of the shop, also when the system gives it time in the background.
@Module(provides: (any NewsService).self)
@MainActor
public final class NewsModule: NewsService {
  /// The news that were fetched last.
  public private(set) var latest: [String] = []

  @Launch(.afterReady) func look() async { await fetch() }

  /// Info.plist permits the task of this identifier.
  @On(backgroundTask: "shop.news")
  func fetchInBackground(_ task: PerformBackgroundTask, context: ModuleContext) async {
    await fetch()
    task.reply.answer(true, from: context.name)
  }

  /// Stands in for a request to a server.
  private func fetch() async { latest = ["The first tea of the year is here."] }
}

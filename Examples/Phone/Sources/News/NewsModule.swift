// SPDX-License-Identifier: Apache-2.0

public import Gantry
internal import GantryAppEvents
public import NewsAPI

/// Fetches the news of the shop, also when the system gives it time in the background.
@Module(provides: (any NewsService).self)
@MainActor
public final class NewsModule: NewsService {
  /// The news that were fetched last.
  public private(set) var latest: [String] = []

  @Launch(.afterReady) func look() async { _ = await fetch() }

  /// The system waits for the answer until this handler has run.
  @On func fetchInBackground(_ event: PerformBackgroundFetch, context: ModuleContext) async {
    event.reply.answer(await fetch() ? .newData : .noData, from: context.name)
  }

  /// Stands in for a request to a server; true if there is something new.
  private func fetch() async -> Bool {
    let news = ["The first tea of the year is here."]
    defer { latest = news }
    return news != latest
  }
}

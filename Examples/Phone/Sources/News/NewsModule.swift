// SPDX-License-Identifier: Apache-2.0

public import Gantry
internal import GantryAppEvents
internal import ScreenAPI

/// Shows news of the shop, and looks for more when the system gives it time in the background.
@Module
public actor NewsModule {
  private var news: [String] = []

  @Launch(.afterReady) func look() async { _ = await fetch() }

  /// The system waits for the answer until this handler has run.
  @On func fetchInBackground(_ event: PerformBackgroundFetch, context: ModuleContext) async {
    event.reply.answer(await fetch() ? .newData : .noData, from: context.name)
  }

  @Route("news", access: .external)
  func show(context: ModuleContext) { context.events.send(ShowScreen(Screen("News", news))) }

  /// Stands in for a request to a server; true if there is something new.
  private func fetch() async -> Bool {
    let latest = ["The first tea of the year is here."]
    defer { news = latest }
    return news != latest
  }
}

// SPDX-License-Identifier: Apache-2.0

import Gantry
import GantryApple

// region: tasks
extension AppHostOptions {
  static let syncing = AppHostOptions(backgroundTasks: ["shop.sync"])
}

@Module
@MainActor
final class SyncModule {
  @On func perform(_ task: PerformBackgroundTask, context: ModuleContext) {
    guard task.identifier == "shop.sync" else { return }
    task.reply.expect(context.name)
    context.events.send(Sync(reply: task.reply))
  }

  @On func sync(_ event: Sync, context: ModuleContext) async {
    event.reply.answer(await upload(), from: context.name)
  }

  private func upload() async -> Bool { true }
}

struct Sync: Event { let reply: Reply<Bool> }
// endregion

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
  @On func sync(_ task: PerformBackgroundTask, context: ModuleContext) async {
    guard task.identifier == "shop.sync" else { return }
    task.reply.answer(await upload(), from: context.name)
  }

  private func upload() async -> Bool { true }
}
// endregion

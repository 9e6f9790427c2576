// SPDX-License-Identifier: Apache-2.0

import Gantry
import GantryApple

// region: tasks
@Module
@MainActor
final class SyncModule {
  @On(backgroundTask: "shop.sync")
  func sync(_ task: PerformBackgroundTask, context: ModuleContext) async {
    task.reply.answer(await upload(), from: context.name)
  }

  private func upload() async -> Bool { true }
}
// endregion

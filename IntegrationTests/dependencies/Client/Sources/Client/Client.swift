// SPDX-License-Identifier: Apache-2.0

import GantryCore
import GantryProcess

final class MessagesModule: Module {
  static var manifest: ModuleManifest {
    ModuleManifest(of: MessagesModule.self) { module in
      module.launch("load", TaskOptions(), body: .background { messages, _ in messages.load() })
    }
  }

  init(context: ModuleContext) {}

  func load() { print("loaded") }
}

// region: record
@used @section(".note.gantry")  // "__DATA_CONST,__gantry" on Apple platforms
private let record: MacroSupport.Record = (
  4, 24, 1, 0x0052_5447, 1, 0, { MacroSupport.store(MessagesModule.manifest, at: $0, as: $1) }, 0
)
// endregion

@main
struct Client {
  static func main() async throws {
    let application = Application()
    try await application.start()
    print(application.manifest.names.map(\.rawValue))
    _ = await application.waitUntilIdle()
    _ = await application.stop()
  }
}

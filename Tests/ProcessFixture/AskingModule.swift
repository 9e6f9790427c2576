// SPDX-License-Identifier: Apache-2.0

import Gantry

/// Requests the stop of the whole program.
final class AskingModule: Module {
  struct Expired: Error, CustomStringConvertible { let description = "the license has expired" }

  static var manifest: ModuleManifest {
    ModuleManifest(of: AskingModule.self) { module in
      module.launch(
        "ask",
        body: .background { _, context in
          guard Fixture.scenario == .askingEarly else { return }
          say("asks while \(context.application.state)")
          context.application.stop(because: "there is no license")
          try await Signpost.cancellation()
        })
      module.launch(
        "work", TaskOptions(.afterReady),
        body: .background { _, context in
          if Fixture.scenario == .askingAmong { await Signpost.listening.wait() }
          guard Fixture.scenario == .asking else {
            return context.application.stop(because: Expired())
          }
          await Signpost.listening.wait()
          say("asks while \(context.application.state)")
          context.application.stop(because: "all is done")
          context.application.stop(because: Expired())
        })
      module.shutdown("close") { _, context in say("Asking stops, \(context.application.state)") }
    }
  }

  init(context: ModuleContext) {}
}

/// Is essential and fails once the server listens.
final class FailingModule: Module {
  static var manifest: ModuleManifest {
    ModuleManifest(of: FailingModule.self, ModuleOptions(essential: true)) { module in
      module.run("read", RunOptions(retry: .never)) { _, _ in
        await Signpost.listening.wait()
        throw AskingModule.Expired()
      }
      module.shutdown("close") { _, _ in say("Failing stops") }
    }
  }

  init(context: ModuleContext) {}
}

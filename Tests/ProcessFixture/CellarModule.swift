// SPDX-License-Identifier: Apache-2.0

import Gantry

/// Hears no event; its routes answer.
final class CellarModule: Module {
  struct NoLight: Error, CustomStringConvertible { let description = "there is no light" }

  static var manifest: ModuleManifest {
    let open = RouteOptions(access: .external)
    return ModuleManifest(of: CellarModule.self) { module in
      module.route(
        "cellar/:shelf", "shelf", [RouteParameter("shelf", Int.self)], open,
        body: .background {
          _, call, _ in
          say("shelf \(try call.arguments.value("shelf", Int.self)), asked from \(call.origin)")
        })
      // The module's own call comes from inside, also where it serves one from outside.
      module.route(
        "cellar/jam", "jam", [], open,
        body: .background { _, _, context in
          try await context.router.call("cellar/7", as: Void.self)
          try await context.router.call(RouteRequest(named: "Cellar/key"), as: Void.self)
        })
      module.route(
        "cellar/key", "key", [],
        body: .background { _, call, _ in
          say("the key, asked from \(call.origin)")
        })
      module.route(
        "cellar/coal", "coal", [], open, body: .background { _, _, _ in throw NoLight() })
      module.route(
        "roof/:number", "attic", nil, open, body: .background { _, _, _ in say("attic") })
    }
  }

  init(context: ModuleContext) {}
}

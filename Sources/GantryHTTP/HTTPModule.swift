// SPDX-License-Identifier: Apache-2.0

public import GantryCore

/// Provides an ``HTTPExchange`` when neither another module nor the app provides one.
///
/// You only have to link it: modules that inject `any HTTPExchange` get a ``URLSessionExchange``.
public final class HTTPModule: Module {
  /// Its manifest, written by hand, so that no client has to compile a macro.
  public static var manifest: ModuleManifest {
    ModuleManifest(of: HTTPModule.self) { module in
      module.provide(
        (any HTTPExchange).self, "exchange", ProvideOptions(fallback: true),
        make: { _ in URLSessionExchange() })
    }
  }

  /// Creates the module; it needs nothing.
  public init(context: ModuleContext) {}
}

#if objectFormat(MachO)
  @section("__DATA_CONST,__gantry")
#else
  @section(".note.gantry")
#endif
@used private let record: MacroSupport.Record = (
  4, 24, 1, 0x0052_5447, 1, 0, { MacroSupport.store(HTTPModule.manifest, at: $0, as: $1) }, 0
)

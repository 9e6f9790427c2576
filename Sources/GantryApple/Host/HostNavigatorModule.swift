// SPDX-License-Identifier: Apache-2.0

public import GantryCore
internal import GantryRouting

/// Provides a `Navigator`, which shows pages in the scenes of the application's ``AppHost``, when
/// neither a module nor the app provides one.
///
/// It takes part in each app that links this library. Name it only if you name all modules, in
/// `Application(modules:)`.
public final class HostNavigatorModule: Module {
  /// Its manifest, written by hand, so that no client has to compile a macro.
  public static var manifest: ModuleManifest {
    ModuleManifest(of: HostNavigatorModule.self) { module in
      module.provide(
        (any Navigator).self, "navigator", ProvideOptions(fallback: true),
        make: { Service(router: $0.router) })
    }
  }

  private let router: Router

  /// Creates the module; it needs nothing.
  public init(context: ModuleContext) { router = context.router }

  /// Finds the navigator of the host when it is used, since the host may be made later.
  struct Service: Navigator {
    nonisolated let router: Router

    nonisolated init(router: Router) { self.router = router }

    private var host: AppHost? { AppHost.host(of: router) }

    func show(_ page: PageRequest) async throws(NavigationError) {
      guard let host else { throw .noScreen }
      try await host.navigator.show(page)
    }

    func beginShowing(_ page: PageRequest) { host?.navigator.beginShowing(page) }
  }
}

#if objectFormat(MachO)
  @section("__DATA_CONST,__gantry")
#else
  @section(".note.gantry")
#endif
@used private let record: MacroSupport.Record = (
  4, 24, 1, 0x0052_5447, 1, 0,
  { MacroSupport.store(HostNavigatorModule.manifest, at: $0, as: $1) }, 0
)

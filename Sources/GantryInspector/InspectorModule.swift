// SPDX-License-Identifier: Apache-2.0

public import GantryCore
internal import GantryDiscovery
internal import Logging

/// Lets `gantry inspect` look into the running application, over a Unix-domain socket.
///
/// Link it into your app. In a debug build, it is on. It listens on `PID.sock` in a folder that only
/// your user can open, `$XDG_RUNTIME_DIR/gantry` or `/tmp/gantry-UID`, and answers only processes of
/// your user. A client changes nothing unless you allow it. Safe mode never leaves it out.
///
/// | configuration key | meaning | default |
/// |---|---|---|
/// | `Inspector.enabled` | whether the app can be inspected | true in debug builds, otherwise false |
/// | `Inspector.folder` | a folder of the app's own for the socket, such as one of an app group | see above |
/// | `Inspector.allowsChanges` | whether clients may switch modules and open URLs | false |
public final class InspectorModule: Module {
  /// Its manifest, written by hand, so that neither the module nor the tool needs a macro.
  public static var manifest: ModuleManifest {
    let isEnabled = Condition.when(
      "configuration key Inspector.enabled, which is true by default only in debug builds"
    ) {
      #if DEBUG
        $0.config("enabled", default: true)
      #else
        $0.config("enabled", default: false)
      #endif
    }
    let options = ModuleOptions(
      name: "Inspector", priority: 1_000, observesOnly: true, enabled: isEnabled)
    return ModuleManifest(of: InspectorModule.self, options) { module in
      module.launch("listen", body: .background { inspector, _ in inspector.listen() })
      // At once, whatever clients do.
      module.shutdown("close") { inspector in inspector.server.close() }
    }
  }

  private let context: ModuleContext
  private let server: InspectorServer

  /// Creates the module; nothing listens yet.
  public init(context: ModuleContext) {
    self.context = context
    server = InspectorServer(
      InspectorAnswers(
        reference: context.application,
        allowsChanges: context.config.bool(forKey: "allowsChanges", default: false)))
  }

  deinit { server.close() }

  /// Listens from the beginning of the launch, so that a launch that hangs can be inspected.
  ///
  /// An app that can't be inspected works as well as any other, so an error only degrades the module.
  private func listen() {
    let folders = InspectorSocket.folders(context.launchOptions.environment)
    do throws(InspectorError) {
      let path = try server.open(in: context.config.string(forKey: "folder") ?? folders[0])
      context.logger.debug("gantry inspect can look into this app at \(path)")
    } catch {
      context.health.degraded(because: "\(error)")
    }
  }
}

#if objectFormat(MachO)
  @section("__DATA_CONST,__gantry")
#else
  @section(".note.gantry")
#endif
@used private let record: MacroSupport.Record = (
  4, 24, 1, 0x0052_5447, 1, 0, { MacroSupport.store(InspectorModule.manifest, at: $0, as: $1) }, 0
)

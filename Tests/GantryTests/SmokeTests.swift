// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import Foundation
import Gantry
import Synchronization
import Testing

protocol Storage: Sendable { var path: String { get } }
struct FileStorage: Storage { let path: String }
struct SignedIn: Event { let name: String }

@Module(name: "Disk")
final class DiskModule {
  @Provides var storage: any Storage { FileStorage(path: "x") }
  @Launch func open() throws {}
}

@Module(after: "Disk")
@MainActor
final class ShopModule {
  @Inject let storage: any Storage
  @Inject let missing: (any Collection & Sendable)?
  var heard: [String] = []
  @Launch func load() { heard.append("load \(storage.path)") }
  @Launch(.deferred) nonisolated func prefetch() async throws {}
  @On func active(_ event: DidBecomeActive) { heard.append("active") }
  @On func signedIn(_ event: SignedIn) { heard.append(event.name); print(heard) }
  @On func open(_ event: OpenURL) -> Bool { event.url.scheme == "shop" }
  @Shutdown func close() async { heard.append("closed"); print(heard) }
}

@Module
actor CounterModule {
  var count = 0
  @On func signedIn(_ event: SignedIn) { count += 1 }
}

@LaunchTask(requires: "Disk") func freeTask(context: ModuleContext) throws {
  print("free", context.name)
}

@Test func `a linked module lives`() async throws {
  let application = Application { $0.launch("Closure", before: "Shop") { _ in } }
  print(application.check())
  let report = try await application.start()
  print(report)
  await MainActor.run { application.events.send(DidBecomeActive()) }
  application.events.send(SignedIn(name: "Ada"))
  await application.events.settle()
  print(application.explain("Shop"), application.explain("Shp"))
  print(await application.stop())
  print(try application.manifest.json().prefix(300))
}

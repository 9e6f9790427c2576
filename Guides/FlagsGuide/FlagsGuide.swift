// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry

// region: store
/// The flags that were last fetched, by key: `{"Chat.isOn": true}`.
struct Flags: ConfigurationSource {
  let values: [String: Bool]

  /// Reads the flags that an earlier session has written; there are none before the first fetch.
  init(contentsOf file: URL) {
    let data = try? Data(contentsOf: file)
    values = data.flatMap { try? JSONDecoder().decode([String: Bool].self, from: $0) } ?? [:]
  }

  func value(forKey key: String) -> SourcedValue? {
    values[key].map { SourcedValue(.bool($0), source: "the last known flags") }
  }
}
// endregion

// region: module
@Module(enabled: .config("isOn"))  // the flag Chat.isOn
final class ChatModule {
  @Route("chat") func open() -> String { "hello" }
}
// endregion

// region: waiting
extension Milestone { nonisolated static let flagsFetched = Milestone("flagsFetched") }

@Module
final class OffersModule {
  @Launch(after: .flagsFetched) func load(context: ModuleContext) async {
    print("loading the offers")
  }
}
// endregion

@main
struct FlagsGuide {
  nonisolated static let file = FileManager.default.temporaryDirectory
    .appending(path: "flags-\(ProcessInfo.processInfo.processIdentifier).json")

  static func main() async throws {
    defer { try? FileManager.default.removeItem(at: file) }
    try await launch()
    try await launch()
  }

  static func launch() async throws {
    // region: start
    let flags = Flags(contentsOf: file)
    let application = Application(milestones: [.flagsFetched], sources: [flags])
    try await application.start()
    print(application.explain("Chat"))

    try await fetch()  // writes the file, which counts from the next start
    await application.reach(.flagsFetched).waitUntilSettled()
    // endregion

    // region: now
    try application.router.intercept("flags", paths: ["chat"]) { _ in
      let isOn = Flags(contentsOf: file).values["Chat.isOn"]  // what was fetched last
      return isOn == true ? .allow : .veto("the chat is off")
    }
    // endregion
    await application.stop()
  }

  /// Stands for a request to a server.
  static func fetch() async throws {
    try JSONEncoder().encode(["Chat.isOn": true]).write(to: file)
  }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry

/// The module that the program is linked with.
@Module
@MainActor
final class HostModule {
  @Provides var greeting: String { "good day" }
  @Launch func open() { print("Host launches") }
  @On func heard(_ event: DidBecomeActive) { print("Host hears") }
  @Shutdown func close() { print("Host ends") }
}

/// Opens libraries with modules after the start, as a host of plugins does.
@main
struct Opened {
  let application = Application()
  let folder = CommandLine.arguments[1]

  static func main() async throws {
    let opened = Opened()
    try await opened.application.start()
    await opened.add("nothing")
    await opened.open("Plugin")
    await opened.use()
    await opened.open("Plugin")
    await opened.open("Faulty")
    await opened.use()
    await opened.application.stop()
    try await opened.application.start()
    await opened.use()
    await opened.application.stop()
  }

  /// Opens a library, and adds the modules that it brings.
  func open(_ library: String) async {
    guard dlopen("\(folder)/lib\(library).so", RTLD_NOW) != nil else {
      return print("\(library) cannot be opened: \(dlerror().map { String(cString: $0) } ?? "")")
    }
    await add(library)
  }

  func add(_ library: String) async {
    do {
      let report = try await application.addLinkedModules()
      print("\(library):", report == nil ? "nothing new" : "added")
    } catch {
      print("\(library) is refused: \(error)")
    }
    print("modules:", application.manifest.modules.map(\.name.rawValue).joined(separator: " "))
  }

  /// An event, and a route of the library.
  func use() async {
    await MainActor.run { application.events.send(DidBecomeActive()) }
    application.events.send(NamedEvent("ping"))
    await application.events.waitUntilIdle()
    do {
      print(try await application.router.call("plugin/7", as: String.self))
      print(try await application.router.call("sound", as: String.self))
    } catch {
      print("no route: \(error)")
    }
  }
}

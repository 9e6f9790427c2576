// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry
import GantryInspector
import Logging
import GantrySupport

/// An application with the inspector, whose socket is in a folder of its own.
final class Inspected: Sendable {
  let application: Application
  let folder: String

  /// Starts modules along with the inspector, which listens when this returns.
  ///
  /// - Parameter isOn: Whether the app can be inspected; nil leaves that to the build.
  init(
    _ modules: [any Module.Type], changes: Bool = false, isOn: Bool? = true,
    values: [String: ConfigurationValue] = [:], in folder: String = makeFolder()
  ) async throws {
    self.folder = folder
    var own: [String: ConfigurationValue] = [
      "Inspector.folder": .string(folder), "Inspector.allowsChanges": .bool(changes),
    ]
    own["Inspector.enabled"] = isOn.map { .bool($0) }
    application = Application(
      modules: ModuleSelection(modules + [InspectorModule.self]), schemes: ["shop"],
      sources: [MemoryConfiguration(values.merging(own) { given, _ in given })],
      reports: .never, logger: Logger(label: "gantry.test") { _ in SwiftLogNoOpLogHandler() })
    _ = try? await application.start()
    _ = await application.waitUntilIdle()
  }

  /// A new folder with a short path.
  static func makeFolder() -> String {
    "/tmp/gantry-test-\(UUID().uuidString.prefix(8))"
  }

  var path: String {
    get throws {
      guard let path = InspectorSocket.paths(in: folder).first else { throw Silence() }
      return path
    }
  }

  /// Asks one question on a connection of its own.
  func ask(
    _ subject: InspectorRequest.Subject, _ name: String? = nil, since: Int? = nil
  ) async throws -> InspectorReply {
    try await Line(path).ask(InspectorRequest(subject, name: name, since: since))
  }

  /// Stops the application, and removes the folder.
  func stop() async {
    _ = await application.stop()
    try? FileManager.default.removeItem(atPath: folder)
  }
}

/// The app sent no line.
struct Silence: Error {}

/// A connection to an app, as any program makes it.
final class Line: Sendable {
  let descriptor: Int32
  /// The bytes after the last line that was read.
  private let rest = Mutex(Data())

  init(_ path: String) throws { descriptor = try InspectorSocket.client(of: path) }

  deinit { Foundation.close(descriptor) }

  /// Sends bytes; returns how many the app has taken without a wait.
  @discardableResult
  func send(_ bytes: Data) -> Int { InspectorSocket.send(bytes, to: descriptor) }

  /// Sends a text as a line.
  func send(line: String) { send(Data("\(line)\n".utf8)) }

  func ask(_ request: InspectorRequest) async throws -> InspectorReply {
    send(try JSONEncoder().encode(request) + [10])
    return try await reply()
  }

  func reply() async throws -> InspectorReply {
    guard let line = await next() else { throw Silence() }
    return try JSONDecoder().decode(InspectorReply.self, from: line)
  }

  /// Reads the next line; nil if the app closes the connection.
  ///
  /// It waits on a thread of its own: the app's answer may need the threads of Swift's tasks.
  func next() async -> Data? {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: self.read()) }
    }
  }

  private func read() -> Data? {
    rest.withLock { rest in
      var bytes = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        if let end = rest.firstIndex(of: 10) {
          defer { rest = Data(rest[(end + 1)...]) }
          return rest[...end]
        }
        var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&polled, 1, 60_000) == 1 else { return nil }
        let count = recv(descriptor, &bytes, bytes.count, 0)
        guard count > 0 else { return nil }
        rest.append(contentsOf: bytes.prefix(count))
      }
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestRounds
import Testing

@testable import GantryCore
@testable import GantryInspector

/// Clients that mean harm, on real sockets.
@Suite(.timeLimit(.minutes(5))) struct InspectorServerTests {
  /// An app whose server has little patience.
  private final class Served: Sendable {
    let application = Application(modules: [], reports: .never)
    let folder = Inspected.makeFolder()
    let path: String
    private let server: InspectorServer

    init(patience: Duration = .seconds(5)) throws {
      let answers = InspectorAnswers(
        reference: ApplicationReference(application), allowsChanges: false)
      server = InspectorServer(answers, patience: patience)
      path = try server.open(in: folder)
    }

    /// Whether a well-behaved client gets its answer.
    func answers() async throws -> Bool {
      // All connections may be taken for as long as the server's patience lasts.
      while true {
        guard let line = try? Line(path) else {
          await Task.yield()
          continue
        }
        line.send(line: #"{"version":1,"subject":"state"}"#)
        guard let reply = try? await line.reply() else { continue }
        return reply.app?.state == "stopped"
      }
    }

    func close() {
      server.close()
      try? FileManager.default.removeItem(atPath: folder)
    }
  }

  @Test(arguments: [
    (#"{"version": 1, "subject": "disable", "name": "Stock"}"#, "know the question's subject"),
    (#"{"version": 2, "subject": "state"}"#, "knows only version 1"),
    (#"{"version": 1}"#, "knows only version 1"), ("disable Stock", "knows only version 1"),
  ])
  func `a question that isn't known is refused with the reason`(
    line: String, reason: String
  ) async throws {
    let application = Application(modules: [], reports: .never)
    let answers = InspectorAnswers(
      reference: ApplicationReference(application), allowsChanges: true)
    guard case .now(let reply) = answers.answer(to: Data(line.utf8)) else {
      Issue.record("no answer")
      return
    }
    #expect(reply.error?.contains(reason) == true, "\(reply)")
  }

  @Test func `a line without an end is refused after 4,096 bytes, however long it would be`()
    async throws
  {
    let app = try Served()
    let line = try Line(app.path)
    let bytes = Data(repeating: 97, count: 1 << 16)
    var (sent, failures) = (0, 0)
    while sent < 100 << 20, failures < 1_000 {
      let count = line.send(bytes)
      if count > 0 { sent += count } else { failures += 1 }
      if count < 0, errno == EPIPE { break }
    }
    #expect(sent < 1 << 20)
    #expect(try await app.answers())
    app.close()
  }

  @Test func `a request that is too long is told so`() async throws {
    let app = try Served()
    let line = try Line(app.path)
    line.send(Data(repeating: 97, count: 4_097))
    #expect(try await line.reply().error == "the request is too long")
    #expect(await line.next() == nil)
    app.close()
  }

  @Test func `connections beyond the eighth wait, and silent ones are cut`() async throws {
    let app = try Served(patience: .milliseconds(50))
    var held: [Line] = []
    for _ in 0..<500 { if let line = try? Line(app.path) { held.append(line) } }
    #expect(held.count >= 8)
    #expect(try await app.answers())
    for line in held.prefix(8) { #expect(await line.next() == nil) }
    app.close()
  }

  @Test func `half a line doesn't hold a connection for long`() async throws {
    let app = try Served(patience: .milliseconds(50))
    let halves = try (0..<8).map { _ in try Line(app.path) }
    for line in halves { line.send(Data(#"{"version":1,"#.utf8)) }
    #expect(try await app.answers())
    for line in halves { #expect(await line.next() == nil) }
    app.close()
  }

  @Test func `a client that never reads is cut, and others are answered meanwhile`() async throws {
    let app = try Served(patience: .milliseconds(200))
    let deaf = try Line(app.path)
    // No answers fit into the buffers of the system for long.
    while deaf.send(Data(#"{"version":1,"subject":"manifest"}"#.utf8) + [10]) > 0 {}
    #expect(try await app.answers())
    // It may read what was sent before the cut.
    while await deaf.next() != nil {}
    app.close()
  }

  @Test(arguments: [1, 2] as [UInt64])
  func `garbage gets an error for each line`(seed: UInt64) async throws {
    let app = try Served(patience: .seconds(300))
    // One connection, since the app may not have noticed yet that an earlier one has ended.
    let line = try Line(app.path)
    var random = SeededGenerator(seed: seed)
    for round in 0..<rounds(20_000) {
      line.send(Garbage.line(using: &random))
      let reply = try await line.reply()
      #expect((reply.error == nil) != (reply.app == nil), "seed \(seed), round \(round)")
    }
    #expect(try await app.answers())
    app.close()
  }

  @Test func `many requests in one piece are answered in order`() async throws {
    let app = try Served()
    let line = try Line(app.path)
    let names = (1...50).map { "a\($0)z" }
    line.send(
      Data(names.map { #"{"version":1,"subject":"route","name":"/\#($0)"}"# + "\n" }.joined().utf8))
    for name in names {
      #expect(try await line.reply().lines?.first?.contains(name) == true)
    }
    app.close()
  }

  @Test func `another version is refused, and names that of the app`() async throws {
    let app = try Served()
    let line = try Line(app.path)
    line.send(line: #"{"version":2,"subject":"state"}"#)
    #expect(try await line.reply().error == "the app's inspector knows only version 1")
    app.close()
  }

  @Test func `a client that asks and then ends its side still gets the answer`() async throws {
    let app = try Served()
    let line = try Line(app.path)
    line.send(line: #"{"version":1,"subject":"state"}"#)
    shutdown(line.descriptor, Int32(SHUT_WR))
    #expect(try await line.reply().app?.state == "stopped")
    #expect(await line.next() == nil)
    app.close()
  }

  @Test func `closing ends connections and removes the socket, and can be repeated`() async throws {
    let app = try Served()
    let line = try Line(app.path)
    line.send(line: #"{"version":1,"subject":"state"}"#)
    _ = try await line.reply()
    app.close()
    #expect(!FileManager.default.fileExists(atPath: app.path))
    #expect(await line.next() == nil)
    app.close()
  }
}

// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import Foundation
import GantryTesting
import Testing

@Suite struct ConfigurationTests {
  /// Writes what the module reads under `limit`, and has a configuration file for as long.
  private func limit(
    file text: String? = nil, environment: [String: String] = [:]
  ) async throws -> String? {
    let journal = Journal()
    let file = FileManager.default.temporaryDirectory
      .appending(path: "config-\(UUID().uuidString).json")
    if let text { try Data(text.utf8).write(to: file) }
    defer { try? FileManager.default.removeItem(at: file) }
    _ = try await TestApplication.start(
      configFile: text == nil ? nil : file.path,
      launchOptions: LaunchOptions(source: .test, arguments: [], environment: environment),
      adding: {
        $0.add(
          .fake("Orders") {
            $0.launch("read") { _, context in
              journal.write("\(context.config.int(forKey: "limit", default: 0))")
            }
          })
      })
    return journal.lines.first
  }

  @Test func `a file gives a module its values under its name`() async throws {
    #expect(try await limit(file: #"{"Orders": {"limit": 5}}"#) == "5")
  }

  @Test func `the environment wins over the file`() async throws {
    #expect(
      try await limit(
        file: #"{"Orders": {"limit": 5}}"#, environment: ["ORDERS_LIMIT": "7"]) == "7")
  }

  @Test func `a value of another type is not taken`() async throws {
    #expect(try await limit(file: #"{"Orders": {"limit": "many"}}"#) == "0")
  }

  @Test(arguments: ["{", "[1]"]) func `a file that cannot be used is an error`(text: String) async {
    let error = await #expect(throws: TestApplicationError.self) { try await limit(file: text) }
    guard case .application(.configuration(let file, let reason)) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(file.contains("config-"))
    #expect(!reason.isEmpty)
  }

  @Test func `a missing file is an error, and nothing has run`() async {
    let host = TestApplication(modules: [], configFile: "/nowhere/app.json")
    guard case .configuration("/nowhere/app.json", _) = await host.startError() else {
      Issue.record("the start should have failed")
      return
    }
    #expect(host.report == nil)
  }

  @Test func `a condition may ask the file`() async throws {
    let file = FileManager.default.temporaryDirectory
      .appending(path: "config-\(UUID().uuidString).json")
    try Data(#"{"Orders": {"enabled": true}}"#.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let host = try await TestApplication.start(
      configFile: file.path,
      adding: {
        $0.add(.fake("Messages", ModuleOptions(enabled: .config("enabled"))))
        $0.add(.fake("Orders", ModuleOptions(enabled: .config("enabled"))))
      })
    #expect(host.report?.skipped == ["Messages"])
  }
}

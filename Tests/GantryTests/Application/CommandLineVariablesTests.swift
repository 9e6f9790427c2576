// SPDX-License-Identifier: Apache-2.0

import Configuration
import GantryTesting
import Logging
import Synchronization
import Testing

import Gantry
@testable import GantryCore

@Suite struct CommandLineVariablesTests {
  @Test(
    arguments: [
      ([], [:], []),
      (["serve", "-p", "80"], [:], []),
      (["--http-port", "80"], ["HTTP_PORT": "80"], []),
      (["--http-port=80", "stray"], ["HTTP_PORT": "80"], []),
      (["--verbose"], ["VERBOSE": "true"], []),
      (["--verbose", "--name", "Ada"], ["VERBOSE": "true", "NAME": "Ada"], []),
      (["--name="], ["NAME": ""], []),
      (["--query=a=b"], ["QUERY": "a=b"], []),
      (["--offset", "-3"], ["OFFSET": "-3"], []),
      (["--title", "Ham, eggs"], ["TITLE": "Ham, eggs"], []),
      (["--tag", "a", "b"], ["TAG": "a,b"], ["TAG"]),
      (["--tag=a", "--other", "--tag", "b,c"], ["TAG": "a,b,c", "OTHER": "true"], ["TAG"]),
      (["--", "x", "--name", "Ada"], ["NAME": "Ada"], []),
    ] as [([String], [String: String], Set<String>)])
  func `command-line options become variables`(
    arguments: [String], values: [String: String], arrays: Set<String>
  ) {
    let variables = CommandLineVariables(of: arguments)
    #expect(variables.values == values)
    #expect(variables.arrays == arrays)
  }

  @Test func `an option with several values is an array and not a string`() async throws {
    let read = Mutex<[String]>([])
    let log = try await LogRecorder.reading(
      arguments: ["--orders-title", "Ham", "eggs", "--orders-limit", "3"]
    ) { config in
      let title = config.string(forKey: "title", default: "none")
      let titles = config.stringArray(forKey: "title", default: [])
      let limit = config.int(forKey: "limit", default: 1)
      read.withLock { $0 = [title] + titles + ["\(limit)"] }
    }
    #expect(read.withLock(\.self) == ["none", "Ham", "eggs", "3"])
    let warning = try #require(log.lines(.warning).first)
    #expect(
      warning.contains("--orders-title from the command line has several values"), "\(warning)")
  }
}

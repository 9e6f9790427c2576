// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import BazaarKit
internal import Foundation
internal import Gantry
internal import Logging

/// The whole program. It names no module: those that are linked take part.
@main
struct Bazaar: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bazaar",
    abstract: "A small bazaar, made of modules that do not know each other.",
    discussion: """
      Give it URLs, on the command line or one a line on standard input:

        bazaar://catalog
        bazaar://account/sign-in?name=Ada
        bazaar://orders/place?item=tea&quantity=2
        bazaar://messages

      With --serve it is also a web shop, on this machine only.
      """)

  @Argument(help: "URLs to open before those of standard input.")
  var urls: [String] = []

  @Flag(help: "Stop when standard input has ended and its last line was handled.")
  var untilInputEnds = false

  @Option(name: .customLong("serve"), help: "Serve browsers on 127.0.0.1; 0 takes any free port.")
  var port: Int?

  @Option(help: "The folder of bazaar.json, and of the files that the app writes.")
  var folder = "."

  @Option(help: "A file to write the launch to, as a page for a browser.")
  var report: String?

  @Option(help: "A file for the launch journal, which turns safe mode on.")
  var journal: String?

  func run() async throws {
    guard FileManager.default.changeCurrentDirectoryPath(folder) else {
      throw ValidationError("There is no folder '\(folder)'.")
    }
    var logger = Logger(label: "bazaar")
    logger.logLevel = .warning
    let application = Application(
      schemes: ["bazaar"], configuration: "bazaar.json", sources: given,
      profile: Application.Profile(file: "bazaar-launches.json"),
      safeMode: journal.map { Application.SafeMode(file: $0) }, logger: logger)

    let notices = application.events.observe(Notice.self, as: "Terminal") { notice in
      Terminal.show("\(notice.sender): \(notice.text)")
    }
    defer { notices.cancel() }
    try await run(application)
  }

  /// The command-line options, as configuration values.
  private var given: [any ConfigurationSource] {
    guard let port else { return [] }
    return [MemoryConfiguration(["Web.port": .int(port)])]
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import BazaarKit
internal import Foundation
internal import Gantry
internal import GantryProcess
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
      """)

  @Argument(help: "URLs to open before those of standard input.")
  var urls: [String] = []

  @Flag(help: "Stop when standard input has ended and its last line was handled.")
  var untilInputEnds = false

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
      schemes: ["bazaar"], configuration: "bazaar.json",
      profile: Application.Profile(file: "bazaar-launches.json"),
      safeMode: journal.map { Application.SafeMode(file: $0) }, logger: logger)
    let notices = application.events.observe(Notice.self, as: "Terminal") { notice in
      Self.show("\(notice.sender): \(notice.text)")
    }
    defer { notices.cancel() }
    try await run(application)
  }

  /// Runs the app as a Unix process: URLs arrive as events, and signals end it.
  private func run(_ application: Application) async throws {
    let page = report
    let options = ProcessOptions(
      urls: urls, readsStandardInput: true, stopsAtEndOfInput: untilInputEnds
    ) { notice in
      // The module that opened the URL has reported it already.
      if case .opened = notice { return }
      if case .ready(let launch) = notice, let page {
        Self.write(launch.html(title: "Bazaar"), to: page)
      }
      Self.show(notice.description)
    }
    try await application.run(options)
  }

  /// Writes a line at once, even if standard output isn't a terminal.
  private static func show(_ line: String) {
    try? FileHandle.standardOutput.write(contentsOf: Data("\(line)\n".utf8))
  }

  /// Writes a file, or says why it cannot; a launch doesn't fail for that.
  private static func write(_ text: String, to path: String) {
    do {
      try Data(text.utf8).write(to: URL(filePath: path))
    } catch {
      show("The file '\(path)' cannot be written: \(error.localizedDescription)")
    }
  }
}

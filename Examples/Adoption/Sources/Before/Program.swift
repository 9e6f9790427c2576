// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import Logging
import Postroom
import ServiceLifecycle
import UnixSignals

@main
struct Program: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "postroom", abstract: "Delivers the letters of a folder.")

  @Argument(help: "The folder with letters.")
  var outbox: String

  @Option(help: "Milliseconds between two looks into the folder.")
  var interval = 500

  @Flag(help: "End when no letter is left.")
  var untilEmpty = false

  func run() async throws {
    CrashReports.start("postroom")
    let delivery = DeliveryService(
      outbox: URL(filePath: outbox), interval: .milliseconds(interval), endsWhenEmpty: untilEmpty
    )
    let group = ServiceGroup(
      configuration: ServiceGroupConfiguration(
        services: [
          .init(service: delivery, successTerminationBehavior: .gracefullyShutdownGroup)
        ],
        gracefulShutdownSignals: [.sigterm, .sigint], logger: Logger(label: "postroom")))
    try await group.run()
    print("postroom closed")
  }
}

// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import Gantry
import Logging
import Postroom
import ServiceLifecycle
import UnixSignals

struct Delivered: Event { let letter: String }

@Module
actor ReceiptsModule {
  private var receipts: [String] = []
  @On func delivered(_ event: Delivered) { receipts.append(event.letter) }
  @Shutdown func file() { print("receipts filed: \(receipts.joined(separator: ", "))") }
}

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
    let app = Application { $0.launch("Crashes", body: .main { CrashReports.start("postroom") }) }
    let delivery = DeliveryService(
      outbox: URL(filePath: outbox), interval: .milliseconds(interval), endsWhenEmpty: untilEmpty
    ) { app.events.send(Delivered(letter: $0)) }
    let group = ServiceGroup(
      configuration: ServiceGroupConfiguration(
        services: [
          .init(service: delivery, successTerminationBehavior: .gracefullyShutdownGroup)
        ],
        gracefulShutdownSignals: [.sigterm, .sigint], logger: Logger(label: "postroom")))
    try await app.start()
    try await group.run()
    await app.stop()
    print("postroom closed")
  }
}

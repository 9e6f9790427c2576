// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry

@Module
final class AccountModule {
  @Launch func open() {}
}

@Module
final class AnalyticsModule {}

@Module
final class OrdersModule {
  @Launch func open() {}
}

@Module
final class MessagesModule {}

@Module
final class StorageModule {}

@main
struct ListsGuide {
  static func main() throws {
    switch CommandLine.arguments.last {
    case "error": printError()
    case "only": printOnly()
    default: try printPlan()
    }
  }

  static func printPlan() throws {
    let json = """
      {
        "modules": [
          "Analytics",
          "Account",
          "Orders",
          {"name": "Messages", "enabled": false}
        ]
      }
      """
    let file = FileManager.default.temporaryDirectory.appending(path: "modules.json")
    try Data(json.utf8).write(to: file)

    // region: list
    let list = try ModuleList(contentsOf: file)
    let application = Application(modules: .linked(list: list))
    print(try application.plan())
    // endregion
  }

  static func printOnly() {
    // region: only
    let few = Application(modules: .linked(only: ["Orders"]))
    print(few.explain("Messages"))
    // endregion
  }

  static func printError() {
    // region: error
    let text = #"{"modules": ["Orders", {"name": "Account", "enable": false}]}"#
    do {
      _ = try ModuleList(json: Data(text.utf8), file: "modules.json")
    } catch {
      print(error)
    }
    // endregion
  }
}

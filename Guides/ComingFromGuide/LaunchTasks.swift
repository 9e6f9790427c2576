// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry

nonisolated enum Database {
  @MainActor static var rows = ["tea"]
  static func open() { print("the database is open") }
}

nonisolated enum Account {
  static func load() { print("the account is loaded") }
}

nonisolated enum Push {
  static func register() { print("push is registered") }
}

enum LaunchQueue {
  // region: before
  static func launch() {
    let database = BlockOperation { Database.open() }
    let account = BlockOperation { Account.load() }
    account.addDependency(database)
    let push = BlockOperation { Push.register() }
    push.addDependency(account)

    let queue = OperationQueue()
    queue.addOperations([database, account], waitUntilFinished: true)
    queue.addOperation(push)  // the first screen doesn't need it
  }
  // endregion

  // region: closures
  static func application() -> Application {
    Application {
      $0.launch("Database", body: .background { Database.open() })
      $0.launch("Account", TaskOptions(requires: "Database"), body: .background { Account.load() })
      $0.launch(
        "Push", TaskOptions(.afterReady, requires: "Account"), body: .background { Push.register() }
      )
    }
  }
  // endregion
}

// region: modules
@Module
final class DatabaseModule {
  @Launch func open() { Database.open() }
}

@Module(requires: "Database")
final class AccountModule {
  @Launch func load() { Account.load() }
}

@Module(requires: "Account")
final class PushModule {
  @Launch(.afterReady) func register() { Push.register() }
}
// endregion

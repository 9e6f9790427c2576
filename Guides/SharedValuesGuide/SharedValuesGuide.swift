// SPDX-License-Identifier: Apache-2.0

import Gantry
import Synchronization

// region: providing
@Module
final class AccountModule {
  private let session: Mutex<String?> = Mutex("ada")

  @Provides(\.userID) var userID: String? { session.withLock { $0 } }
}
// endregion

// region: changing
@Module
final class LocationModule {
  let values: SharedValues

  init(context: ModuleContext) { values = context.values }

  @Launch func locate() throws {
    try values.provide("Oslo", for: \.city)
  }

  @On func moved(_ event: Moved) async throws {
    try values.provide(event.city, for: \.city)
  }
}
// endregion

struct Moved: Event { let city: String }

// region: key
extension SharedValueKeys {
  var loyaltyLevel: DefaultedValueKey<Int> { .init("loyaltyLevel", default: 0) }
  var voucher: SharedValueKey<String> { .init("voucher", isSensitive: true) }
}
// endregion

// region: override
@Module(enabled: .debug)
final class DebugUserModule {
  @Provides(\.userID, overriding: true) var userID: String? { "tester" }
}
// endregion

@main
struct SharedValuesGuide {
  static func main() async throws {
    let application = Application(modules: [AccountModule.self, LocationModule.self])
    try await application.start()
    // region: reading
    let values = application.values  // in a module: context.values
    print(values.city ?? "nowhere")  // String?
    print(values.loyaltyLevel)  // Int: the key has a default
    let user = try await values.value(for: \.userID)  // waits until there is one
    // endregion
    print(user.count)

    // region: following
    for await city in values.changes(of: \.city) {  // the value now, then after each change
      print(city ?? "nowhere")
      guard city == "Oslo" else { break }
      application.events.send(Moved(city: "Bergen"))
    }
    // endregion

    // region: printing
    try values.provide("SPRING", for: \.voucher)  // the app itself provides one
    print(values)
    // endregion
    await application.stop()
  }
}

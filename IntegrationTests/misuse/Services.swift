// SPDX-License-Identifier: Apache-2.0

import Gantry

// Modules that are services: each mistake is one error, at the protocol that it is about.

protocol OrderService: Sendable { func count() async -> Int }
protocol PriceService: Sendable {}
protocol Loose {}
@MainActor protocol PageService: Sendable { func show() }

@Module(provides: (any OrderService).self)  // error: not conform to specified type 'OrderService'
final class StrangerModule {}

@Module(provides: (any OrderService).self)  // error: not conform to specified type 'OrderService'
actor StrangerActor {}

@Module(
  provides: (any PriceService).self,
  (any OrderService).self  // error: not conform to specified type 'OrderService'
)
@MainActor
final class HalfModule: PriceService {}

@Module(provides: (any Missing).self)  // error: cannot find type 'Missing' in scope
final class MissingModule {}

@Module(provides: (any Loose).self)  // error: does not conform to the 'Sendable' protocol
final class LooseModule: Loose {}

@Module(provides: (any PriceService).self, (any PriceService).self)  // error: already provides
final class TwiceModule: PriceService {}

@Module(provides: String.self)  // error: a module is a service under a protocol
final class PricesModule: PriceService {}

@Module(provides: (any PriceService).self)
final class MemberModule: PriceService {
  @Provides var prices: any PriceService { self }  // error: already provides 'any PriceService'
}

@Module(provides: (any OrderService).self, (any PriceService & Sendable).self)
actor OrdersModule: OrderService, PriceService {
  func count() -> Int { 0 }
}

@Module(name: "Pages", provides: (any PageService).self, priority: .high)
@MainActor
final class PagesModule: PageService {
  func show() {}
}

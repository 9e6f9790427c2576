// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

public import AccountAPI
internal import BazaarKit
public import Gantry
internal import OrdersAPI

/// Signs customers in: `bazaar://account/sign-in?name=Ada`.
@Module
@MainActor
public final class AccountModule: AccountService {
  /// Wanted, not required: an app without orders has accounts all the same.
  @Inject let history: (any OrderHistory)?

  /// The name of whoever is signed in; `guest` when nobody is.
  public private(set) var customer = "guest"

  @Provides var account: any AccountService { self }

  @On func open(_ event: OpenURL, context: ModuleContext) -> Bool {
    guard let url = BazaarURL(event.url), url.section == "account", url.action == "sign-in" else {
      return false
    }
    do {
      customer = try url.text("name")
      context.events.send(SignedIn(customer: customer))
    } catch {
      context.events.send(Notice(from: context.name, "nobody signed in: \(error)"))
    }
    return true
  }

  /// Reading takes time, so the greeting is not part of the answer to the URL.
  @On func greet(_ event: SignedIn, context: ModuleContext) async throws {
    let count = try await history?.orders(of: event.customer).count ?? 0
    let past = count == 0 ? "no orders yet" : "\(count) order\(count == 1 ? "" : "s") so far"
    context.events.send(Notice(from: context.name, "signed in as \(event.customer), \(past)"))
  }
}

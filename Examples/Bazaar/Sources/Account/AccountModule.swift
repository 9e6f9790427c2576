// SPDX-License-Identifier: Apache-2.0

public import AccountAPI
internal import BazaarKit
public import Gantry
internal import OrdersAPI

/// Signs customers in: `bazaar://account/sign-in?name=Ada`. A name is enough, since this is an
/// example.
@Module(provides: (any AccountService).self)
@MainActor
public final class AccountModule: AccountService {
  /// Wanted, not required, since an app without orders still has accounts.
  @Inject let history: (any OrderHistory)?

  /// The name of the signed-in customer, or `guest`.
  public private(set) var customer = AccountModule.guest
  private static let guest = "guest"

  @Route("account/sign-in", access: .external)
  func signIn(_ request: RouteRequest, context: ModuleContext) {
    do {
      let name = try Parameters(request.query).text("name")
      customer = name
      context.events.send(SignedIn(customer: name))
    } catch {
      context.events.send(Notice(from: context.name, "nobody signed in: \(error)"))
    }
  }

  @Route("account/sign-out", access: .external)
  func signOut(context: ModuleContext) {
    customer = Self.guest
    context.events.send(SignedIn(customer: nil))
    context.events.send(Notice(from: context.name, "signed out"))
  }

  /// Counting orders takes time, so the greeting is not part of signing in.
  @On func greet(_ event: SignedIn, context: ModuleContext) async throws {
    guard let customer = event.customer else { return }
    let count = try await history?.count(of: customer) ?? 0
    let past = count == 0 ? "no orders yet" : "\(count) order\(count == 1 ? "" : "s") so far"
    context.events.send(Notice(from: context.name, "signed in as \(customer), \(past)"))
  }
}

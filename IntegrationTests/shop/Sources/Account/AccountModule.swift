// SPDX-License-Identifier: Apache-2.0

public import AccountAPI
internal import BazaarKit
public import Gantry
internal import OrdersAPI
internal import PageKit
internal import WebAPI

/// Signs customers in: `bazaar://account/sign-in?name=Ada`, or the form on the account page.
///
/// It asks only for a name, since this is an example. `Account.signInFor` in the configuration
/// names the pages that require a sign-in.
///
/// It is essential because it guards the pages of other modules. An app whose guard does not start
/// would leave its doors open.
@Module(provides: (any AccountService).self, essential: true)
@MainActor
public final class AccountModule: AccountService {
  /// Wanted, not required, since an app without orders still has accounts.
  @Inject let history: (any OrderHistory)?

  private let templates: Templates
  private let router: Router
  private var customerAtTerminal = AccountModule.guest
  private var interceptor: InterceptorToken?
  private static let guest = "guest"

  /// Reads the templates.
  ///
  /// - Parameter context: The module's access to its application.
  /// - Throws: `TemplateError`, and `ServiceError` for injected services.
  public init(context: ModuleContext) throws {
    history = try context.inject((any OrderHistory)?.self)
    router = context.router
    templates = try Templates(context)
  }

  /// The name of the customer signed in where the call comes from, or `guest`.
  public var customer: String {
    guard let visit = Visit.current else { return customerAtTerminal }
    return visit.customer ?? Self.guest
  }

  @Provides var menu: MenuEntry {
    MenuEntry("Sign in", path: "/account", place: 400, showsCustomer: true)
  }

  /// Makes some pages ask for a name before they open.
  @Launch(essential: true) func askForNames(context: ModuleContext) throws {
    let paths = context.config.stringArray(
      forKey: "signInFor", default: ["orders", "orders/:id", "messages"])
    guard !paths.isEmpty else { return }
    interceptor = try context.router.intercept("sign-in", paths: paths) { _ in
      // A form goes to the route that takes it.
      guard let visit = Visit.current, visit.form == nil, visit.customer == nil else {
        return .allow
      }
      let page = try? AccountPage(next: visit.path).path()
      return page.map { .redirect(to: RouteRequest($0)) } ?? .veto("sign in first")
    }
  }

  @Shutdown func stopAsking() {
    if let interceptor { router.remove(interceptor) }
  }

  @Route(access: .external)
  func page(_ route: AccountPage) async throws -> Page {
    var values: [String: any Sendable] = ["ticket": Visit.current?.ticket() ?? ""]
    let customer = customer
    let isSignedIn = customer != Self.guest
    if isSignedIn {
      values["customer"] = customer
      values["past"] = try await past(of: customer)
      let orders = try OrdersPage().path()
      values["orders"] = router.canOpen(RouteRequest(orders)) ? orders : nil
    }
    values["next"] = Self.local(route.next)
    return try templates.page(
      "account", title: isSignedIn ? "Your account" : "Sign in",
      lines: isSignedIn ? "signed in as \(customer)" : "nobody is signed in", values)
  }

  @Route("account/sign-in", access: .external)
  func signIn(_ request: RouteRequest, context: ModuleContext) throws -> Deed {
    let input = Visit.current?.form ?? Parameters(request.query)
    let next = Self.local(try? input.text("next"))
    do {
      let name = try input.text("name")
      guard name != Self.guest else { throw AccountError.nobody(name) }
      let isInBrowser = Visit.current != nil
      if !isInBrowser { customerAtTerminal = name }
      context.events.send(SignedIn(customer: name, isInBrowser: isInBrowser))
      return Deed(
        path: try next ?? AccountPage().path(), .done("Welcome, \(name)!"),
        customer: .signedIn(name))
    } catch {
      context.events.send(Notice(from: context.name, "nobody signed in: \(error)"))
      return Deed(path: try AccountPage(next: next).path(), .problem("Not signed in: \(error)."))
    }
  }

  @Route("account/sign-out", access: .external)
  func signOut(context: ModuleContext) throws -> Deed {
    let isInBrowser = Visit.current != nil
    if !isInBrowser { customerAtTerminal = Self.guest }
    context.events.send(SignedOut(isInBrowser: isInBrowser))
    return Deed(
      path: try AccountPage().path(), .done("You are signed out."), customer: .signedOut)
  }

  /// Reading takes time, so the greeting is not part of signing in.
  @On func greet(_ event: SignedIn, context: ModuleContext) async throws {
    let past = try await past(of: event.customer)
    context.events.send(Notice(from: context.name, "signed in as \(event.customer), \(past)"))
  }

  private func past(of customer: String) async throws -> String {
    let count = try await history?.count(of: customer) ?? 0
    return count == 0 ? "no orders yet" : "\(count) order\(count == 1 ? "" : "s") so far"
  }

  /// The page of this shop to continue to; rebuilt from its parts, so that a forged link can't lead
  /// elsewhere.
  private static func local(_ next: String?) -> String? {
    guard let next, next.hasPrefix("/") else { return nil }
    // A text that isn't a path reads as the root.
    let page = RouteRequest(next).text
    return page == "/" && next != "/" ? nil : page
  }
}

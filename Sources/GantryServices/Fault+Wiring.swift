// SPDX-License-Identifier: Apache-2.0

package import GantrySupport

/// The faults in how services are provided and injected.
extension Fault {
  /// Consumers require a service without a provider; `near` are types with similar names.
  package static func missingProvider(
    type: ServiceType, requests: [ServiceRequest], near: [String]
  ) -> Fault {
    let places = Wording.list(requests.map { "\($0.consumer) (\($0.declaredAt))" })
    let isOne = requests.count == 1
    let name = type.name(beside: near)
    let isTaken = requests.allSatisfy(\.isParameter)
    let problem =
      isTaken
      ? "No launch task returns \(name), and no module provides it, but \(places) "
        + (isOne ? "takes it." : "take it.")
      : "No module provides \(name), which \(places) " + (isOne ? "injects." : "inject.")
    let fix =
      type.isKey
      ? "Link a module that provides it, or read `services[\(type)]` instead."
      : isTaken
        ? "Return it from a task, link a module that provides it, or make the parameter optional."
        : "Link a module that provides it, or make the injection optional."
    return Fault(
      "missingProvider", problem + Wording.near(near) + " " + fix,
      modules: requests.map(\.consumer), at: requests.map(\.declaredAt),
      stub: "$0.provide(…, as: \(type.metatype))")
  }

  /// Several equal providers provide one service.
  package static func doubledProvider(
    type: ServiceType, declarations: [ServiceDeclaration]
  ) -> Fault {
    let kind = declarations.allSatisfy(\.isFallback) ? "only as fallbacks " : ""
    let places = Wording.list(declarations.map { "\($0.provider) (\($0.declaredAt))" })
    return Fault(
      "doubledProvider",
      "\(type) is provided \(kind)by \(places)." + advice(on: type, declarations),
      modules: declarations.map(\.provider), at: declarations.map(\.declaredAt))
  }

  /// A consumer injects a service that it provides itself.
  package static func selfInjection(
    request: ServiceRequest, declaration: ServiceDeclaration
  ) -> Fault {
    Fault(
      "selfInjection",
      "\(request.consumer) injects \(request.type) (\(request.declaredAt)), which it"
        + " provides itself (\(declaration.declaredAt)). Use the value directly.",
      modules: [request.consumer], at: [request.declaredAt, declaration.declaredAt])
  }

  private static func advice(
    on type: ServiceType, _ declarations: [ServiceDeclaration]
  ) -> String {
    if declarations.contains(where: \.isResult) {
      return " Provide it only once, or wrap one of them in a type of your own."
    }
    if Set(declarations.map(\.provider)).count == 1 { return " Remove one of them." }
    if type.isKey {
      return declarations.contains { $0.isOverride }
        ? " Remove one of them." : " Remove one, or mark it `overriding: true`."
    }
    return declarations.allSatisfy(\.isFallback)
      ? " Leave the others out, for example with a module list."
      : " Leave the others out with a module list, mark them `fallback: true`, tell them apart by a"
        + " qualifier, or inject all as an array."
  }
}

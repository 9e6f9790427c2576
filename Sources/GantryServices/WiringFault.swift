// SPDX-License-Identifier: Apache-2.0

internal import GantryText

/// A fault in how services are provided and injected.
@nonexhaustive
public enum WiringFault: Hashable, Sendable {
  /// Consumers require a service without a provider; `near` are types with similar names.
  case missingProvider(type: ServiceType, requests: [ServiceRequest], near: [String])

  /// Several equal providers provide one service.
  case doubledProvider(type: ServiceType, declarations: [ServiceDeclaration])

  /// A consumer injects a service that it provides itself.
  case selfInjection(request: ServiceRequest, declaration: ServiceDeclaration)
}

extension WiringFault: CustomStringConvertible {
  /// The fault, its source location, and the fix.
  public var description: String {
    switch self {
    case .missingProvider(let type, let requests, let near):
      let places = requests.map { "\($0.consumer) (\($0.declaredAt))" }
      return "No module provides \(type.name(beside: near)), which \(Wording.list(places))"
        + (places.count == 1 ? " injects." : " inject.")
        + Wording.near(near) + " Link a module that provides it, or "
        + (type.isKey ? "read `services[\(type)]` instead." : "make the injection optional.")
    case .doubledProvider(let type, let declarations):
      let kind = declarations.allSatisfy(\.isFallback) ? "only as fallbacks " : ""
      return "\(type) is provided \(kind)by \(Wording.places(declarations))."
        + doubledAdvice(type, declarations)
    case .selfInjection(let request, let declaration):
      return "\(request.consumer) injects \(request.type) (\(request.declaredAt)), which it"
        + " provides itself (\(declaration.declaredAt)). Use the value directly."
    }
  }

  private func doubledAdvice(
    _ type: ServiceType, _ declarations: [ServiceDeclaration]
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

extension Wording {
  static func places(_ declarations: [ServiceDeclaration]) -> String {
    list(declarations.map { "\($0.provider) (\($0.declaredAt))" })
  }
}

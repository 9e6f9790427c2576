// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// A fault in the way services are provided and injected.
@nonexhaustive
public enum WiringFault: Hashable, Sendable {
  /// Consumers require a service without a provider; `near` are types with similar names.
  case missingProvider(type: ServiceType, requests: [ServiceRequest], near: [String])

  /// Several equal providers of one service, and no choice among them.
  case doubledProvider(type: ServiceType, declarations: [ServiceDeclaration])

  /// A choice names a module that does not provide the service; the providers are listed.
  case choiceNamesNoProvider(
    type: ServiceType, provider: String, declarations: [ServiceDeclaration])

  /// A choice is made for a type that no module provides or injects.
  case choiceForUnknownType(name: String, provider: String, near: [String])

  /// A choice names several types at once; `types` are their qualified names.
  case ambiguousChoice(name: String, provider: String, types: [String])

  /// Two choices for one type, under its short and its qualified name, that disagree.
  case doubledChoice(type: ServiceType, providers: [String])

  /// A consumer injects a service that it provides itself.
  case selfInjection(request: ServiceRequest, declaration: ServiceDeclaration)

  /// Several provide one shared value, or several override it.
  case doubledValue(key: String, claims: [SharedValueClaim])

  /// Keys of one name whose values have different types.
  case valueTypesDiffer(key: String, claims: [SharedValueClaim])
}

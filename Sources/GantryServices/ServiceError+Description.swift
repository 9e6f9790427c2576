// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import GantryText

extension ServiceError: CustomStringConvertible {
  /// What is missing, why, and how to fix it.
  public var description: String {
    switch self {
    case .missing(let type, let near, let declaredBy) where declaredBy.isEmpty:
      return "Nobody provides \(type)." + Wording.near(near)
        + " Link a module that provides it, or resolve it as an optional."
    case .missing(let type, _, let declaredBy):
      let verb = declaredBy.count == 1 ? "provides" : "provide"
      let have = declaredBy.count == 1 ? "has" : "have"
      return "\(type) is not there: \(Wording.list(declaredBy)) \(verb) it but \(have) not"
        + " started. Inject it, so that the provider starts first."
    }
  }
}

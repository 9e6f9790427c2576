// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import GantryText

extension Wording {
  static func places(_ declarations: [ServiceDeclaration]) -> String {
    list(declarations.map { "\($0.provider) (\($0.declaredAt))" })
  }
}

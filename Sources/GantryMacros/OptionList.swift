// SPDX-License-Identifier: Apache-2.0

import SwiftParser
import SwiftSyntax

/// The arguments of a macro, which become run-time options of the same shape.
///
/// `.debug` is removed from the conditions, because the compiler decides it, not the run time.
struct OptionList {
  private(set) var arguments: [Argument] = []
  /// Whether `enabled: .debug` was among the conditions.
  private(set) var isDebugOnly = false

  /// An argument with the label that applies to it, even if it continues a variadic list.
  struct Argument {
    var label: String?
    var isLabelWritten: Bool
    var original: ExprSyntax
    var value: ExprSyntax { original.trimmed }
  }

  init(_ attribute: AttributeSyntax) {
    var label: String?
    for argument in attribute.labeledArguments {
      let isFirstOfLabel = argument.label != nil
      label = argument.label?.plainName ?? label
      if label == "enabled", Self.isDebugCondition(argument.expression) {
        isDebugOnly = true
        continue
      }
      arguments.append(
        Argument(label: label, isLabelWritten: isFirstOfLabel, original: argument.expression))
    }
    restoreConditionLabel()
  }

  /// Restores the label `enabled:` if its condition was removed.
  private mutating func restoreConditionLabel() {
    guard let first = arguments.firstIndex(where: { $0.label == "enabled" }) else { return }
    arguments[first].isLabelWritten = true
  }

  /// Takes the value of a label out of the list; nil takes the first value without one.
  mutating func take(_ label: String?) -> ExprSyntax? {
    guard let index = arguments.firstIndex(where: { $0.label == label }) else { return nil }
    return arguments.remove(at: index).value
  }

  /// Takes all values of a variadic list out of the list, where they stand in the source.
  mutating func takeAll(_ label: String) -> [ExprSyntax] {
    let taken = arguments.filter { $0.label == label }.map(\.original)
    arguments.removeAll { $0.label == label }
    return taken
  }

  /// The arguments as source text for use in parentheses.
  var text: String {
    arguments.map { argument in
      guard argument.isLabelWritten, let label = argument.label else {
        return argument.value.description
      }
      return "\(label): \(argument.value)"
    }.joined(separator: ", ")
  }

  private static func isDebugCondition(_ expression: ExprSyntax) -> Bool {
    guard let member = expression.as(MemberAccessExprSyntax.self),
      member.declName.baseName.text == "debug"
    else { return false }
    guard let base = member.base?.trimmedDescription else { return true }
    return base == "Condition" || base == "Gantry.Condition"
  }
}

extension ExprSyntax {
  /// The value of a plain string literal; nil for a value that isn't known before run time.
  var literalText: String? { self.as(StringLiteralExprSyntax.self)?.representedLiteralValue }
}

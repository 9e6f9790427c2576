// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// The arguments of a macro, on their way to the run-time options of the same shape.
///
/// `.debug` is taken out of the conditions: it is decided by the compiler, not at run time.
struct OptionList {
  private(set) var arguments: [Argument] = []
  /// Whether `enabled: .debug` was among the conditions.
  private(set) var isDebugOnly = false

  /// One argument with the label that governs it, also where a variadic list goes on without one.
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

  /// Writes `enabled:` again where the condition that carried it was taken out.
  private mutating func restoreConditionLabel() {
    guard let first = arguments.firstIndex(where: { $0.label == "enabled" }) else { return }
    arguments[first].isLabelWritten = true
  }

  /// Takes the value of a label out of the list; nil takes the first value without one.
  mutating func take(_ label: String?) -> ExprSyntax? {
    guard let index = arguments.firstIndex(where: { $0.label == label }) else { return nil }
    return arguments.remove(at: index).value
  }

  /// The arguments as source text, ready to go between parentheses.
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
  /// The text of a plain string literal; nil for anything that is not known before run time.
  var literalText: String? {
    guard let segments = self.as(StringLiteralExprSyntax.self)?.segments else { return nil }
    var text = ""
    for segment in segments {
      guard case .stringSegment(let plain) = segment else { return nil }
      text += plain.content.text
    }
    return text
  }
}

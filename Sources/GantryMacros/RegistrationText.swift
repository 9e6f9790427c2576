// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// The statement that registers a task or handler with a builder.
///
/// Types and arguments of the user, which may be wrong, are all on its first line, which the
/// compiler shows as the line of the function.
enum RegistrationText {
  /// A function without an answer.
  ///
  /// - Parameters:
  ///   - verb: The builder and its method, for example `module.on`.
  ///   - head: The arguments in front of the bodies.
  ///   - parameters: The parameters of the bodies.
  ///   - call: The call of the user's function.
  ///   - isolation: The function whose type tells the lane; nil for the background.
  static func make(
    _ verb: String, _ head: String, _ parameters: String, _ call: CallText, isolation: String?
  ) -> String {
    let (part, end) = call.namesTypes ? (" ", " ") : ("\n  ", "\n")
    guard let isolation else {
      let body = parameters.hasSuffix("token") ? ".callback" : ".background"
      return "\(verb)(\(head), body: \(body) { \(parameters) in\(part)\(call.awaited)\(end)})"
    }
    let parts = [
      "\(verb)(\(head), body: .isolated(like: Swift.type(of: \(isolation))",
      "main: { \(parameters) in \(call.direct) }",
      "background: { \(parameters) in \(call.hopping) }))",
    ]
    return parts.joined(separator: ",\(part)")
  }

  /// A handler whose answer counts.
  static func answering(
    _ verb: String, _ head: String, _ parameters: String, _ call: CallText
  ) -> String {
    "\(verb)(\(head), body: .answering { \(parameters) in \(call.answer) })"
  }
}

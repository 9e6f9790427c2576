// SPDX-License-Identifier: Apache-2.0

/// The answer to a probe, for any HTTP server: copy the three values into your own response.
///
/// ```swift
/// router.get("ready") { _, _ in
///   let answer = await application.probe(.ready)
///   return Response(status: .init(code: answer.status), …)
/// }
/// ```
public struct HealthAnswer: Sendable, Hashable {
  /// The status of the response: 200 for yes, 503 for no.
  public let status: Int
  /// The content type of the body: `application/json`.
  public let contentType: String
  /// The body: the answer, the reasons against it, and the state of each module.
  public let body: String
}

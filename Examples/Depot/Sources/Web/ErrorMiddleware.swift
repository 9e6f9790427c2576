// SPDX-License-Identifier: Apache-2.0

internal import HTTPTypes
internal import Hummingbird
internal import Logging

/// Logs errors that aren't answers, such as a full disk, and lets the client try again.
struct ErrorMiddleware<Context: RequestContext>: RouterMiddleware {
  func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    do {
      return try await next(request, context)
    } catch let error as any HTTPResponseError {
      throw error
    } catch {
      context.logger.error("\(request.method) \(request.uri.path) failed: \(error)")
      throw HTTPError(
        .serviceUnavailable, headers: [.retryAfter: "1"], message: "try again in a moment")
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

/// Holds a waiting task until a test opens the gate for good; ignores cancellation.
final class Gate: Sendable {
  private let end = AsyncStream.makeStream(of: Void.self)

  func open() { end.continuation.finish() }

  func wait() async {
    let stream = end.stream
    await Task { for await _ in stream {} }.value
  }
}

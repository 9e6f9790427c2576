// SPDX-License-Identifier: Apache-2.0

/// Holds one that waits until a test opens it; stays open, and does not listen to a cancellation.
final class Gate: Sendable {
  private let end = AsyncStream.makeStream(of: Void.self)

  func open() { end.continuation.finish() }

  func wait() async {
    let stream = end.stream
    await Task { for await _ in stream {} }.value
  }
}

// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Dispatch
internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The signals of the terminal's job control, which the signal library does not offer.
enum SuspensionSignals {
  /// Yields each time somebody asks the process to stop (Control-Z), from when this returns.
  ///
  /// While the sequence is read the process does not stop by itself: ``suspend()`` does it.
  static func requests() async -> AsyncStream<Void> {
    let (requests, continuation) = AsyncStream.makeStream(of: Void.self)
    signal(SIGTSTP, SIG_IGN)
    let source = DispatchSource.makeSignalSource(
      signal: SIGTSTP, queue: DispatchQueue(label: "gantry.suspension"))
    // Without this annotation the handler inherits the caller's actor and traps off it.
    source.setEventHandler { @Sendable in continuation.yield() }
    await withCheckedContinuation { isRegistered in
      source.setRegistrationHandler { @Sendable in isRegistered.resume() }
      source.activate()
    }
    let owner = Mutex<(any DispatchSourceSignal)?>(source)
    continuation.onTermination = { _ in
      owner.withLock { source in
        source?.cancel()
        source = nil
      }
      signal(SIGTSTP, SIG_DFL)
    }
    return requests
  }

  /// Really stops the process; returns when it goes on.
  ///
  /// The signal is sent to the calling thread: sent to the process, another thread could take it,
  /// and this one would go on for a moment before the stop.
  static func suspend() { raise(SIGSTOP) }
}

// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import GantrySupport

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#else
  internal import Darwin
#endif

/// The signals that the hosts of this process catch, and the actions of those signals before that.
///
/// Dispatch never restores an action, and on Linux a signal that it no longer handles is swallowed.
/// So the last host to release a signal restores its action.
enum CaughtSignals {
  private struct Entry {
    var count = 1
    var previous: sigaction
  }

  private static let entries = Mutex<[Int32: Entry]>([:])

  /// Registers a host's interest in a signal.
  ///
  /// - Parameters:
  ///   - number: The signal.
  ///   - isShared: Whether the program's own handler goes on instead.
  /// - Returns: Whether to catch the signal: one that the program was started to ignore stays
  ///   ignored, as for a program that a script has started in the background.
  static func claim(_ number: Int32, yielding isShared: Bool) -> Bool {
    entries.withLock { entries in
      if entries[number] != nil {
        entries[number]?.count += 1
        return true
      }
      var previous = sigaction()
      sigaction(number, nil, &previous)
      let bits = bits(of: previous)
      guard bits != ignored, !isShared || bits == 0 else { return false }
      entries[number] = Entry(previous: previous)
      return true
    }
  }

  /// Restores the action of a signal, unless another host catches it.
  static func release(_ number: Int32) {
    entries.withLock { entries in
      guard var entry = entries[number] else { return }
      entry.count -= 1
      entries[number] = entry.count > 0 ? entry : nil
      if entry.count == 0 { sigaction(number, &entry.previous, nil) }
    }
  }

  /// Whether Dispatch handles a signal for another part of the program, such as a service group.
  ///
  /// - Parameter known: A signal for which a source of Dispatch is registered.
  static func isHandledByDispatch(_ number: Int32, as known: Int32) -> Bool {
    #if canImport(Darwin)
      // There, Dispatch sees signals whose action is to be ignored.
      action(of: number) == ignored
    #else
      action(of: number) == action(of: known)
    #endif
  }

  /// Makes a source that calls a handler on a queue for each arrival of a signal.
  ///
  /// - Parameter isListening: Resolved once no arrival can be missed.
  static func source(
    _ number: Int32, on queue: DispatchQueue, _ isListening: Promise<Void>,
    _ handler: @escaping @Sendable () -> Void
  ) -> any DispatchSourceSignal {
    let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
    source.setEventHandler(handler: handler)
    // Without `@Sendable` the handler would inherit the caller's actor, and trap outside of it.
    source.setRegistrationHandler { @Sendable in
      #if canImport(Darwin)
        // Not earlier, since one that is ignored before the source listens would be lost.
        if action(of: number) == 0 { signal(number, SIG_IGN) }
      #endif
      isListening.resolve(())
    }
    source.activate()
    return source
  }

  /// The action of a signal: 0 for the default, 1 if it is ignored, else the address of a handler.
  static func action(of number: Int32) -> Int {
    var action = sigaction()
    sigaction(number, nil, &action)
    return bits(of: action)
  }

  private static let ignored = 1

  private static func bits(of action: sigaction) -> Int {
    #if canImport(Darwin)
      unsafeBitCast(action.__sigaction_u.__sa_handler, to: Int.self)
    #elseif canImport(Musl)
      unsafeBitCast(action.__sa_handler.sa_handler, to: Int.self)
    #else
      unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
    #endif
  }
}

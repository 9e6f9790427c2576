// SPDX-License-Identifier: Apache-2.0

internal import Logging

/// A class of view controllers whose phases are not timed, and why.
@nonexhaustive
public enum UnobservedController: Error, Hashable, Sendable, CustomStringConvertible {
  /// The class or a superclass is generic, so the runtime cannot make a subclass of it.
  case generic(name: String)
  /// Key-value observing had already changed a controller's class.
  case keyValueObserved(name: String)
  /// A controller was made off the main thread; reported only once.
  case madeOffMainThread(name: String)
  /// Another class already has the name of the class that would time it.
  case nameTaken(name: String)

  /// The class, the reason and the remedy.
  public var description: String {
    switch self {
    case .generic(let name):
      """
      \(name) is not timed: the class, or one above it, is generic. Derive it from a class that \
      isn't, or time it with a span of a PageHost.
      """
    case .keyValueObserved(let name):
      """
      a controller of \(name) is not timed: key-value observing had already changed its class. \
      Start observing it after its initializer.
      """
    case .madeOffMainThread(let name):
      """
      a controller of \(name) is not timed: it was made off the main thread. Make controllers on \
      the main actor; no others are reported.
      """
    case .nameTaken(let name):
      "\(name) is not timed: the process already has a class with the name that the timed one would get."
    }
  }

  /// Writes the reason as a warning to the log `gantry.monitor`.
  @usableFromInline package func log() { Logger(label: "gantry.monitor").warning("\(self)") }
}

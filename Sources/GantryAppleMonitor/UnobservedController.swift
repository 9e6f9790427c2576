// SPDX-License-Identifier: Apache-2.0

internal import Logging

/// A class of view controllers whose phases are not timed, and why.
@nonexhaustive
public enum UnobservedController: Error, Hashable, Sendable, CustomStringConvertible {
  /// The class, or one above it, is generic: the runtime cannot make a class below it.
  case generic(name: String)
  /// Key-value observing had changed a controller's class before.
  case keyValueObserved(name: String)
  /// A controller was made on another thread than the main one; told once.
  case madeOffMainThread(name: String)
  /// Another class has the name that the timed one would get.
  case nameTaken(name: String)

  /// The class, the reason and the remedy.
  public var description: String {
    switch self {
    case .generic(let name):
      """
      \(name) is not timed: the class, or one above it, is generic. Derive the controller from a class \
      that is not, or time it by a span of a PageHost.
      """
    case .keyValueObserved(let name):
      """
      a controller of \(name) is not timed: key-value observing had changed its class before. Begin to \
      observe it after its initializer.
      """
    case .madeOffMainThread(let name):
      """
      a controller of \(name) is not timed: it was made off the main thread. Make controllers on the \
      main actor; others are passed over without a further word.
      """
    case .nameTaken(let name):
      "\(name) is not timed: the process has another class of the name that the timed one would get."
    }
  }

  /// Writes the reason as a warning to the log `gantry.monitor`.
  public func log() { Logger(label: "gantry.monitor").warning("\(self)") }
}

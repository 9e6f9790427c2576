// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#else
  internal import Darwin
#endif

/// The reason why a host stops.
enum StopCause: Sendable, Equatable {
  case signal(Int32)
  case endOfInput
  /// A module requested the stop, something essential failed, or code of the program called
  /// `stop()`.
  case application
  /// The launch has failed.
  case launch
  /// A service beside the modules has ended.
  case service(name: String)
  /// The task that runs the host was cancelled.
  case cancelled
  /// The service group of the program shuts down.
  case group

  /// The reason for a line in the log.
  var text: String {
    switch self {
    case .signal(SIGTERM): "SIGTERM"
    case .signal(SIGINT): "SIGINT"
    case .signal(let number): "signal \(number)"
    case .endOfInput: "the end of the input"
    case .application: "the program called stop()"
    case .launch: "the launch has failed"
    case .service(let name): "the service \(name) has ended"
    case .cancelled: "the task of the host was cancelled"
    case .group: "the service group shuts down"
    }
  }
}

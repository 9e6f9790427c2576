// SPDX-License-Identifier: Apache-2.0

/// Why a route has no page; the words are for the user who asked for it.
public enum PageError: Error, Equatable {
  /// There is nothing of that kind here; `what` completes "There is no …".
  case noSuch(String)
  /// The page's data is not available at the moment.
  case closed
}

extension PageError: CustomStringConvertible {
  /// The fault.
  public var description: String {
    switch self {
    case .noSuch(let what): "There is no \(what)."
    case .closed: "This cannot be shown right now."
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import SwiftSyntax

/// The macros that mark a member of a module or a free function.
enum Marker: String {
  case launch = "Launch"
  case on = "On"
  case run = "Run"
  case shutdown = "Shutdown"
  case provides = "Provides"
  case inject = "Inject"
  case route = "Route"
  case intercept = "Intercept"

  /// The marker with its article, as at the beginning of a message.
  var phrase: String {
    switch self {
    case .on, .inject, .intercept: "an @\(rawValue)"
    default: "a @\(rawValue)"
    }
  }

  /// Returns the marker that an attribute names; nil for any other attribute.
  init?(_ attribute: AttributeSyntax) {
    self.init(rawValue: attribute.baseName)
  }
}

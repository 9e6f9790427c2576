// SPDX-License-Identifier: Apache-2.0

package import GantrySupport

/// The faults in the declarations of routes.
extension Fault {
  /// Two patterns can match the same URL equally well; each comes with its source location.
  package static func clash(
    pattern: String, declaredAt: String, otherPattern: String, otherDeclaredAt: String
  ) -> Fault {
    Fault(
      "routeClash",
      "The patterns \(pattern) (\(declaredAt)) and \(otherPattern) (\(otherDeclaredAt)) can match"
        + " the same path, and neither is more specific. Change a literal, or the type of a capture.",
      at: [declaredAt, otherDeclaredAt])
  }

  /// A declared scheme that no URL can have, or that is not the app's own, such as `https`.
  package static func malformedScheme(_ scheme: String) -> Fault {
    Fault(
      "malformedScheme",
      "\"\(scheme)\" cannot be declared as a scheme: an app's own scheme is a letter followed by"
        + " letters, digits, +, - and ., without ://, and isn't a web or system scheme. For https,"
        + " declare hosts.")
  }

  /// A declared host that no URL can have, that is not ASCII, or that has the port 443, which is
  /// never written.
  package static func malformedHost(_ host: String) -> Fault {
    Fault(
      "malformedHost",
      "\"\(host)\" cannot be declared as a host: a host is a name such as shop.example, without a"
        + " scheme or path, and with a port only if it isn't 443. Write letters beyond ASCII as URLs"
        + " do: xn--bcher-kva.example.")
  }

  /// Two routes have the same name; each comes with its source location.
  package static func doubledName(
    _ name: String, declaredAt: String, otherDeclaredAt: String
  ) -> Fault {
    Fault(
      "doubledRouteName",
      "Two routes are named \(name) (\(declaredAt) and \(otherDeclaredAt)). Rename one of them.",
      at: [declaredAt, otherDeclaredAt])
  }

  /// The text of a route isn't a pattern.
  package static func malformedPattern(
    route: String, declaredAt: String, _ error: RouteError
  ) -> Fault {
    Fault(
      "malformedPattern", "The pattern of \(route) (\(declaredAt)) cannot be read. \(error)",
      at: [declaredAt])
  }

  /// An entry of the redirect map leads to a path without a route.
  package static func unansweredRedirect(keyPath: String, to target: String) -> Fault {
    Fault(
      "unansweredRedirect",
      "\(keyPath) of the redirect map leads to \(target), which no route answers. Correct the"
        + " target, or move the entry to gone.", at: [keyPath])
  }

  /// A parameter whose type neither one segment nor the rest of a path can have.
  package static func unfitCapture(
    _ label: String, type: String, route: String, declaredAt: String
  ) -> Fault {
    Fault(
      "unfitCapture",
      "The capture \(label) of \(route) (\(declaredAt)) cannot be \(type): a segment is one"
        + " value without a default, and a rest is an array.", at: [declaredAt])
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import GantryInterfaces
internal import WebAPI

extension Failure {
  /// The answer to a browser after an error of the router.
  ///
  /// - Parameters:
  ///   - error: Why there is no page.
  ///   - path: The requested path.
  init(_ error: RouteError, path: String) {
    self =
      switch error {
      case .malformedURL(_, .tooLong, _): .tooLong
      case .malformedURL, .undeclaredScheme, .undeclaredHost: .malformed
      case .missingArgument, .wrongArgument, .wrongLabels: .malformed
      // Internal routes are kept secret (RFC 9110, section 15.5.4).
      case .notFound, .refused, .otherRoute: .notFound
      case .gone: .gone
      case .vetoed: .forbidden
      case .wrongOutput(_, _, let actual): Self.wrong(actual)
      case .unavailable, .interceptorUnavailable, .undecided: .closed(Self.part(of: path))
      case .failed(_, let failure): Self.failed(failure.error as? PageError, path)
      default: .broken
      }
  }

  private static func failed(_ error: PageError?, _ path: String) -> Failure {
    switch error {
    case .noSuch: .noSuch(error?.description ?? "")
    case .closed: .closed(part(of: path))
    case nil: .broken
    }
  }

  /// A route for forms was asked for a page, or the reverse. Other routes are not for browsers.
  private static func wrong(_ output: String) -> Failure {
    switch output {
    case "\(Deed.self)": .wrongMethod(allowed: "POST")
    case "\(Page.self)": .wrongMethod(allowed: "GET, HEAD")
    default: .notFound
    }
  }

  /// The first segment of a path. The router has read the path, so it is one of ours.
  private static func part(of path: String) -> String {
    let segment = path.split { $0 == "/" || $0 == "?" }.first
    return segment.map { String($0.lowercased()) } ?? "shop"
  }
}

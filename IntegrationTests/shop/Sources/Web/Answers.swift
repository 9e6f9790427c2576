// SPDX-License-Identifier: Apache-2.0

internal import FlyingFox
internal import Foundation

/// Builds answers.
enum Answers {
  /// No script runs on a page, not even one that gets into its text, and no other site can embed a
  /// page.
  private static let policy = """
    default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; \
    frame-ancestors 'none'
    """

  /// Made once, since building headers takes a tenth of an answer's time.
  private static let pageHeaders: HTTPHeaders = [
    .contentType: "text/html; charset=utf-8",
    // A page shows the customer's name, which others, and this browser later, must not see.
    .cacheControl: "no-store",
    HTTPHeader("Content-Security-Policy"): policy,
    HTTPHeader("X-Content-Type-Options"): "nosniff",
    // Searches and orders are private: other sites must not see them in a referrer.
    HTTPHeader("Referrer-Policy"): "same-origin",
  ]

  /// The policy for a document with its own style.
  private static let documentPolicy = """
    default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'
    """

  static func html(
    _ html: String, _ status: HTTPStatusCode, cookie: String?, for method: HTTPMethod
  ) -> HTTPResponse {
    let data = Data(html.utf8)
    var headers = pageHeaders
    if let cookie { headers[.setCookie] = cookie }
    return response(status, headers, data, for: method)
  }

  static func document(
    _ text: String, type: String, cookie: String?, for method: HTTPMethod
  ) -> HTTPResponse {
    var headers = pageHeaders
    headers[.contentType] = type
    headers[HTTPHeader("Content-Security-Policy")] = documentPolicy
    if let cookie { headers[.setCookie] = cookie }
    return response(.ok, headers, Data(text.utf8), for: method)
  }

  static func redirect(
    _ status: HTTPStatusCode, to path: String, cookie: String? = nil
  ) -> HTTPResponse {
    var headers: HTTPHeaders = [.location: path, .cacheControl: "no-store"]
    if let cookie { headers[.setCookie] = cookie }
    return HTTPResponse(statusCode: status, headers: headers)
  }

  static func asset(_ asset: Assets.Asset, for method: HTTPMethod) -> HTTPResponse {
    let headers: HTTPHeaders = [
      .contentType: asset.type,
      .cacheControl: "public, max-age=31536000, immutable",
      HTTPHeader("X-Content-Type-Options"): "nosniff",
    ]
    return response(.ok, headers, asset.data, for: method)
  }

  private static func response(
    _ status: HTTPStatusCode, _ headers: HTTPHeaders, _ data: Data, for method: HTTPMethod
  ) -> HTTPResponse {
    guard method == .HEAD else {
      return HTTPResponse(statusCode: status, headers: headers, body: data)
    }
    var headers = headers
    headers[.contentLength] = "\(data.count)"
    return HTTPResponse(statusCode: status, headers: headers)
  }
}

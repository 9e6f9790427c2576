// SPDX-License-Identifier: Apache-2.0

/// The answer to people and programs when there is no page. It reveals nothing of the app's inside.
enum Failure: Error, Equatable {
  case malformed
  case tooLong
  case notFound
  case noSuch(String)
  case gone
  case forbidden
  case strangeForm
  case noForm
  case wrongMethod(allowed: String)
  /// More forms than a person sends; after `wait` seconds, there may be another.
  case tooManyForms(wait: Int)
  case noSuchExpectation
  case tooLarge
  case tooManyHeaders
  case noLength
  case otherHost
  /// A part of the shop, by the first segment of its path.
  case closed(String)
  case broken

  /// The status of the answer, as RFC 9110 has it.
  var status: Int {
    switch self {
    case .malformed: 400
    case .forbidden, .strangeForm: 403
    case .notFound, .noSuch: 404
    case .wrongMethod: 405
    case .gone: 410
    case .tooLarge: 413
    case .noLength: 411
    case .tooLong: 414
    case .noForm: 415
    case .noSuchExpectation: 417
    case .otherHost: 421
    case .tooManyForms: 429
    case .tooManyHeaders: 431
    case .broken: 500
    case .closed: 503
    }
  }

  /// The words that go with the status.
  var phrase: String {
    switch self {
    case .malformed: "Bad Request"
    case .forbidden, .strangeForm: "Forbidden"
    case .notFound, .noSuch: "Not Found"
    case .wrongMethod: "Method Not Allowed"
    case .gone: "Gone"
    case .tooLarge: "Content Too Large"
    case .noLength: "Length Required"
    case .tooLong: "URI Too Long"
    case .tooManyHeaders: "Request Header Fields Too Large"
    case .noForm: "Unsupported Media Type"
    case .noSuchExpectation: "Expectation Failed"
    case .tooManyForms: "Too Many Requests"
    case .otherHost: "Misdirected Request"
    case .broken: "Internal Server Error"
    case .closed: "Service Unavailable"
    }
  }

  /// The heading of the page.
  var heading: String {
    switch self {
    case .malformed, .tooLong: "That address has a knot in it"
    case .notFound, .noSuch: "There is nothing here"
    case .gone: "Gone, and not coming back"
    case .forbidden: "Not this way"
    case .strangeForm: "That form is too old"
    case .noForm, .noLength, .wrongMethod, .noSuchExpectation: "Not like this"
    case .tooLarge, .tooManyHeaders: "That is too much"
    case .tooManyForms: "Not so fast"
    case .otherHost: "This is another shop"
    case .closed: "Closed for the moment"
    case .broken: "Something fell off the shelf"
    }
  }

  /// The text of the page.
  var text: String {
    switch self {
    case .malformed: "The address cannot be read. Perhaps a part of it was lost on the way."
    case .tooLong: "The address is longer than any of ours."
    case .notFound: "No page of the shop has this address."
    case .noSuch(let words): words
    case .gone: "What was at this address is no more."
    case .forbidden: "This page cannot be opened."
    case .strangeForm:
      "It was not made for this visit, so nothing was done. Go back, reload the page, and send it"
        + " again."
    case .noForm, .noLength: "What was sent is not a form of this shop. Nothing was done."
    case .wrongMethod: "This address is not meant to be used in this way. Nothing was done."
    case .noSuchExpectation: "The request expects what no server of this shop can do."
    case .tooManyForms(let wait):
      "That was more than the shop can take from one customer, and nothing was done. Please try"
        + " again in \(wait) \(wait == 1 ? "second" : "seconds")."
    case .tooLarge: "What was sent is larger than any form of this shop. Nothing was done."
    case .tooManyHeaders: "The request says more about itself than the shop reads."
    case .otherHost: "The request was meant for a server of another name."
    case .closed(let part):
      "The \(part) is not available right now. Please come back a little later."
    case .broken: "It is our fault, and was noted. Please try again a little later."
    }
  }

  /// Headers that belong to the status.
  var headers: [(name: String, value: String)] {
    switch self {
    case .wrongMethod(let allowed): [("Allow", allowed)]
    case .closed: [("Retry-After", "30")]
    case .tooManyForms(let wait): [("Retry-After", "\(wait)")]
    default: []
    }
  }
}

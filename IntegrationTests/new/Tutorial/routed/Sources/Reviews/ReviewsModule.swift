// SPDX-License-Identifier: Apache-2.0

import Gantry

/// A customer has written a review.
public struct ReviewWritten: Event {
  /// The product's name.
  public let product: String
  /// The review.
  public let text: String

  /// Creates the event.
  public init(product: String, text: String) {
    self.product = product
    self.text = text
  }
}

/// The reviews of a product: `/reviews/tea`.
@RoutePattern("reviews/:product")
public struct ReviewsPage {
  /// The type of a page in this app: a line of text.
  public typealias Output = String

  /// The product's name.
  public var product: String
}

/// Keeps the reviews of all products.
@Module
@MainActor
public final class ReviewsModule {
  private var reviews: [String: [String]] = [:]

  @Launch func load() { reviews["tea"] = ["Fresh."] }

  @On func add(_ event: ReviewWritten) { reviews[event.product, default: []].append(event.text) }

  @Route(access: .external)
  func page(_ route: ReviewsPage) -> String {
    let texts = reviews[route.product, default: ["No reviews yet."]]
    return texts.joined(separator: " ")
  }
}

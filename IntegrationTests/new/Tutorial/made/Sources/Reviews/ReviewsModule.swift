// SPDX-License-Identifier: Apache-2.0

import Gantry

/// Has a page that greets its guest: `/reviews?name=Ada`.
@Module
@MainActor
public final class ReviewsModule {
  private var greeting = ""

  @Launch func prepare() { greeting = "Reviews says hello" }

  @Route("reviews", access: .external)
  func page(name: String = "world") -> String { "\(greeting), \(name)!" }
}

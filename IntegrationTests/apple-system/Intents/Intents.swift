// SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

open class INIntent {
  public init() {}
}

open class INIntentResponse {
  public init() {}
}

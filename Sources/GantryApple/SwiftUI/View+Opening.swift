// SPDX-License-Identifier: Apache-2.0

#if canImport(SwiftUI) && (os(iOS) || os(macOS) || os(visionOS))
  internal import Foundation
  public import SwiftUI

  extension View {
    /// Has the modules of a host open the URLs that this view receives.
    ///
    /// A URL that a delegate brings as well is opened once.
    ///
    /// - Parameter host: The host of the app's delegate.
    /// - Returns: The view.
    public func opensURLs(with host: AppHost) -> some View {
      onOpenURL { host.openURLs([URLFacts(url: $0)], in: nil, by: .view) }
    }
  }
#endif

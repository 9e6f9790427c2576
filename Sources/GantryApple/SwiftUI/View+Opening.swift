// SPDX-License-Identifier: Apache-2.0

#if canImport(SwiftUI) && (os(iOS) || os(macOS) || os(visionOS))
  internal import Foundation
  public import SwiftUI

  extension View {
    /// Passes the URLs that this view receives to the modules of a host.
    ///
    /// A URL that also reaches a delegate is opened only once.
    ///
    /// - Parameter host: The host of the app's delegate.
    /// - Returns: The view.
    public func opensURLs(with host: AppHost) -> some View {
      onOpenURL { host.openURLs([URLFacts(url: $0)], in: nil, by: .view) }
    }
  }
#endif

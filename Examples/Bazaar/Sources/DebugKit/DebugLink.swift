// SPDX-License-Identifier: Apache-2.0

#if DEBUG
  /// A page for developers, and its link on the other pages.
  enum DebugLink: String, CaseIterable {
    case pages = "Pages"
    case modules = "Modules"
    case launch = "Launch"

    var path: String { "/debug/\(rawValue.lowercased())" }

    /// The values for the template `links` on this page.
    var links: [String: any Sendable] {
      let links = Self.allCases.map { link in
        ["title": link.rawValue, "path": link.path, "isHere": link == self]
          as [String: any Sendable]
      }
      return ["links": links]
    }
  }
#endif

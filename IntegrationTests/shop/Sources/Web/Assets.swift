// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import Gantry

/// Files that pages refer to, kept in memory.
struct Assets: Sendable {
  struct Asset: Sendable {
    let type: String
    let data: Data
  }

  private let files: [String: Asset]
  /// The path of the style sheet. It changes with the content, so browsers may cache it.
  let style: String
  /// The path of the icon.
  let icon: String

  init(_ resources: ModuleResources) throws(ResourceError) {
    let sheet = try resources.data("style.css")
    let picture = try resources.data("icon.svg")
    style = "/style-\(Self.mark(sheet)).css"
    icon = "/icon-\(Self.mark(picture)).svg"
    files = [
      style: Asset(type: "text/css; charset=utf-8", data: sheet),
      icon: Asset(type: "image/svg+xml", data: picture),
    ]
  }

  subscript(path: String) -> Asset? { files[path] }

  /// A short hash of data (FNV-1a, 64 bits).
  private static func mark(_ data: Data) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in data { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return String(hash, radix: 36)
  }
}

// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Foundation
internal import Synchronization

/// The `.strings` files that were read, so that each is read once.
final class StringTables: Sendable {
  /// Guards the tables that were read; a file that cannot be read is tried again.
  private let tables = Mutex<[URL: [String: String]]>([:])

  func table(at url: URL) throws(ResourceError) -> [String: String] {
    if let known = tables.withLock({ $0[url] }) { return known }
    let table = try read(url)
    tables.withLock { $0[url] = table }
    return table
  }

  private func read(_ url: URL) throws(ResourceError) -> [String: String] {
    do {
      let list = try PropertyListSerialization.propertyList(
        from: Data(contentsOf: url), format: nil)
      if let table = list as? [String: String] { return table }
    } catch {
      throw .unreadable(path: url.path, reason: error.localizedDescription)
    }
    throw .unreadable(path: url.path, reason: "it isn't a list of \"key\" = \"text\"; lines")
  }
}

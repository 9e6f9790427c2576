// SPDX-License-Identifier: Apache-2.0

package import Foundation

extension URL {
  /// Creates a URL from text; nil if it has characters that a URL can't have.
  package init?(strict text: String) {
    if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, *) {
      self.init(string: text, encodingInvalidCharacters: false)
    } else {
      // Earlier systems never encode.
      self.init(string: text)
    }
  }
}

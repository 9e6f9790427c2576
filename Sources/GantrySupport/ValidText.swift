// SPDX-License-Identifier: Apache-2.0

extension String {
  /// Creates text from bytes; nil if they are not UTF-8. `init(validating:as:)` needs iOS 18.
  package init?(utf8 bytes: some Collection<UInt8>) {
    self.init(decoding: bytes, as: UTF8.self)
    // Decoding replaces what isn't UTF-8.
    guard utf8.elementsEqual(bytes) else { return nil }
  }
}

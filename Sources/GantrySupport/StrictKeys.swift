// SPDX-License-Identifier: Apache-2.0

/// A key of a JSON object or property list, by its text.
package struct AnyKey: CodingKey {
  package let stringValue: String
  package var intValue: Int? { nil }

  package init(_ name: String) { stringValue = name }
  package init?(stringValue: String) { self.init(stringValue) }
  package init?(intValue: Int) { nil }
}

extension Decoder {
  /// Returns the keys of an object; unknown ones are an error.
  package func keys(_ known: String...) throws -> KeyedDecodingContainer<AnyKey> {
    let keys = try container(keyedBy: AnyKey.self)
    for key in keys.allKeys.map(\.stringValue).sorted() where !known.contains(key) {
      let near = NearNames.of(key, among: known)
      throw refusal(
        "has an unknown key \(Wording.quoted(key))"
          + (near.isEmpty ? "" : ", which is similar to \(Wording.list(near, "and"))"))
    }
    return keys
  }

  /// Returns an error whose words follow the key path of the value.
  package func refusal(_ words: String) -> DecodingError {
    .dataCorrupted(DecodingError.Context(codingPath: codingPath, debugDescription: words))
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import Foundation

extension CatalogError {
  /// Names the item with the fault, and the fault.
  init(_ error: any Error, file: String) {
    self = .unreadable(file: file, reason: Self.reason(error))
  }

  private static func reason(_ error: any Error) -> String {
    switch error as? DecodingError {
    case .keyNotFound(let key, let context):
      "\(place(context)) has no '\(key.stringValue)'"
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      "\(place(context)): \(context.debugDescription)"
    case .dataCorrupted(let context) where context.codingPath.isEmpty: "it is no JSON"
    case .dataCorrupted(let context): "\(place(context)): \(context.debugDescription)"
    default: "\(error)"
    }
  }

  /// The place of a fault, such as `item 3, 'price'`; people count from 1.
  private static func place(_ context: DecodingError.Context) -> String {
    let path = context.codingPath.map { key in
      key.intValue.map { "item \($0 + 1)" } ?? "'\(key.stringValue)'"
    }
    return path.isEmpty ? "the whole" : path.joined(separator: ", ")
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import Foundation
package import GantryCore

/// The input of a call, as a C function sees it.
struct CInput {
  /// The values by name.
  let values: [String: Value]
  /// The URL of a route; nil for an event, whose text is its values as JSON.
  private let url: String?

  /// The text of the whole input.
  var text: String { url ?? json }

  init(_ event: NamedEvent) {
    values = event.payload.mapValues(Value.init)
    url = nil
  }

  init(_ values: [String: any Sendable]) {
    self.values = values.mapValues(Value.init)
    url = nil
  }

  /// Creates the input of a route.
  ///
  /// - Throws: `RouteError` if the call has no valid URL.
  init(_ call: RouteCall) throws(RouteError) {
    let request = try call.request()
    var values: [String: Value] = [:]
    for label in request.arguments.labels {
      values[label] = request.arguments.texts(label).first.map { .text($0) }
    }
    self.values = values
    url = request.url.text()
  }

  private var json: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    // Encoding texts and numbers doesn't fail.
    return (try? encoder.encode(values)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }
}

extension CInput {
  /// One value of an event or a route.
  enum Value: Encodable, CustomStringConvertible {
    case text(String)
    case integer(Int)
    case double(Double)
    case bool(Bool)
    case list([String])

    init(_ value: NamedEvent.Value) {
      self =
        switch value {
        case .string(let value): .text(value)
        case .integer(let value): .integer(value)
        case .double(let value): .double(value)
        case .bool(let value): .bool(value)
        }
    }

    init(_ value: any Sendable) {
      self =
        switch value {
        case let value as Bool: .bool(value)
        case let value as Int: .integer(value)
        case let value as Double: .double(value)
        case let value as [String]: .list(value)
        default: .text("\(value)")
        }
    }

    var description: String {
      switch self {
      case .text(let value): value
      case .integer(let value): "\(value)"
      case .double(let value): "\(value)"
      case .bool(let value): "\(value)"
      case .list(let values): values.joined(separator: ",")
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .text(let value): try container.encode(value)
      case .integer(let value): try container.encode(value)
      case .double(let value): try container.encode(value)
      case .bool(let value): try container.encode(value)
      case .list(let values): try container.encode(values)
      }
    }
  }
}

extension NamedEvent {
  /// Creates an event from the JSON of a function in another language.
  ///
  /// - Throws: `DecodingError` if the text isn't an object of texts, numbers and Booleans.
  package init(_ name: String, json: String) throws {
    let values = try JSONDecoder().decode([String: SimpleValue].self, from: Data(json.utf8))
    self.init(name, values.mapValues(\.value))
  }

  private struct SimpleValue: Decodable {
    let value: Value

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let bool = try? container.decode(Bool.self) {
        value = .bool(bool)
      } else if let integer = try? container.decode(Int.self) {
        value = .integer(integer)
      } else if let double = try? container.decode(Double.self) {
        value = .double(double)
      } else {
        value = .string(try container.decode(String.self))
      }
    }
  }
}

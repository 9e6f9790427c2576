// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// A value of JSON, and its position.
struct JSONValue {
  /// A place in a text, counted from 1; columns in bytes.
  struct Position {
    let line: Int
    let column: Int
  }

  /// A key and its value, at the position of the key.
  struct Member {
    let key: String
    let position: Position
    let value: JSONValue
  }

  enum Kind {
    case object([Member])
    case array([JSONValue])
    case string(String)
    case number(Double)
    case bool(Bool)
    case null
  }

  let kind: Kind
  let position: Position

  /// The value as a message shows it; large ones by their kind.
  var text: String {
    switch kind {
    case .object: "an object"
    case .array: "an array"
    case .string(let text): "\"\(text)\""
    case .number(let number): Int(exactly: number).map(String.init) ?? "\(number)"
    case .bool(let flag): "\(flag)"
    case .null: "null"
    }
  }
}

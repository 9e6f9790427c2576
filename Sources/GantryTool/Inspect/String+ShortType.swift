// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension String {
  /// The name of a type without the Swift modules in it: `Array<Order>` for
  /// `Swift.Array<OrdersAPI.Order>`. A qualifier in brackets stays as it is.
  var withoutSwiftModules: String {
    var text = ""
    var word = ""
    // Only the first name of a path is that of a module.
    var isFirst = true
    var rest = self[...]
    while let letter = rest.popFirst() {
      if letter == "[" {
        return text + word + "[" + rest
      } else if letter.isLetter || letter.isNumber || letter == "_" {
        word.append(letter)
      } else if letter == "." {
        if !isFirst { text += word + "." }
        (word, isFirst) = ("", false)
      } else {
        text += word + String(letter)
        (word, isFirst) = ("", true)
      }
    }
    return text + word
  }
}

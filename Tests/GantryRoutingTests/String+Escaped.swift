// SPDX-License-Identifier: Apache-2.0

extension String {
  /// The text as errors show it, with escaped control characters.
  var escaped: String {
    unicodeScalars.map { scalar in
      scalar.properties.generalCategory == .control
        ? scalar.escaped(asASCII: true) : String(scalar)
    }.joined()
  }
}

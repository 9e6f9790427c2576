// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// The texts that a capture takes: in the normal form of a path and in the order of their bytes, so
/// that a segment is found among them without being made a text.
struct CaptureTexts: Sendable {
  private let forms: [[UInt8]]
  /// The texts that a segment of a path can be; the others occur in queries only.
  let segments: [[UInt8]]

  init(_ texts: some Sequence<String>) {
    var forms: [[UInt8]] = []
    var segments: [[UInt8]] = []
    for text in texts {
      var form: [UInt8] = []
      RoutePath.append(text.utf8, to: &form)
      form.removeFirst()
      forms.append(form)
      if RoutePath.problem(of: text.utf8) == nil { segments.append(form) }
    }
    self.forms = forms.sorted { $0.lexicographicallyPrecedes($1) }
    self.segments = segments
  }

  /// Whether a segment in the normal form is one of the texts, byte by byte.
  ///
  /// - Complexity: O(log n) comparisons.
  func contains(_ segment: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    var low = 0
    var high = forms.count
    while low < high {
      let middle = (low + high) / 2
      if forms[middle].lexicographicallyPrecedes(segment) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low < forms.count && forms[low].elementsEqual(segment)
  }
}

// SPDX-License-Identifier: Apache-2.0

import Testing

/// The numbered behaviors that a host must get right.
extension Tag {
  @Tag static var b1: Self
  @Tag static var b2: Self
  @Tag static var b3: Self
  @Tag static var b4: Self
  @Tag static var b5: Self
  @Tag static var b6: Self
  @Tag static var b7: Self
  @Tag static var b8: Self
  @Tag static var b9: Self
  @Tag static var b10: Self
  @Tag static var b11: Self
  @Tag static var b12: Self
  @Tag static var b13: Self
  @Tag static var b14: Self
  @Tag static var b15: Self
  @Tag static var b16: Self
  @Tag static var b17: Self
  @Tag static var b18: Self
  @Tag static var b19: Self
  @Tag static var b20: Self
  @Tag static var b21: Self
  @Tag static var b22: Self
  @Tag static var b23: Self
  @Tag static var b24: Self
  @Tag static var b25: Self
  @Tag static var b26: Self
  @Tag static var b27: Self
  @Tag static var b28: Self
  @Tag static var b29: Self
  @Tag static var b30: Self
  @Tag static var b31: Self
  @Tag static var b32: Self
  @Tag static var b33: Self
  @Tag static var b34: Self
  @Tag static var b35: Self
  @Tag static var b36: Self
  @Tag static var b37: Self
  @Tag static var b38: Self
  @Tag static var b39: Self
  @Tag static var b40: Self
  @Tag static var b42: Self
  @Tag static var b43: Self
  @Tag static var b44: Self
  @Tag static var b45: Self
  @Tag static var b46: Self
  @Tag static var b47: Self
  @Tag static var b48: Self
  @Tag static var b51: Self
  @Tag static var b52: Self
  @Tag static var b53: Self
  @Tag static var b54: Self
  @Tag static var b55: Self
  @Tag static var b56: Self
  @Tag static var b57: Self
}

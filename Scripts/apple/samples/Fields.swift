// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

// What only a whole compilation finds: each line that is marked must be refused.

import UIKit

class Responder: UIResponder {
  let name: String

  override init() { super.init() }  // refused
}

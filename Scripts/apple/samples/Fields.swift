// SPDX-License-Identifier: Apache-2.0

// What only a whole compilation finds: each line that is marked must be refused.

import UIKit

class Responder: UIResponder {
  let name: String

  override init() { super.init() }  // refused
}

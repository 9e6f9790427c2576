// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

// What only a whole compilation finds: each line that is marked must be refused.

import UIKit

final class Counter { var count = 0 }

@MainActor func add(_ counter: Counter) async { counter.count += 1 }

func race() async {
  let counter = Counter()
  await add(counter)  // refused
  counter.count += 1
}

// SPDX-License-Identifier: Apache-2.0

// What only a whole compilation finds: each line that is marked must be refused.

import UIKit

final class Counter { var count = 0 }

@MainActor func add(_ counter: Counter) async { counter.count += 1 }

func race() async {
  let counter = Counter()
  await add(counter)  // refused
  counter.count += 1
}

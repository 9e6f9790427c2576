// SPDX-License-Identifier: Apache-2.0

import Gantry

let names = Application().manifest.modules.map(\.name.rawValue)
print(names.joined(separator: " "))

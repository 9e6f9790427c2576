// SPDX-License-Identifier: Apache-2.0

import Gantry

let names = Application().manifest.names.map(\.rawValue)
print(names.joined(separator: " "))

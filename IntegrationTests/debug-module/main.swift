// SPDX-License-Identifier: Apache-2.0

import Gantry

let application = Application()
let names = application.manifest.names.map(\.rawValue)
print(names.joined(separator: " "))
for name in CommandLine.arguments.dropFirst() { print(application.explain(ModuleName(name))) }

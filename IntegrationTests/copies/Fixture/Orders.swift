// SPDX-License-Identifier: Apache-2.0

import Gantry

@Module final class OrdersModule {}

/// Prints the modules that this library finds, and the faults.
@c(report)
public func report() {
  let application = Application()
  print(application.manifest.names.map(\.rawValue).joined(separator: " "))
  for fault in application.check() { print(fault) }
}

// SPDX-License-Identifier: Apache-2.0

// A module and a function, each of which leaves a record.

import Gantry

@Module
final class TeaModule {
  @Launch func boil() {}

  @On func open(_ event: OpenURL) -> Bool { true }
}

@Launch
func pourTea() {}

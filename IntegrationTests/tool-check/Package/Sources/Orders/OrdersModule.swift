// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import Account
import Marks
import OrdersAPI

/// All is well with it but an import.
@Module
public final class OrdersModule {
  let account: AccountModule? = nil
}

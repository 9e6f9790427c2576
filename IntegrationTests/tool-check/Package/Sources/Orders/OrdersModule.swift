// SPDX-License-Identifier: Apache-2.0

import Account
import Marks
import OrdersAPI

/// All is well with it but an import.
@Module
public final class OrdersModule {
  let account: AccountModule? = nil
}

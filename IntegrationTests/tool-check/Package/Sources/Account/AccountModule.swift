// SPDX-License-Identifier: Apache-2.0

import Marks

/// It has no record.
@Module
public final class AccountModule {}

#if os(Windows)
  /// Not compiled here.
  @Module
  public final class RegistryModule {}
#endif

// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import Marks

/// It has no record.
@Module
public final class AccountModule {}

#if os(Windows)
  /// Not compiled here.
  @Module
  public final class RegistryModule {}
#endif

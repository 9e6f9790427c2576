// SPDX-License-Identifier: Apache-2.0

import Marks

/// Nobody depends on it.
@Module
public final class KitModule {}

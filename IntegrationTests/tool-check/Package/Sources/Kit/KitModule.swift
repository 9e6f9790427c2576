// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import Marks

/// Nobody depends on it.
@Module
public final class KitModule {}

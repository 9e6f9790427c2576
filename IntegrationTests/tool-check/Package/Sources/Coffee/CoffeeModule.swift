// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import Marks

/// Its manifest is nowhere.
@Module
public final class CoffeeModule {}

// Its record; the program's manifest does not have it.
@section(".note.gantry")
@used
private let record: (UInt32, UInt32, UInt32, UInt32) = (4, 0, 1, 0x0052_5447)

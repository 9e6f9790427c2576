// SPDX-License-Identifier: Apache-2.0

import Gantry

@Module final class BasketModule {}

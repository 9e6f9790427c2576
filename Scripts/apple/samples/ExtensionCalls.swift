// SPDX-License-Identifier: Apache-2.0

// What an app extension can't call: the compiler refuses it with the flag with which the core is compiled.

import UIKit

@MainActor func application() -> Any { UIApplication.shared }  // refused

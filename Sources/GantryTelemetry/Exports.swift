// SPDX-License-Identifier: Apache-2.0

#if Extras
  // Extends the application and the monitor.
  @_exported public import GantryCore
  @_exported public import GantryMonitor
#endif

// SPDX-License-Identifier: Apache-2.0

/// The interface of orders.
public struct Order {}

// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// Names an interceptor, to remove it again.
public struct InterceptorToken: Hashable, Sendable {
  let number: Int
}

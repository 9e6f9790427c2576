// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import ArgumentParser

/// How an app is built.
enum BuildConfiguration: String, CaseIterable, ExpressibleByArgument {
  case debug
  case release
}

// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import ArgumentParser

/// The kinds of lists.
enum ListKind: String, CaseIterable, Codable, ExpressibleByArgument {
  case modules, routes, services, events, tasks
}

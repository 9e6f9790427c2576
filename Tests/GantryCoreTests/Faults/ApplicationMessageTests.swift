// SPDX-License-Identifier: Apache-2.0

import GantryLaunch
import GantryTesting
import Testing

import Gantry
@testable import GantryCore

@Suite struct ApplicationMessageTests {
  static let report: LaunchReport = {
    // A graph without nodes has no faults.
    let plan = try! LaunchGraph(nodes: []).plan()
    return Driver(plan, bodies: [:]).report()
  }()

  static let errors: [(ApplicationError, String)] = [
    (
      .faults([
        .sharedName("Orders", declaredAt: ["A/A.swift:1", "B/B.swift:2"]),
        .unknownOnly(name: "Ordrs", near: []),
      ]),
      """
      the application cannot start; nothing has run. Faults: 2
      - two modules or functions are named Orders: A/A.swift:1 and B/B.swift:2. Give all but one of \
      them another name: with `name:` in the attribute, or by renaming the function.
      - Ordrs was asked for by `only:` or GANTRY_ONLY but is not linked. Link its target, or \
      correct the name.
      """
    ),
    (
      .configuration(file: "app.json", reason: "there is no such file"),
      """
      configuration file 'app.json' cannot be used: there is no such file. Correct the path or the \
      file, or start without it.
      """
    ),
    (
      .essential(
        LaunchFailed(
          name: "Orders", cause: "Storage", reason: "blocked by Storage, which failed: full"),
        report: report),
      """
      the launch was stopped, because Orders is essential and was blocked by Storage, \
      which failed: full. Modules that had started were shut down in reverse order.
      """
    ),
    (
      .essential(
        LaunchFailed(name: "Bazaar", reason: "failed: no key in bazaar.json.."), report: report),
      """
      the launch was stopped, because Bazaar is essential and failed: no key in \
      bazaar.json. Modules that had started were shut down in reverse order.
      """
    ),
    (
      .essential(LaunchFailed(name: "Orders.open", .timedOut, in: report), report: report),
      """
      the launch was stopped, because Orders.open is essential and timed out. Modules that had \
      started were shut down in reverse order.
      """
    ),
    (
      .overdue(
        limit: .seconds(3),
        openTasks: [OpenTask("Orders", nil, dependents: [], words: "waiting for Orders")],
        report: report
      ),
      """
      the app was not ready within 3.0 s; the launch was stopped. Waiting:
      - waiting for Orders
      """
    ),
    (.cancelled, "the launch was cancelled before the app was ready."),
    (
      .stopRequested(
        StopRequest(module: "Orders", reason: "The license has expired.", isFailure: false)),
      """
      the application was stopped at the request of Orders: the license has expired. Modules that \
      had started were shut down.
      """
    ),
    (.alreadyRunning, "the application is already running. Stop it before you start it again."),
    (
      .unknownManifestFormat("yaml"),
      "GANTRY_MANIFEST is 'yaml', but the only format is 'json'. Write GANTRY_MANIFEST=json."
    ),
  ]

  @Test(arguments: errors) func `each application error says what is wrong and what to do`(
    error: ApplicationError, text: String
  ) {
    #expect(error.description == text)
  }

  static let faults: [(Fault, String)] = [
    (
      .severalCopies(images: ["A.framework/A", "B.framework/B"]),
      """
      the process has 2 copies of Gantry, in A.framework/A and B.framework/B. Modules of one can't \
      be started by another. Link Gantry in one framework, and let the others depend on it.
      """
    ),
    (
      .doubledName("Orders/show", declaredAt: "A.swift:1", otherDeclaredAt: "B.swift:2"),
      "Two routes are named Orders/show (A.swift:1 and B.swift:2). Rename one of them."
    ),
    (
      .sharedName("Orders", declaredAt: ["A/A.swift:1", "B/B.swift:2", "C/C.swift:3"]),
      """
      3 modules or functions are named Orders: A/A.swift:1, B/B.swift:2 and C/C.swift:3. Give all \
      but one of them another name: with `name:` in the attribute, or by renaming the function.
      """
    ),
    (
      .sharedName("Orders", declaredAt: ["A/A.swift:1", "A/A.swift:1"]),
      "Orders (A/A.swift:1) was added 2 times. Add it once."
    ),
    (
      .duplicateName("Orders.open", declaredAt: ["A.swift:1", "A.swift:2"]),
      "Orders.open is declared more than once: at A.swift:1 and A.swift:2. Rename all but one."
    ),
    (
      .unknownOnly(name: "Ordrs", near: ["Orders"]),
      """
      Ordrs was asked for by `only:` or GANTRY_ONLY but is not linked. Did you mean Orders? Link \
      its target, or correct the name.
      """
    ),
    (
      .unknownListed(name: "Ordrs", declaredAt: "m.json:modules[0]", near: ["Orders", "Older"]),
      """
      Ordrs is named in the module list (m.json:modules[0]) but is not linked. Did you mean Orders \
      or Older? Link its target, or correct the name.
      """
    ),
    (
      .listedTwice(name: "Home", declaredAt: ["m.json:[0]", "m.json:[2]"]),
      """
      Home is in the module list twice, under two names: m.json:[0] and m.json:[2]. Remove one \
      of the entries.
      """
    ),
  ]

  @Test(arguments: faults) func `each application fault says what is wrong, where, and what to do`(
    fault: Fault, text: String
  ) {
    #expect(fault.description == text)
  }
}

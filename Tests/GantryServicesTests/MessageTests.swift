// SPDX-License-Identifier: Apache-2.0

import GantryServices
import GantrySupport
import Testing

@Suite struct MessageTests {
  static let disk = declare(storage, by: "Disk")
  static let cloud = declare(storage, by: "Cloud")
  static let memory = declare(storage, by: "Memory", isFallback: true)
  static let null = declare(storage, by: "Null", isFallback: true)
  static let wish = request(storage, for: "Orders")

  @Test(arguments: [
    (
      Fault.missingProvider(type: storage, requests: [wish], near: ["Storage"]),
      "No module provides StorageService, which Orders (Orders/Module.swift:2) injects. Did you mean"
        + " Storage? Link a module that provides it, or make the injection optional."
    ),
    (
      .doubledProvider(type: storage, declarations: [cloud, disk]),
      "StorageService is provided by Cloud (Cloud/Module.swift:1) and Disk (Disk/Module.swift:1)."
        + " Leave the others out with a module list, mark them `fallback: true`, tell them apart by a"
        + " qualifier, or inject all as an array."
    ),
    (
      .doubledProvider(type: storage, declarations: [memory, null]),
      "StorageService is provided only as fallbacks by Memory (Memory/Module.swift:1) and Null"
        + " (Null/Module.swift:1). Leave the others out, for example with a module list."
    ),
    (
      .doubledProvider(type: storage, declarations: [disk, disk]),
      "StorageService is provided by Disk (Disk/Module.swift:1) and Disk (Disk/Module.swift:1)."
        + " Remove one of them."
    ),
    (
      .selfInjection(request: request(storage, for: "Disk"), declaration: disk),
      "Disk injects StorageService (Disk/Module.swift:2), which it provides itself"
        + " (Disk/Module.swift:1). Use the value directly."
    ),
  ])
  func `a wiring fault says what is wrong, where, and how to fix it`(
    fault: Fault, message: String
  ) {
    #expect(fault.description == message)
  }

  @Test func `a fault of parameters speaks of launch tasks`() {
    let requests = ["Orders.open", "Shop.open"].map { name in
      ServiceRequest(
        storage, for: ModuleName(name), declaredAt: "Module.swift:3", isParameter: true)
    }
    let fault = Fault.missingProvider(type: storage, requests: requests, near: [])
    #expect(
      fault.description == """
        No launch task returns StorageService, and no module provides it, but Orders.open \
        (Module.swift:3) and Shop.open (Module.swift:3) take it. Return it from a task, link a module \
        that provides it, or make the parameter optional.
        """)
  }

  @Test(arguments: [
    (
      ServiceError.missing(type: "StorageService", near: [], declaredBy: []),
      "No module provides StorageService. Link a module that provides it, or call"
        + " `resolveIfPresent(…)`."
    ),
    (
      .missing(type: "StorageServise", near: ["StorageService"], declaredBy: []),
      "No module provides StorageServise. Did you mean StorageService? Link a module that provides"
        + " it, or call `resolveIfPresent(…)`."
    ),
    (
      .missing(type: "Optional<Push>", near: ["Push"], declaredBy: []),
      "No module provides Optional<Push>. Did you mean Push? Link a module that provides it, or call"
        + " `resolveIfPresent(…)`."
    ),
    (
      .missing(type: "StorageService", near: [], declaredBy: ["Disk"]),
      "StorageService is not available: Disk provides it but has not started. Inject it, so that"
        + " the provider starts first; outside modules, call `application.waitUntilReady()` first,"
        + " or use `services.lazy(…)`, which waits."
    ),
    (
      .missing(type: "StorageService", near: [], declaredBy: ["Cloud", "Disk"]),
      "StorageService is not available: Cloud and Disk provide it but have not started. Inject it,"
        + " so that the provider starts first; outside modules, call `application.waitUntilReady()`"
        + " first, or use `services.lazy(…)`, which waits."
    ),
    (
      .undecided(type: "StorageService", providers: ["Cloud", "Disk"]),
      "StorageService is provided by Cloud and Disk, which are equal. Leave the others out"
        + " with a module list, or resolve all of them."
    ),
    (
      .stopped(type: "StorageService", providers: ["Disk"]),
      "StorageService is no longer available: Disk, which provided it, has stopped."
    ),
    (
      .stopped(type: "StorageService", providers: ["Cloud", "Disk"]),
      "StorageService is no longer available: Cloud and Disk, which provided it, have stopped."
    ),
    (
      .asynchronous(type: "Ticket", provider: "Tickets"),
      "Tickets makes Ticket asynchronously. Write `try await services.resolveWhenLaunched(…)`, or inject it."
    ),
    (
      .failed(type: "Ticket", provider: "Tickets", message: "sold out"),
      "Tickets could not make Ticket: sold out"
    ),
    (
      .notStarted(type: "Search", provider: "Search", chain: ["Index"], reason: "failed: broken"),
      "Search is not available: Search ← Index ← failed: broken."
    ),
    (
      .cycle(type: "Search", path: ["Orders", "Search", "Orders"]),
      "Modules wait for Search in a circle: Orders → Search → Orders. Use it after Orders has"
        + " launched."
    ),
    (
      .madeOfItself(type: "Cart", path: ["Cart", "Wheel", "Cart"]),
      "Cart depends on itself: Cart → Wheel → Cart. Create one of them without the other, and"
        + " pass the other in later."
    ),
    (.cancelled(type: "Search"), "The task that waited for Search was cancelled."),
  ])
  func `a service error says what is missing and why`(error: ServiceError, message: String) {
    #expect(error.description == message)
  }
}

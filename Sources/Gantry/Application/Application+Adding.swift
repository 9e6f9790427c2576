// SPDX-License-Identifier: Apache-2.0

internal import GantryDiscovery
internal import GantryLaunch
internal import GantryText
internal import Logging
internal import Synchronization

extension Application {
  /// Adds modules to the running application.
  ///
  /// They go through the same checks as at a start. Then they launch in the plan's order, hear
  /// events, and offer services and routes. At a stop, they stop first; from then on, they start
  /// with the application. An added module waits for its requirements, but comes too late to run
  /// before a module that has launched. The module list and `only` do not apply to it.
  ///
  /// Modules that the application already has are passed over; use ``enable(_:)`` to start one that
  /// is off. If you call this method from a launch task, it begins its work and returns at once,
  /// since others may wait for that task.
  ///
  /// - Parameter modules: The module types.
  /// - Returns: The report of their launch, in which a module may have failed; nil when there was
  ///   nothing to add.
  /// - Throws: ``ApplicationError/notRunning``, ``ApplicationError/notAdded(_:)`` with everything
  ///   that is wrong with the application and these modules together, and
  ///   ``ApplicationError/configuration(file:reason:)``. Nothing has changed in these cases.
  @discardableResult
  public func add(
    _ modules: any Module.Type...
  ) async throws(ApplicationError) -> LaunchReport? {
    try await add(modules.map { $0.manifest })
  }

  /// Adds the modules and functions of images that were opened since the application was created.
  ///
  /// Such images are opened with `dlopen`, for example. Their modules are added as by `add(_:)`.
  ///
  /// An image with a faulty module is left out as a whole, and the others are added. After that,
  /// its faults are thrown, but only once. Each call tries it again, since a later image may
  /// contain the module that it requires.
  ///
  /// - Returns: The report of their launch; nil when there was nothing to add.
  /// - Throws: The errors of `add(_:)`, for the images that were left out.
  @discardableResult
  public func addLinkedModules() async throws(ApplicationError) -> LaunchReport? {
    var images: [String: [ModuleManifest]] = [:]
    for record in LinkedRecords.scan().records {
      guard let manifest = record.load(as: ModuleManifest.self) else { continue }
      images[record.image, default: []].append(manifest)
    }
    return try await add(images)
  }

  /// Adds manifests.
  package func add(_ found: [ModuleManifest]) async throws(ApplicationError) -> LaunchReport? {
    try await extendRun { run throws(ApplicationError) in try self.extend(run, by: found) }
  }

  /// Adds the manifests of several images, by the path of the image.
  package func add(
    _ images: [String: [ModuleManifest]]
  ) async throws(ApplicationError) -> LaunchReport? {
    let refusal = Handover<ApplicationError>()
    let report = try await extendRun { run throws(ApplicationError) in
      let sound = self.sound(among: images, run) { error in refusal.put(error) }
      return try self.extend(run, by: sound)
    }
    if let error = refusal.take() { throw error }
    return report
  }

  /// Carries out changes of the running application one after the other.
  private func extendRun(
    _ change: @escaping @Sendable (Run) throws(ApplicationError) -> [Int]?
  ) async throws(ApplicationError) -> LaunchReport? {
    guard let asked = current else { throw .notRunning }
    let isAwaited = RunningNode.current(in: asked.modules) == nil
    // The change itself runs in its own task.
    let isInside = RunningNode.isInside
    let part = try await turnstile.attempt(isInside: isInside) {
      () async throws(ApplicationError) -> LaunchPart? in
      guard let run = self.current, run.launch === asked.launch else { throw .notRunning }
      guard let coming = try change(run) else { return nil }
      guard let part = await self.launch(coming, isInside: isInside, in: run) else {
        throw .notRunning
      }
      return part
    } wait: { part throws(ApplicationError) in
      if isAwaited { await part?.waitUntilIdle() }
      return part
    }
    return part.map(asked.launch.report)
  }

  /// Checks modules, and adds them after the existing ones.
  ///
  /// - Returns: Their indices; nil if all of them already exist.
  private func extend(
    _ run: Run, by found: [ModuleManifest]
  ) throws(ApplicationError) -> [Int]? {
    let change = try Extension(of: self, run, by: found)
    guard !change.coming.isEmpty || !change.faults.isEmpty else { return nil }
    guard change.faults.isEmpty, let whole = try? change.assembly.graph.plan()
    else { throw .notAdded(change.faults) }
    life.withLock { $0.inventory = change.inventory }
    services.extend(by: change.added.flatMap(\.services), order: run.modules.table.places)
    router.extend(to: change.table)
    run.modules.extend(
      change.assembly, shuffle.map { whole.shuffled(by: $0) } ?? whole, contexts)
    logger.debug("added", metadata: ["gantry.modules": "\(change.coming.count)"])
    return Array(change.coming)
  }
}

extension Application {
  /// Modules to add to a run, with everything that is wrong with them; nothing has changed yet.
  struct Extension {
    let inventory: Inventory
    /// The positions of the new modules in the inventory.
    let coming: Range<Int>
    let assembly: LaunchAssembly
    let table: RouteTable
    let faults: [ApplicationFault]

    /// - Throws: ``ApplicationError/configuration(file:reason:)`` for one of their files.
    init(
      of application: Application, _ run: Run, by found: [ModuleManifest]
    ) throws(ApplicationError) {
      let old = application.inventory
      inventory = old.adding(found)
      coming = old.manifests.count..<inventory.manifests.count
      let added = Array(inventory.manifests[coming])
      // A module whose name is taken is refused below, and must not touch the values of the other.
      let taken = Set(old.manifests.map(\.name))
      let named = added.filter { !taken.contains($0.name) }
      try application.configuration.include(named)
      assembly = LaunchAssembly(
        inventory.manifests,
        skipped: run.modules.assembly.skipped.merging(application.skipped(added)) { own, _ in own },
        provided: application.provided.map(\.declaration), choices: inventory.choices,
        milestones: application.milestones)
      table = application.router.table.adding(added.flatMap(\.routes))
      faults =
        coming.isEmpty
        ? inventory.faults
        : inventory.faults + assembly.faults + table.check().map(ApplicationFault.routing)
          + Application.written(assembly.graph.check(), assembly)
      // Conditions have read the files of these modules.
      if !faults.isEmpty { application.configuration.exclude(named) }
    }

    var added: [ModuleManifest] { Array(inventory.manifests[coming]) }
  }

  /// Returns the manifests of the images without faults.
  ///
  /// - Parameter refuse: Takes the error that leaves an image out, once for each image and reason.
  func sound(
    among images: [String: [ModuleManifest]], _ run: Run,
    refuse: (ApplicationError) -> Void
  ) -> [ModuleManifest] {
    var rest = images
    var left: [String] = []
    // Leaves out one image after the other until nothing is wrong: each time, the one whose removal
    // leaves the fewest faults.
    while !rest.isEmpty, wrong(with: rest, run) > 0 {
      let faulty = rest.keys.sorted().map { image in
        (image: image, faults: wrong(with: rest.filter { $0.key != image }, run))
      }
      guard let worst = faulty.min(by: { $0.faults < $1.faults })?.image else { break }
      rest[worst] = nil
      left.append(worst)
    }
    let sound = rest.sorted { $0.key < $1.key }.flatMap(\.value)
    for image in left {
      guard let error = error(of: sound + images[image, default: []], run),
        isNew("\(image): \(error)")
      else { continue }
      refuse(error)
      // The next call reports the others.
      break
    }
    return sound
  }

  /// Notes a refusal, and returns whether it is new.
  private func isNew(_ refusal: String) -> Bool {
    life.withLock { $0.refusals.insert(refusal).inserted }
  }

  private func wrong(with images: [String: [ModuleManifest]], _ run: Run) -> Int {
    do {
      return try Extension(of: self, run, by: images.values.flatMap(\.self)).faults.count
    } catch {
      return .max
    }
  }

  private func error(of found: [ModuleManifest], _ run: Run) -> ApplicationError? {
    do throws(ApplicationError) {
      let faults = try Extension(of: self, run, by: found).faults
      return faults.isEmpty ? nil : .notAdded(faults)
    } catch {
      return error
    }
  }
}

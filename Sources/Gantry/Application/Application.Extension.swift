// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

extension Application {
  /// Modules that are to be added to a run, with everything that is wrong with them; nothing has
  /// changed yet.
  struct Extension {
    let inventory: Inventory
    /// The positions of the new modules in the inventory.
    let coming: Range<Int>
    let assembly: LaunchAssembly
    let table: RouteTable
    let faults: [ApplicationFault]

    /// - Throws: ``ApplicationError/configuration(file:reason:)`` for a file of theirs.
    init(
      of application: Application, _ run: Run, by found: [ModuleManifest]
    ) throws(ApplicationError) {
      let old = application.inventory
      inventory = old.adding(found)
      coming = old.manifests.count..<inventory.manifests.count
      let added = Array(inventory.manifests[coming])
      try application.configuration.include(added)
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
    }

    var added: [ModuleManifest] { Array(inventory.manifests[coming]) }
  }

  /// The manifests of the images with which nothing is wrong.
  ///
  /// - Parameter refuse: Is told why an image is left out, once for each image and reason.
  func sound(
    among images: [String: [ModuleManifest]], _ run: Run,
    refuse: (ApplicationError) -> Void
  ) -> [ModuleManifest] {
    var rest = images
    var left: [String] = []
    // One after the other, until nothing is wrong: each time the one without which least is.
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
      // The others are told at the next call.
      break
    }
    return sound
  }

  /// Whether a refusal has not been told yet; notes it.
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

// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import Gantry
internal import GantryText

/// All checks of an app, and their findings.
struct CheckRun {
  let source: ManifestSource
  /// The faults, without those in a baseline.
  private(set) var findings: [Finding] = []
  /// The functions that run before `main`, without those of every program; nil where unknown.
  private(set) var startup: [StartupFunction]?
  /// The parts that were not checked, and why.
  private(set) var gaps: [String] = []
  /// How many targets were looked through.
  private(set) var targetCount = 0

  /// Looks at an app.
  ///
  /// - Parameters:
  ///   - source: Its manifest.
  ///   - options: Where its package is.
  init(_ source: ManifestSource, _ options: AppOptions) throws(ToolFailure) {
    self.source = source
    checkManifest()
    let folder = options.packageFolder
    findings += SceneDeclarations(folder).findings
    let rules = try LayerRules.ofPackage(folder)
    guard let description = try source.description(in: options.buildFolder) else {
      gaps.append(
        """
        imports, records and what runs before main: there is no build in \
        \(options.buildFolder.path)
        """)
      return
    }
    let sources = AppSources(description, options)
    targetCount = sources.targets.count { $0.target.kind != .test }
    let modules = sources.targetsWithModules(source.manifest)
    findings +=
      rules.map { rules in
        rules.idlePatterns(in: sources, modules: modules)
          + rules.violations(in: sources, modules: modules)
      }
      ?? StandardLayers(sources, source.manifest).violations
    if case .program(let app) = source.origin { checkProgram(app, sources) }
  }

  /// Checks the manifest, which the application itself wrote.
  private mutating func checkManifest() {
    let manifest = source.manifest
    if let found = manifest.findings {
      findings += found.faults.map { Finding(kind: $0.kind, message: $0.message) }
    } else {
      gaps.append("faults of the application: the manifest does not tell them")
    }
    findings += manifest.rejectedRecords.map {
      Finding(kind: "rejectedRecord", message: $0)
    }
  }

  /// Compares the records in the program with those that it should have.
  private mutating func checkProgram(_ app: BuiltApp, _ sources: AppSources) {
    let records = RecordCheck(app, source.manifest, sources)
    findings += records.missing() + ArchiveCheck.missing(in: app.executable)
    if let functions = StartupFunctions.before(main: app.executable, objects: app.objects) {
      var functions = functions.filter { !$0.isToolchain }
      time(&functions, of: app)
      startup = functions
    } else {
      gaps.append("what runs before main: \(app.product) isn't an ELF file of 64 bits")
    }
  }

  /// Measures the functions that run before `main`; most programs have none there.
  private mutating func time(_ functions: inout [StartupFunction], of app: BuiltApp) {
    guard !functions.isEmpty else { return }
    do throws(ToolFailure) {
      let times = try StartupClock.times(of: app)
      for index in functions.indices {
        functions[index].time = functions[index].address.flatMap { times[$0] }
      }
    } catch {
      gaps.append("the time of what runs before main: \(error.message)")
    }
  }

  /// Removes the findings that a baseline accepts. Where it lists functions before `main`, all
  /// others are faults.
  ///
  /// - Returns: The number of accepted findings, and the entries that no longer match any.
  mutating func accept(_ baseline: Baseline) -> (accepted: Int, stale: [String]) {
    let functions = startup ?? []
    let prints = Set(findings.map(\.fingerprint)).union(functions.map(\.fingerprint))
    let all = findings.count
    let accepted = Set(baseline.accepted)
    findings.removeAll { accepted.contains($0.fingerprint) }
    let count = all - findings.count
    if let known = baseline.beforeMain.map(Set.init) {
      findings += functions.filter { !known.contains($0.fingerprint) }.map(\.finding)
    }
    // A program that cannot be read may still have the accepted functions.
    let old = baseline.accepted + (startup == nil ? [] : baseline.beforeMain ?? [])
    return (count, old.filter { !prints.contains($0) })
  }
}

extension ManifestSource {
  /// The build: that of the program, or of the package beside which a manifest's file is checked.
  fileprivate func description(in folder: URL) throws(ToolFailure) -> BuildDescription? {
    switch origin {
    case .program(let app): return app.description
    case .file:
      let file = folder.appending(path: "description.json")
      guard FileManager.default.fileExists(atPath: file.path) else { return nil }
      return try BuildDescription(in: folder)
    }
  }
}

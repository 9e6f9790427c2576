// SPDX-License-Identifier: Apache-2.0

#if DEBUG
  public import Gantry

  /// The app's own data at one moment.
  public struct Inspection: Sendable {
    /// The linked modules, with their dependencies, tasks and services.
    public let manifest: AppManifest
    /// The state of each module, and the reason for it.
    public let states: [ModuleName: Explanation]
    /// The launch so far; nil if there was none.
    public let report: LaunchReport?

    /// Inspects an application.
    ///
    /// - Parameter application: The application.
    public init(of application: Application) {
      let manifest = application.manifest
      self.manifest = manifest
      states = Dictionary(
        manifest.modules.map { ($0.name, application.explain($0.name)) },
        uniquingKeysWith: { first, _ in first })
      report = application.report
    }
  }

  extension SharedValueKeys {
    /// The app's own data, collected again at each read.
    public var inspection: SharedValueKey<Inspection> { .init("inspection") }
  }
#endif

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
        manifest.names.map { ($0, application.explain($0)) },
        uniquingKeysWith: { first, _ in first })
      report = application.report
    }
  }

  /// A service of the app: it collects the app's own data.
  public struct Inspector: Sendable {
    private let collect: @Sendable () -> Inspection?

    /// The app's own data now; nil once the application is gone.
    public var inspection: Inspection? { collect() }

    /// Creates the inspector of an application, which it doesn't retain.
    public init(of application: Application) {
      collect = { [weak application] in application.map(Inspection.init) }
    }
  }
#endif

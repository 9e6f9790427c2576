// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Foundation

/// The plan that SwiftPM keeps in a build folder.
///
/// It is the plan of the package that was built last, and SwiftPM takes it for the next package's, too,
/// unless a folder of the last one's sources has changed: the build then fails with `No target named`, or
/// builds the other package. Without a plan, SwiftPM makes one.
enum BuildPlan {
  /// Removes the plans in a build folder that are not of one package.
  static func forgetOthers(than package: URL, in folder: URL) {
    // Of all packages, a plan depends on this file of the root alone.
    let own = Data("\"\(package.path)/Package.resolved\"".utf8)
    for configuration in BuildConfiguration.allCases {
      let plan = folder.appending(path: "\(configuration.rawValue).yaml")
      // Some megabytes, with that file near the end.
      guard let text = try? Data(contentsOf: plan, options: .mappedIfSafe),
        text.range(of: own, options: .backwards) == nil
      else { continue }
      // If it can't be removed, SwiftPM can't write it either, and says so.
      try? FileManager.default.removeItem(at: plan)
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

/// The installation of an app whose launches become rows.
///
/// Everything here is sent. Give it no name, address or other text of a person, and no identifier
/// that the system or another service knows.
public struct AppInstallation: Sendable, Hashable {
  /// A random number that the app draws once, keeps, and may replace at any time.
  ///
  /// Rows of one number count as one user.
  package var id: UInt64
  /// The name of the app, such as its bundle identifier.
  package var app: String
  /// The build; nil takes that of the report, which is the linker's identifier unless the app named
  /// one.
  package var build: String?
  /// The class of devices within which launches are compared, such as `phone-2022`; empty if the
  /// app has only one.
  package var device: String
  /// The model of the device, such as `iPhone12,1`; empty if unknown.
  package var model: String
  /// The system and its version, such as `iOS 26.1`; empty if unknown.
  package var system: String
  /// Other properties with few possible values, at most four. Of more, the first four by key are
  /// sent.
  package var tags: [String: String]
  /// The share of all installations that send every launch: from 0.0001 to 1. A smaller share above 0
  /// counts as 0.0001, and any other number as 1.
  ///
  /// The others send only launches that went wrong. The identifier decides, so that an installation
  /// is either in the sample or not, and each row says how many launches it stands for.
  package var share: Double

  /// Creates an installation.
  ///
  /// - Parameters:
  ///   - id: A random number that the app keeps.
  ///   - app: The name of the app.
  ///   - build: The build; nil takes that of the report.
  ///   - device: The class of devices, such as `phone-2022`; empty if there is only one.
  ///   - model: The model of the device.
  ///   - system: The system and its version.
  ///   - tags: Other properties with few possible values, at most four.
  ///   - share: The share of all installations that send every launch, from 0.0001 to 1; a smaller one
  ///     above 0 counts as 0.0001, and any other number as 1. The others send only launches that went
  ///     wrong.
  public init(
    id: UInt64, app: String, build: String? = nil, device: String = "", model: String = "",
    system: String = "", tags: [String: String] = [:], share: Double = 1
  ) {
    (self.id, self.app, self.build, self.device) = (id, app, build, device)
    (self.model, self.system, self.tags, self.share) = (model, system, tags, share)
  }

  /// The number of launches that a row of the sample stands for: from 1 to 10,000, as `gantry fleet`
  /// accepts it, and 1 for a share that isn't between 0 and 1.
  var weight: Double { share > 0 && share < 1 ? min(10_000, 1 / share) : 1 }

  /// Whether this installation sends every launch.
  package var isInSample: Bool {
    // The finalizer of MurmurHash3, since a number that the app drew badly has few random bits.
    var mixed = id
    mixed = (mixed ^ (mixed >> 33)) &* 0xff51_afd7_ed55_8ccd
    mixed = (mixed ^ (mixed >> 33)) &* 0xc4ce_b9fe_1a85_ec53
    mixed ^= mixed >> 33
    return Double(mixed >> 11) / Double(1 << 53) * weight < 1
  }
}

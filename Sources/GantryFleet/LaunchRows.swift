// SPDX-License-Identifier: Apache-2.0

public import GantryLaunch
public import Logging
internal import GantrySupport

/// Keeps the rows of launches in a small file until they have been sent.
///
/// Create it in a module, and add each launch:
///
/// ```swift
/// @Module
/// final class FleetModule {
///   let rows = LaunchRows(file: "\(caches)/launches.ndjson", of: installation) { rows in
///     try await upload(rows)
///   }
///
///   @On func sendRow(_ event: LaunchCompleted) async throws { try await rows.add(event.report) }
/// }
/// ```
///
/// Rows are handed over again if sending fails, in this launch or a later one. A row may arrive
/// twice, if the process ends between sending and the note of it: both have the same `id`.
///
/// The file has one row in each line (NDJSON). It is replaced as a whole, so that no end of the
/// process leaves half a row. If the storage damages it anyway, or another program writes to it, lines
/// that aren't whole rows are set aside in a file with `.damaged-1` at the end, up to `.damaged-9`,
/// with a warning. A second process, such as an app extension, may use the same file. On
/// iOS, don't use the folder of an app group: the system ends an app that is suspended while it
/// holds a lock there.
public final class LaunchRows: Sendable {
  private enum Sending { case idle, underWay, again }

  private let installation: AppInstallation
  private let file: RowFile
  private let send: (@Sendable ([String]) async throws -> Void)?
  private let sending = Mutex(Sending.idle)

  /// Creates the rows of an installation.
  ///
  /// - Parameters:
  ///   - file: The path of the file, which need not exist yet; its folder must exist. Files beside it
  ///     have its name with `.plans`, `.lock` and `.new`.
  ///   - installation: The installation of the app.
  ///   - limit: The largest size of the file, in bytes. When it is full, the oldest rows are dropped,
  ///     and the next row says how many.
  ///   - logger: The log for a warning about damaged lines.
  ///   - send: Sends rows, oldest first, each a line of JSON without a line break. It is called off the
  ///     main actor, one call at a time, and the rows are removed when it returns. With nil, all rows
  ///     stay in the file, for another program to collect.
  public init(
    file: String, of installation: AppInstallation, limit: Int = 65_536,
    logger: Logger = Logger(label: "gantry.fleet"),
    send: (@Sendable ([String]) async throws -> Void)?
  ) {
    self.installation = installation
    self.file = RowFile(path: file, limit: limit, logger: logger)
    self.send = send
  }

  /// Adds the row of a launch, if there is one, and sends all rows.
  ///
  /// - Parameter report: The report of a launch that is ready or over.
  /// - Throws: ``LaunchRowsError`` if the row can't be kept, or the error of `send`; then the rows are
  ///   kept.
  @concurrent
  public func add(_ report: LaunchReport) async throws {
    if let row = LaunchRow(report, of: installation) {
      try file.add(row, isSent: send != nil)
    }
    try await sendAll()
  }

  /// Sends all rows that are in the file.
  ///
  /// - Throws: ``LaunchRowsError`` if the file can't be used, or the error of `send`; then the rows are
  ///   kept.
  @concurrent
  package func sendAll() async throws {
    guard let send else { return }
    let isFree = sending.withLock { sending in
      defer { sending = sending == .idle ? .underWay : .again }
      return sending == .idle
    }
    guard isFree else { return }
    do {
      repeat {
        let rows = try file.rows()
        guard !rows.isEmpty else { continue }
        try await send(rows)
        try file.remove(rows)
      } while isToRepeat()
    } catch {
      sending.withLock { $0 = .idle }
      throw error
    }
  }

  /// Whether rows were added since the last ones were read.
  private func isToRepeat() -> Bool {
    sending.withLock { sending in
      sending = sending == .again ? .underWay : .idle
      return sending == .underWay
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

public import Gantry
internal import StorageAPI

/// Keeps records in the SQLite file that `Storage.database` in the configuration names. Another
/// program may lock it for as long as `Storage.patience` says, in milliseconds (2,000 without it);
/// then the call is refused.
///
/// The app is of no use without it, hence essential: when the file cannot be opened, the launch
/// stops and says why.
@Module(essential: true)
public final class StorageModule {
  private let database: SQLiteStorage

  /// Opens the database; modules that inject the storage are created only after this has succeeded.
  ///
  /// - Parameter context: The module's access to its application.
  /// - Throws: `StorageError.opening`, or a configuration error when no file is named.
  public init(context: ModuleContext) throws {
    let patience = context.config.int(forKey: "patience", default: 2000)
    database = try SQLiteStorage(
      path: context.config.requiredString(forKey: "database"), patience: .milliseconds(patience))
  }

  @Provides var storage: any StorageService { database }

  /// Work that no other module waits for is done after the app is ready.
  @Launch(.afterReady, timeout: .seconds(5))
  func optimize() async throws { try await database.optimize() }

  @Shutdown func close() throws { try database.close() }
}

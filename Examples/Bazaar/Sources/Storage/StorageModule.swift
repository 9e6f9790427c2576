// SPDX-License-Identifier: Apache-2.0

public import Gantry
internal import StorageAPI

/// Keeps data in the SQLite file that `Storage.database` in the configuration names.
///
/// It is essential, since the app is useless without it. If the file cannot be opened, the launch
/// stops and says why.
@Module(essential: true)
public final class StorageModule {
  private let database: Database

  /// Opens the database; modules that inject the storage are created only after this has succeeded.
  ///
  /// - Parameter context: The module's access to its application.
  /// - Throws: `StorageError.opening`, or a configuration error when no file is named.
  public init(context: ModuleContext) throws {
    database = try Database(path: context.config.requiredString(forKey: "database"))
  }

  @Provides var storage: any StorageService { database }

  /// Runs after the app is ready, since no other module waits for it.
  @Launch(.afterReady, timeout: .seconds(5))
  func optimize() async throws { try await database.write("PRAGMA optimize") }

  @Shutdown func close() async { await database.close() }
}

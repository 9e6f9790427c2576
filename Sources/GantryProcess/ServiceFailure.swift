// SPDX-License-Identifier: Apache-2.0

internal import GantrySupport

/// The error of a service beside the modules, which has ended the program.
///
/// Such a service is a `Service` of Swift Service Lifecycle. `ServiceError` is about the services that
/// modules inject.
///
/// ```swift
/// do {
///   try await application.run(whenReady: [server])
/// } catch let error as ServiceFailure where error.underlying is BindingError {
///   …
/// }
/// ```
public struct ServiceFailure: Error {
  /// The type of the service.
  public let name: String
  /// The error that its `run()` has thrown.
  public let underlying: any Error
}

extension ServiceFailure: CustomStringConvertible {
  /// The service and its error.
  public var description: String {
    "the service \(name) has failed: \(Wording.text(of: underlying))"
  }
}

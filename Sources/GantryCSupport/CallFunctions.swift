// SPDX-License-Identifier: Apache-2.0

internal import GantryCore
internal import GantryC
internal import GantryDiscovery
internal import Logging

// The functions of GantryC.h, which describes them.

/// Stores the manifest of a function; the accessor of its record calls this.
///
/// - Parameters:
///   - memory: The memory for the manifest.
///   - type: The requested metatype.
///   - description: A `gantry_description`.
/// - Returns: Whether a manifest was requested, so that it was stored.
@c(gantry_store)
package func store(
  _ memory: UnsafeMutableRawPointer, _ type: UnsafeRawPointer, _ description: UnsafeRawPointer
) -> Bool {
  LinkedRecords.store(
    CFunction.manifest(at: description.assumingMemoryBound(to: gantry_description.self)),
    at: memory,
    as: type)
}

/// Returns a value of an event or a route as text.
///
/// - Parameters:
///   - call: The call of the function.
///   - name: The name of the value.
/// - Returns: The text, which lives as long as the call; nil if there is no such value.
@c(gantry_parameter)
package func parameter(
  _ call: OpaquePointer, _ name: UnsafePointer<CChar>
) -> UnsafePointer<CChar>? {
  CCall.input(of: call)?.values[String(cString: name)].map {
    CCall.state(of: call).keep("\($0)")
  }
}

/// Returns the URL of a route, or the values of an event as a JSON object.
///
/// - Parameter call: The call of the function.
/// - Returns: The text, which lives as long as the call; empty if there is no input.
@c(gantry_text)
package func text(_ call: OpaquePointer) -> UnsafePointer<CChar> {
  let text = CCall.input(of: call)?.text ?? ""
  return CCall.state(of: call).keep(text)
}

/// Returns a text of the module's configuration.
///
/// - Parameters:
///   - call: The call of the function.
///   - key: The key, in the module's own scope.
/// - Returns: The text, which lives as long as the call; nil if it isn't set.
@c(gantry_setting)
package func setting(
  _ call: OpaquePointer, _ key: UnsafePointer<CChar>
) -> UnsafePointer<CChar>? {
  let value = CCall.context(of: call).config.string(forKey: String(cString: key))
  return value.map { CCall.state(of: call).keep($0) }
}

/// Makes the function fail when it returns.
///
/// - Parameters:
///   - call: The call of the function.
///   - reason: The reason for people to read.
@c(gantry_fail)
package func fail(_ call: OpaquePointer, _ reason: UnsafePointer<CChar>) {
  CCall.state(of: call).failure = String(cString: reason)
}

/// Sets the result of a route, or the answer to a life-cycle event.
///
/// - Parameters:
///   - call: The call of the function.
///   - text: The answer as text.
@c(gantry_answer)
package func answer(_ call: OpaquePointer, _ text: UnsafePointer<CChar>) {
  CCall.state(of: call).answer = String(cString: text)
}

/// Sends an event by name.
///
/// - Parameters:
///   - call: The call of the function.
///   - event: The name of the event.
///   - json: Its values as a JSON object; nil for none.
/// - Returns: Whether it was sent; if not, the log says why.
@c(gantry_send)
package func send(
  _ call: OpaquePointer, _ event: UnsafePointer<CChar>, _ json: UnsafePointer<CChar>?
) -> Bool {
  let context = CCall.context(of: call)
  let name = String(cString: event)
  do {
    let values = json.map { String(cString: $0) } ?? "{}"
    context.events.send(try NamedEvent(name, json: values))
    return true
  } catch {
    context.logger.error(
      "\(context.name) did not send \(name): its values must be a JSON object of texts, numbers and Booleans"
    )
    return false
  }
}

/// Calls the route of a path or URL, shows its page if it returns one, and doesn't wait for that.
///
/// - Parameters:
///   - call: The call of the function.
///   - url: The path or URL.
/// - Returns: Whether a route answers.
@c(gantry_open)
package func open(_ call: OpaquePointer, _ url: UnsafePointer<CChar>) -> Bool {
  let context = CCall.context(of: call)
  let url = String(cString: url)
  let request = RouteRequest(url)
  guard context.router.canOpen(request, from: .internal) else { return false }
  // C cannot wait. The router keeps the call until its handler ends.
  Task {
    if let reason = await failure(of: request, context) {
      context.logger.warning("\(context.name) did not open \(url): \(reason)")
    }
  }
  return true
}

/// Shows the page of a request, or calls its route where nothing shows pages, and returns the reason
/// why that failed.
private func failure(of request: RouteRequest, _ context: ModuleContext) async -> String? {
  do throws(NavigationError) {
    guard let navigator = context.services.resolveIfPresent((any Navigator).self) else {
      throw .noScreen
    }
    try await navigator.show(request)
  } catch {
    switch error {
    // The route was called, and its result isn't for the screen.
    case .notAPage: return nil
    case .noScreen: return await failureOfCall(request, context)
    default: return "\(error)"
    }
  }
  return nil
}

private func failureOfCall(_ request: RouteRequest, _ context: ModuleContext) async -> String? {
  do throws(RouteError) {
    try await context.router.call(request, as: Void.self)
    return nil
  } catch {
    return "\(error)"
  }
}

/// Writes a line with the module's logger.
///
/// - Parameters:
///   - call: The call of the function.
///   - level: The severity, a `gantry_level`; an unknown one counts as an error.
///   - text: The line.
@c(gantry_log)
package func log(_ call: OpaquePointer, _ level: UInt32, _ text: UnsafePointer<CChar>) {
  let levels: [Logger.Level] = [.debug, .info, .notice, .warning, .error]
  let level = levels.indices.contains(Int(level)) ? levels[Int(level)] : .error
  CCall.context(of: call).logger.log(level: level, "\(String(cString: text))")
}

/// Returns a call that is valid on all threads until it is released.
///
/// - Parameter call: The call of the function.
/// - Returns: A call without input and answer.
@c(gantry_retain)
package func retain(_ call: OpaquePointer) -> OpaquePointer { CCall.retain(call) }

/// Releases a call that was retained.
///
/// - Parameter call: The call.
@c(gantry_release)
package func release(_ call: OpaquePointer) { CCall.release(call) }

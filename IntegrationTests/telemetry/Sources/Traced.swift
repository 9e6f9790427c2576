// SPDX-License-Identifier: Apache-2.0

import GantryCore
import GantryTelemetry
import Glibc
import InMemoryTracing
import Tracing

struct OrderPlaced: Event {}
struct Broken: Error {}

/// Launches an app that bootstraps its tracer in a launch task, and sends its spans to a port.
@main
struct Traced {
  static func main() async throws {
    let digits = { @Sendable (count: Int) in
      { @Sendable in String((0..<count).map { _ in "0123456789abcdef".randomElement() ?? "0" }) }
    }
    let tracer = InMemoryTracer(
      idGenerator: .init(nextTraceID: digits(32), nextSpanID: digits(16)))
    let application = Application(modules: []) {
      $0.launch("Backend", body: .background { InstrumentationSystem.bootstrap(tracer) })
      $0.launch("Disk", body: .background {})
      for name in ["Orders", "Basket", "Catalog"] {
        $0.launch(ModuleName(name), TaskOptions(requires: "Disk"), body: .background {})
      }
      $0.launch("Window", TaskOptions(requires: "Orders", "Basket"), body: .main {})
      $0.launch("Ads", TaskOptions(wants: "Disk"), body: .background { throw Broken() })
      $0.launch("Sync", TaskOptions(.afterReady, after: "Ads"), body: .background {})
    }
    let completed = application.events.stream(of: LaunchCompleted.self, bufferingNewest: 1)
    let handler = application.events.observe(OrderPlaced.self, as: "Mail") { _ in }
    // region: emit
    application.emitTelemetry()
    try await application.start()
    // endregion
    for await _ in completed { break }
    tracer.withSpan("request") { _ in application.events.send(OrderPlaced()) }
    await application.events.waitUntilHandled()
    handler.cancel()
    await application.stop()
    let port = UInt16(CommandLine.arguments[1]) ?? 0
    exit(post(request(tracer.finishedSpans, service: "traced"), to: port) ? 0 : 1)
  }

  /// Sends a request to the loopback address; false unless the answer is 200.
  private static func post(_ body: [UInt8], to port: UInt16) -> Bool {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let joined = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard joined == 0 else { return false }
    let head = """
      POST /v1/traces HTTP/1.1\r
      Host: 127.0.0.1\r
      Content-Type: application/x-protobuf\r
      Content-Length: \(body.count)\r
      Connection: close\r
      \r

      """
    let message = Array(head.utf8) + body
    guard send(descriptor, message, message.count, 0) == message.count else { return false }
    var answer = [UInt8](repeating: 0, count: 64)
    let count = max(0, recv(descriptor, &answer, answer.count, 0))
    return String(decoding: answer.prefix(count), as: UTF8.self).contains(" 200 ")
  }
}

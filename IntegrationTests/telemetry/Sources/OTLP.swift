// SPDX-License-Identifier: Apache-2.0

import InMemoryTracing
import Tracing

/// Protocol Buffers' wire format, as much of it as OTLP's traces need.
private struct Message {
  private(set) var bytes: [UInt8] = []

  private mutating func varint(_ value: UInt64) {
    var value = value
    while value > 127 {
      bytes.append(UInt8(value & 127) | 128)
      value >>= 7
    }
    bytes.append(UInt8(value))
  }

  mutating func number(_ field: UInt64, _ value: UInt64) {
    varint(field << 3)
    varint(value)
  }

  mutating func fixed(_ field: UInt64, _ value: UInt64) {
    varint(field << 3 | 1)
    withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func data(_ field: UInt64, _ value: some Collection<UInt8>) {
    varint(field << 3 | 2)
    varint(UInt64(value.count))
    bytes.append(contentsOf: value)
  }

  mutating func message(_ field: UInt64, _ body: (inout Message) -> Void) {
    var inner = Message()
    body(&inner)
    data(field, inner.bytes)
  }

  mutating func attribute(_ field: UInt64, _ key: String, _ value: SpanAttribute) {
    message(field) { pair in
      pair.data(1, key.utf8)
      pair.message(2) { any in
        switch value {
        case .bool(let value): any.number(2, value ? 1 : 0)
        case .int32(let value): any.number(3, UInt64(bitPattern: Int64(value)))
        case .int64(let value): any.number(3, UInt64(bitPattern: value))
        case .double(let value): any.fixed(4, value.bitPattern)
        case .string(let value): any.data(1, value.utf8)
        default: any.data(1, "\(value)".utf8)
        }
      }
    }
  }
}

/// Spans as an `ExportTraceServiceRequest` of OpenTelemetry's protocol.
func request(_ spans: [FinishedInMemorySpan], service: String) -> [UInt8] {
  var request = Message()
  request.message(1) { resourceSpans in
    resourceSpans.message(1) { $0.attribute(1, "service.name", .string(service)) }
    resourceSpans.message(2) { scope in
      scope.message(1) { $0.data(1, "gantry".utf8) }
      for span in spans { scope.message(2) { encode(span, to: &$0) } }
    }
  }
  return request.bytes
}

private func encode(_ span: FinishedInMemorySpan, to out: inout Message) {
  out.data(1, bytes(span.traceID))
  out.data(2, bytes(span.spanID))
  if let parent = span.parentSpanID { out.data(4, bytes(parent)) }
  out.data(5, span.operationName.utf8)
  out.number(6, 1)  // internal
  out.fixed(7, span.startInstant.nanosecondsSinceEpoch)
  out.fixed(8, span.endInstant.nanosecondsSinceEpoch)
  span.attributes.forEach { out.attribute(9, $0, $1) }
  for event in span.events {
    out.message(11) {
      $0.fixed(1, event.nanosecondsSinceEpoch)
      $0.data(2, event.name.utf8)
    }
  }
  for context in span.links.compactMap(\.context.inMemorySpanContext) {
    out.message(13) {
      $0.data(1, bytes(context.traceID))
      $0.data(2, bytes(context.spanID))
    }
  }
  guard let status = span.status else { return }
  out.message(15) {
    $0.data(2, (status.message ?? "").utf8)
    $0.number(3, status.code == .error ? 2 : 1)
  }
}

/// The bytes of an identifier in hexadecimal digits.
private func bytes(_ identifier: String) -> [UInt8] {
  let digits = identifier.compactMap { $0.hexDigitValue.map(UInt8.init) }
  return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
}

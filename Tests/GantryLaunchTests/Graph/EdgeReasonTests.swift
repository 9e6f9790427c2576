// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryLaunch
import Testing

@Suite struct EdgeReasonTests {
  typealias Row = (reason: LaunchEdge.Reason?, place: String, json: String)

  static let rows: [Row] = [
    (nil, "a.swift:1", ""), (.owner, "a.swift:1", #"{"kind":"owner"}"#),
    (.part, "a.swift:1", #"{"kind":"part"}"#), (.list, "a.swift:1", #"{"kind":"list"}"#),
    (.sequence, "a.swift:1, written below it", #"{"kind":"sequence"}"#),
    (.first, "a.swift:1, the first group", #"{"kind":"first"}"#),
    (.milestone, "a.swift:1, a milestone", #"{"kind":"milestone"}"#),
    (
      .service(type: "Log", .one), "a.swift:1, injects Log",
      #"{"injection":"one","kind":"service","type":"Log"}"#
    ),
    (
      .service(type: "Log", .all), "a.swift:1, injects all Log",
      #"{"injection":"all","kind":"service","type":"Log"}"#
    ),
    (
      .service(type: "Log", .lazy), "a.swift:1, injects Log",
      #"{"injection":"lazy","kind":"service","type":"Log"}"#
    ),
    (
      .result(type: "Database"), "a.swift:1, takes Database",
      #"{"kind":"result","type":"Database"}"#
    ),
    (
      .stated("reads its cache"), "a.swift:1, reads its cache",
      #"{"kind":"stated","words":"reads its cache"}"#
    ),
  ]

  @Test(arguments: rows)
  func `a message says where and why an edge was declared`(row: Row) throws {
    let edge = LaunchEdge(.requires, "B", declaredAt: "a.swift:1", reason: row.reason)
    let faults = LaunchGraph(nodes: [LaunchNode("A", edges: [edge])]).check()
    #expect(faults.map { $0.description.hasPrefix("A requires B (\(row.place)), but") } == [true])
  }

  @Test(arguments: rows)
  func `a reason is encoded as its kind and the kind's details`(row: Row) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let edge = LaunchEdge(.requires, "B", declaredAt: "a.swift:1", reason: row.reason)
    let text = String(decoding: try encoder.encode(edge), as: UTF8.self)
    let reason = row.json.isEmpty ? "" : #""reason":\#(row.json),"#
    #expect(
      text == #"{"declaredAt":"a.swift:1","kind":"requires",\#(reason)"target":"B"}"#)
    #expect(try JSONDecoder().decode(LaunchEdge.self, from: Data(text.utf8)) == edge)
  }

  @Test(arguments: [
    #"{"kind":"whim"}"#, #"{"kind":"service","type":"Log"}"#, #"{"kind":"result"}"#, #""words""#,
  ])
  func `an invalid reason is refused`(json: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(LaunchEdge.Reason.self, from: Data(json.utf8))
    }
  }
}

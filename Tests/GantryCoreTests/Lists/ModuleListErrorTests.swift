// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry
import Testing

struct ModuleListErrorTests {
  @Test(arguments: [
    (#"{"modules": "Orders"}"#, "modules isn't an array"),
    (#"{"modules": [3]}"#, "modules[0] isn't a name or an object"),
    (#"{"modules": [[]]}"#, "modules[0] isn't a name or an object"),
    (#"{"modules": ["A", ""]}"#, "modules[1] has an empty name"),
    (#"{"modules": ["A", "B", "A"]}"#, "A is at modules[0] and at modules[2]"),
    (#"{"modules": [{"enabled": false}]}"#, "modules[0].name is missing"),
    (#"{"modules": [{"name": []}]}"#, "modules[0].name isn't a text"),
    (
      #"{"modules": [{"name": "A", "enable": false}]}"#,
      #"modules[0] has an unknown key "enable", which is similar to enabled"#
    ),
    (
      #"{"modules": [{"name": "A", "color": 3}]}"#, #"modules[0] has an unknown key "color""#
    ),
    (
      #"{"modules": [{"name": "A", "enabled": "false"}]}"#,
      "modules[0].enabled isn't true or false"
    ),
    ("[{}]", "[0].name is missing"), (#"["A", "A"]"#, "A is at [0] and at [1]"),
    ("{}", "modules is missing"),
    (#"{"modules": [], "ordered": "yes"}"#, "ordered isn't true or false"),
    (
      #"{"modules": [], "orderd": true}"#,
      #"it has an unknown key "orderd", which is similar to ordered"#
    ),
  ])
  func `the first mistake has its key path, in JSON and in a property list`(
    json: String, reason: String
  ) throws {
    #expect(refusal(try ModuleList(json: json)) == "modules.json: \(reason)")
    let plist = try propertyList(json)
    #expect(
      refusal(try ModuleList(plist: plist, file: "modules.plist")) == "modules.plist: \(reason)")
  }

  @Test(arguments: [
    ("", "the file is empty"),
    ("{", "unexpected end of file during JSON parse near line 1, column 2"),
    ("null", "it isn't an object"), ("3", "it isn't an object"),
    (
      #"{"modules": [], "modules": ["A"]}"#,
      #"the key "modules" occurs twice in one object, on line 1"#
    ),
    (
      "{\"modules\": [{\"name\": \"A\",\n\"n\\u0061me\": \"B\"}]}",
      #"the key "name" occurs twice in one object, on line 2"#
    ),
    (
      "{\"modules\": [], \"a\\u0007\(String(repeating: "b", count: 300))\": 1}",
      "it has an unknown key \"a\\u{07}\(String(repeating: "b", count: 198))…\""
    ),
  ])
  func `text that isn't a list is refused with a short reason`(text: String, reason: String) {
    #expect(refusal(try ModuleList(json: text)) == "modules.json: \(reason)")
  }

  @Test(arguments: ["", "<plist", "<plist><dict><key>a</key></dict></plist>"])
  func `text that isn't a property list is refused`(text: String) {
    let refusal = refusal(try ModuleList(plist: Data(text.utf8), file: "modules.plist"))
    #expect(refusal?.hasPrefix("modules.plist: ") == true)
  }

  @Test func `a list error says what is wrong, where, and how to fix it`() {
    #expect {
      try ModuleList(json: #"{"modules": [{}]}"#)
    } throws: { error in
      "\(error)" == """
        configuration file 'modules.json' cannot be used: modules[0].name is missing. Correct the path \
        or the file, or start without it.
        """
    }
  }

  @Test func `a missing file is unusable`() {
    let file = "/nowhere/modules.json"
    #expect(
      refusal(try ModuleList(contentsOf: URL(filePath: file))) == "\(file): there is no such file")
  }

  @Test func `a file with another extension is refused before it is read`() {
    let file = "/nowhere/modules.yaml"
    #expect(
      refusal(try ModuleList(contentsOf: URL(filePath: file)))
        == "\(file): a module list is a .json or .plist file")
  }

  @Test func `a list over its limit is refused with its size`() {
    let reason = "it has 15 bytes, and the limit is 14. Raise the limit if it is right"
    let json = Data(#"{"modules": []}"#.utf8)
    #expect(refusal(try ModuleList(json: json, file: "m.json", limit: 14)) == "m.json: \(reason)")
    #expect(throws: Never.self) { try ModuleList(json: json, file: "m.json", limit: 15) }
  }
}

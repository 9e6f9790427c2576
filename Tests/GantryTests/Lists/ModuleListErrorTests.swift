// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry
import Testing

struct ModuleListErrorTests {
  /// Wrong values of `"modules": […]`, and the error message for each.
  static let entries: [(json: String, message: String)] = [
    (
      #""Orders""#,
      #":modules: expected an array of names and dictionaries, found the text "Orders"."#
    ),
    ("[3]", ":modules[0]: expected a name or a dictionary, found 3."),
    ("[[]]", ":modules[0]: expected a name or a dictionary, found an array."),
    (#"["A", ""]"#, #":modules[1]: expected a name, found the text ""."#),
    (#"["A", "B", "A"]"#, ":modules[2]: A is already at modules[0]. Remove one of them."),
    (#"[{"priority": 3}]"#, ":modules[0].name: missing. Write a name."),
    (#"[{"name": true}]"#, ":modules[0].name: expected a name, found true."),
    (
      #"[{"name": "A", "priorty": 3}]"#,
      ":modules[0].priorty: unknown key. Did you mean priority? Correct or remove it."
    ),
    (
      #"[{"name": "A", "Required": []}]"#,
      """
      :modules[0].Required: unknown key. Did you mean requires or requiredBy? Correct or remove \
      it.
      """
    ),
    (#"[{"name": "A", "color": 3}]"#, ":modules[0].color: unknown key. Correct or remove it."),
    (
      #"[{"name": "A", "enabled": 1}]"#, ":modules[0].enabled: expected true or false, found 1."
    ),
    (
      #"[{"name": "A", "enabled": "false"}]"#,
      #":modules[0].enabled: expected true or false, found the text "false"."#
    ),
    (
      #"[{"name": "A", "priority": true}]"#,
      ":modules[0].priority: expected a whole number, found true."
    ),
    (
      #"[{"name": "A", "priority": 2.5}]"#,
      ":modules[0].priority: expected a whole number, found 2.5."
    ),
    (
      #"[{"name": "A", "priority": 1e40}]"#,
      ":modules[0].priority: expected a whole number, found 1e+40."
    ),
    (
      #"[{"name": "A", "stage": "aftrReady"}]"#,
      """
      :modules[0].stage: expected beforeReady, afterReady, idle, onDemand, found the text "aftrReady". \
      Did you mean afterReady?
      """
    ),
    (
      #"[{"name": "A", "stage": {}}]"#,
      ":modules[0].stage: expected beforeReady, afterReady, idle, onDemand, found a dictionary."
    ),
    (
      #"[{"name": "A", "after": "B"}]"#,
      #":modules[0].after: expected an array of names, found the text "B"."#
    ),
    (#"[{"name": "A", "wants": ["B", 4]}]"#, ":modules[0].wants[1]: expected a name, found 4."),
    (
      #"[{"name": "A", "wants": ["B", "B"]}]"#,
      ":modules[0].wants[1]: B is already at modules[0].wants[0]. Remove one of them."
    ),
  ]

  @Test(arguments: entries)
  func `an error about a wrong entry gives its key path, in JSON and in a property list`(
    row: (json: String, message: String)
  ) throws {
    let text = #"{"version": 1, "modules": \#(row.json)}"#
    #expect(faults { try ModuleList(json: text) } == [row.message])
    let plist = try propertyList(text)
    #expect(faults { try ModuleList(plist: plist, file: "modules.plist") } == [row.message])
  }

  @Test(arguments: [
    ("[1]", ":[0]: expected a name or a dictionary, found 1."),
    (#"["A", "A"]"#, ":[1]: A is already at [0]. Remove one of them."),
    ("null", ": expected a dictionary, found null."),
    (#"{"modules": []}"#, ":version: missing. Write 1."),
    (#"{"version": 2, "modules": []}"#, ":version: expected 1, found 2."),
    (#"{"version": "1", "modules": []}"#, #":version: expected 1, found the text "1"."#),
    (#"{"version": 1}"#, ":modules: missing. Write an array of names and dictionaries."),
    (
      #"{"version": 1, "modules": [], "ordered": 0}"#, ":ordered: expected true or false, found 0."
    ),
    (
      #"{"version": 1, "modules": [], "orderd": true}"#,
      ":orderd: unknown key. Did you mean ordered? Correct or remove it."
    ),
    (
      #"{"version": 1, "modules": [], "providers": ["A"]}"#,
      ":providers: expected a dictionary, found an array."
    ),
    (
      #"{"version": 1, "modules": [], "providers": {"Push": null}}"#,
      ":providers.Push: expected a name, found null."
    ),
    (
      #"{"version": 1, "modules": [], "environments": "staging"}"#,
      #":environments: expected a dictionary, found the text "staging"."#
    ),
    (
      #"{"version": 1, "modules": [], "environments": {"ci": []}}"#,
      ":environments.ci: expected a dictionary, found an array."
    ),
    (
      #"{"version": 1, "modules": [], "environments": {"ci": {"module": []}}}"#,
      ":environments.ci.module: unknown key. Did you mean modules? Correct or remove it."
    ),
    (
      #"{"version": 1, "modules": ["A"], "environments": {"ci": {"modules": ["A", "A"]}}}"#,
      """
      :environments.ci.modules[1]: A is already at environments.ci.modules[0]. Remove one of them.
      """
    ),
    (
      #"{"version": 1, "modules": [], "environments": {"ci": {"providers": {"Push": 1}}}}"#,
      ":environments.ci.providers.Push: expected a name, found 1."
    ),
  ])
  func `an error about a wrong section gives its key path`(json: String, message: String) {
    #expect(faults { try ModuleList(json: json) } == [message])
  }

  @Test func `all faults of a file are reported at once`() {
    let json = """
      {"version": 1, "modules": ["A", {"name": "B", "enabled": 1, "stage": 2}], "mode": 1,
       "environments": {"ci": {"modules": [7]}}}
      """
    #expect(
      throws: ModuleListError.invalid(
        file: "modules.json",
        faults: [
          .unknownKey(keyPath: "mode", near: []),
          .wrongValue(
            keyPath: "modules[1].enabled", expected: "true or false", found: "1", near: []),
          .wrongValue(
            keyPath: "modules[1].stage", expected: "beforeReady, afterReady, idle, onDemand",
            found: "2", near: []),
          .wrongValue(
            keyPath: "environments.ci.modules[0]", expected: "a name or a dictionary", found: "7",
            near: []),
        ])
    ) { try ModuleList(json: json) }
  }

  @Test func `an environment without a section is an error with similar names`() {
    let json = #"{"version": 1, "modules": [], "environments": {"staging": {}, "live": {}}}"#
    #expect(
      throws: ModuleListError.invalid(
        file: "modules.json", faults: [.unknownEnvironment("stagign", near: ["staging"])])
    ) { try ModuleList(json: json, environment: "stagign") }
  }

  @Test(arguments: [
    (
      ModuleListError.unknownFormat(file: "a/modules.yaml"),
      "module list 'a/modules.yaml' is neither .json nor .plist. Rename it, or convert it."
    ),
    (
      .unreadable(file: "a/modules.json", reason: "there is no such file"),
      """
      module list 'a/modules.json' cannot be read: there is no such file. Correct the path, or \
      start without a list.
      """
    ),
    (
      .malformed(file: "modules.json", reason: "invalid value near line 2, column 3"),
      """
      module list 'modules.json' is not well-formed: invalid value near line 2, column 3. \
      Correct the file, or start without a list.
      """
    ),
    (
      .invalid(
        file: "modules.json",
        faults: [
          .missingKey(keyPath: "version", expected: "1"),
          .unknownEnvironment("stagign", near: ["staging"]),
        ]),
      """
      module list 'modules.json' cannot be used. Faults: 2
      - modules.json:version: missing. Write 1.
      - modules.json:environments: no section for stagign. Did you mean staging? Add one, even an \
      empty one, or correct the name of the environment.
      """
    ),
  ])
  func `a list error says what is wrong, where, and how to fix it`(
    error: ModuleListError, message: String
  ) {
    #expect(error.description == message)
  }

  @Test(arguments: ["", "{", #"{"version": }"#])
  func `text that is not JSON is malformed`(text: String) {
    let error = #expect(throws: ModuleListError.self) { try ModuleList(json: text) }
    guard case .malformed("modules.json", let reason) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(!reason.isEmpty && !reason.hasSuffix("."))
  }

  @Test(arguments: ["", "<plist", "<plist><dict><key>a</key></dict></plist>"])
  func `text that is not a property list is malformed`(text: String) {
    let error = #expect(throws: ModuleListError.self) {
      try ModuleList(plist: Data(text.utf8), file: "modules.plist")
    }
    guard case .malformed("modules.plist", let reason) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(!reason.isEmpty)
  }

  @Test func `a missing file is unreadable`() {
    let url = URL(filePath: "/nowhere/modules.json")
    let error = #expect(throws: ModuleListError.self) { try ModuleList(contentsOf: url) }
    #expect(
      error == .unreadable(file: "/nowhere/modules.json", reason: "there is no such file"))
  }

  @Test func `a file with another extension is refused before it is read`() {
    let url = URL(filePath: "/nowhere/modules.yaml")
    #expect(throws: ModuleListError.unknownFormat(file: "/nowhere/modules.yaml")) {
      try ModuleList(contentsOf: url)
    }
  }

  private func faults(_ read: () throws -> ModuleList) -> [String] {
    do {
      _ = try read()
      return []
    } catch ModuleListError.invalid(_, let faults) {
      return faults.map(\.description)
    } catch {
      return ["\(error)"]
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

import Testing

/// Input that `gantry check` cannot use.
@Suite struct CheckInputTests {
  @Test(
    arguments: [
      ("--write-baseline --no-build", 64, "'--write-baseline' needs '--baseline' and a file."),
      ("--manifest none.json", 66, "none.json: there is no such file."),
      ("--manifest other.json", 1, "other.json: no 'schemaVersion', so it isn't a manifest."),
      ("--manifest broken.json", 1, "broken.json: isn't a manifest: "),
      ("--manifest later.json", 1, "later.json: the manifest has schema version 9"),
      ("--manifest part.json", 1, "part.json: isn't a manifest: 'modules' is missing."),
      ("--package Sources", 66, "Sources: there is no Package.swift."),
      ("--no-build -c release", 66, "there is no built program in"),
      ("--no-build --product Shp", 66, "there is no built program 'Shp'. Did you mean Shop?"),
      ("--no-build --baseline other.json", 1, "other.json: is not a baseline: "),
      ("--no-build --baseline old.json", 1, "old.json: the baseline has schema version 0"),
    ])
  func `unusable input is named`(arguments: String, status: Int32, words: String) async throws {
    let app = try AppFolder(
      CheckCommandTests.targets(), manifest: try CheckCommandTests.manifest())
    try app.write(#"{"schemaVersion": 9}"#, to: "later.json")
    try app.write(#"{"schemaVersion": 6, "rejectedRecords": []}"#, to: "part.json")
    try app.write(#"{"schemaVersion": 0, "accepted": []}"#, to: "old.json")
    let end = try await app.run("check \(arguments)")
    #expect(end.status == status && end.output.isEmpty)
    #expect(end.errors.contains(words), "\(end)")
  }

  @Test func `another package's build folder is distinguished from an empty one`() async throws {
    let app = try AppFolder([], manifest: nil)
    try app.write("", to: "Other/Package.swift")
    let end = try await app.run("check --no-build --package Other --scratch-path .build")
    #expect(end.status == 66)
    #expect(end.errors.contains("belongs to the package shop. Leave out '--no-build'"))
    let named = try await app.run(
      "check --no-build --package Other --scratch-path .build --product Shop")
    #expect(named.errors == end.errors)
  }

  @Test func `a package without a program gets a hint at a manifest from a test`() async throws {
    let app = try AppFolder(
      [.init(name: "Pages", folder: "Phone/Sources/Pages", files: ["Pages.swift": ""])],
      manifest: nil)
    try app.write("", to: "Phone/Package.swift")
    let end = try await app.run("check --no-build --package Phone --scratch-path .build")
    #expect(end.status == 66)
    #expect(
      end.errors.contains("libraries of the package, but no program to ask for its manifest."))
    #expect(end.errors.contains("'try AppManifest.linked.write(to:)' of GantryTesting"))
  }

  @Test(
    arguments: [
      (nil, "the program printed something else instead of writing JSON", "It printed:\n  Welcome"),
      ("echo no >&2; exit 3", "the program exited with status 3", "It printed:\n  no"),
      (
        "echo $SWIFT_BACKTRACE >&2; exit 3", "the program exited with status 3",
        "It printed:\n  enable=no"
      ),
      (
        "exec yes", "the program wrote more than 128 MB instead of writing JSON", "It printed:\n  y"
      ),
      ("kill -9 $$", "the program exited with status 137", "For a program that cannot run here"),
      (
        #"echo log; echo '{"id": 7}'"#, "the program printed something else",
        "It printed:\n  log\n  {\"id\": 7}"
      ),
      (
        #"echo 'log'; echo '{"schemaVersion":'"#,
        "Shop, asked with GANTRY_MANIFEST=json: isn't a manifest: ", ""
      ),
    ] as [(String?, String, String)])
  func `a program that doesn't print its manifest gets a hint`(
    script: String?, problem: String, said: String
  ) async throws {
    let end = try await AppFolder([], manifest: nil, script: script).run("check --no-build")
    #expect(end.status == (said.isEmpty ? 1 : 69))
    #expect(
      end.errors.contains(problem) && (said.isEmpty || end.errors.contains("\n\(said)")), "\(end)")
    #expect(said.isEmpty || end.errors.contains("try application.requestedManifest()"))
  }

  @Test(
    arguments: [
      #"echo '{"level": "info", "message": "starting"}'; echo '{'; cat manifest.json"#,
      #"echo '{"schemaVersion": 1}'; echo '{"modules": []}'; cat manifest.json"#,
      #"i=0; while [ $i -lt 5000 ]; do echo "{\"line\": $i}"; i=$((i+1)); done; cat manifest.json"#,
    ])
  func `a manifest is found after log lines, even if they are JSON`(script: String) async throws {
    let end = try await AppFolder([], manifest: .of([]), script: script).run("check --no-build")
    #expect(end.status == 0 && end.errors.isEmpty, "\(end)")
  }
}

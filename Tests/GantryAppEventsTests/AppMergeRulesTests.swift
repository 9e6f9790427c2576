// SPDX-License-Identifier: Apache-2.0

import GantryAppEvents
import GantryEvents
import Testing

@Suite struct AppMergeRulesTests {
  @Test func `intersection has the elements that all answers share`() {
    let rule = SupportedOrientations.merge
    #expect(rule.merged([]) == .all)
    #expect(rule.merged([.landscape, [.portrait, .landscapeLeft]]) == .landscapeLeft)
  }

  @Test(
    arguments: [
      ([], .noData), ([.noData, .noData], .noData), ([.noData, .failed], .failed),
      ([.failed, .newData], .newData), ([.newData, .failed, .noData], .newData),
    ] as [([BackgroundFetchResult], BackgroundFetchResult)])
  func `fetch is new data, else failed, else no data`(
    answers: [BackgroundFetchResult], merged: BackgroundFetchResult
  ) {
    #expect(MergeRule.fetch.merged(answers) == merged)
  }
}

extension MergeRule {
  /// The answers as one, or the answer without any.
  fileprivate func merged(_ answers: [Response]) -> Response {
    guard let first = answers.first else { return unanswered }
    return answers.dropFirst().reduce(first, combine)
  }
}

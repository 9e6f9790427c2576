// SPDX-License-Identifier: Apache-2.0

/// The 146 distinct paths of GitHub's REST API, as benchmarks of routers list them.
enum GitHubRoutes {
  /// Their patterns, in alphabetical order.
  static let patterns = text.split(separator: "\n").map(String.init)

  /// A request for a pattern: the pattern without colons and asterisks.
  static func request(for pattern: String) -> String {
    String(pattern.filter { $0 != ":" && $0 != "*" })
  }

  /// A pattern of the same shape whose last literal has a number at its end.
  static func variant(of pattern: String, _ number: Int) -> String {
    var segments = pattern.split(separator: "/").map(String.init)
    let literal = segments.lastIndex { !$0.hasPrefix(":") && !$0.hasPrefix("*") }
    if let literal { segments[literal] += "\(number)" }
    return "/" + segments.joined(separator: "/")
  }

  private static let text = """
    /applications/:client_id/tokens
    /applications/:client_id/tokens/:access_token
    /authorizations
    /authorizations/:id
    /authorizations/clients/:client_id
    /emojis
    /events
    /feeds
    /gists
    /gists/:id
    /gists/:id/forks
    /gists/:id/star
    /gists/public
    /gists/starred
    /gitignore/templates
    /gitignore/templates/:name
    /issues
    /legacy/issues/search/:owner/:repository/:state/:keyword
    /legacy/repos/search/:keyword
    /legacy/user/email/:email
    /legacy/user/search/:keyword
    /markdown
    /markdown/raw
    /meta
    /networks/:owner/:repo/events
    /notifications
    /notifications/threads/:id
    /notifications/threads/:id/subscription
    /orgs/:org
    /orgs/:org/events
    /orgs/:org/issues
    /orgs/:org/members
    /orgs/:org/members/:user
    /orgs/:org/public_members
    /orgs/:org/public_members/:user
    /orgs/:org/repos
    /orgs/:org/teams
    /rate_limit
    /repos/:owner/:repo
    /repos/:owner/:repo/:archive_format/:ref
    /repos/:owner/:repo/assignees
    /repos/:owner/:repo/assignees/:assignee
    /repos/:owner/:repo/branches
    /repos/:owner/:repo/branches/:branch
    /repos/:owner/:repo/collaborators
    /repos/:owner/:repo/collaborators/:user
    /repos/:owner/:repo/comments
    /repos/:owner/:repo/comments/:id
    /repos/:owner/:repo/commits
    /repos/:owner/:repo/commits/:sha
    /repos/:owner/:repo/commits/:sha/comments
    /repos/:owner/:repo/contents/*path
    /repos/:owner/:repo/contributors
    /repos/:owner/:repo/downloads
    /repos/:owner/:repo/downloads/:id
    /repos/:owner/:repo/events
    /repos/:owner/:repo/forks
    /repos/:owner/:repo/git/blobs
    /repos/:owner/:repo/git/blobs/:sha
    /repos/:owner/:repo/git/commits
    /repos/:owner/:repo/git/commits/:sha
    /repos/:owner/:repo/git/refs
    /repos/:owner/:repo/git/refs/*ref
    /repos/:owner/:repo/git/tags
    /repos/:owner/:repo/git/tags/:sha
    /repos/:owner/:repo/git/trees
    /repos/:owner/:repo/git/trees/:sha
    /repos/:owner/:repo/hooks
    /repos/:owner/:repo/hooks/:id
    /repos/:owner/:repo/hooks/:id/tests
    /repos/:owner/:repo/issues
    /repos/:owner/:repo/issues/:number
    /repos/:owner/:repo/issues/:number/comments
    /repos/:owner/:repo/issues/:number/events
    /repos/:owner/:repo/issues/:number/labels
    /repos/:owner/:repo/issues/:number/labels/:name
    /repos/:owner/:repo/issues/comments
    /repos/:owner/:repo/issues/comments/:id
    /repos/:owner/:repo/issues/events
    /repos/:owner/:repo/issues/events/:id
    /repos/:owner/:repo/keys
    /repos/:owner/:repo/keys/:id
    /repos/:owner/:repo/labels
    /repos/:owner/:repo/labels/:name
    /repos/:owner/:repo/languages
    /repos/:owner/:repo/merges
    /repos/:owner/:repo/milestones
    /repos/:owner/:repo/milestones/:number
    /repos/:owner/:repo/milestones/:number/labels
    /repos/:owner/:repo/notifications
    /repos/:owner/:repo/pulls
    /repos/:owner/:repo/pulls/:number
    /repos/:owner/:repo/pulls/:number/comments
    /repos/:owner/:repo/pulls/:number/commits
    /repos/:owner/:repo/pulls/:number/files
    /repos/:owner/:repo/pulls/:number/merge
    /repos/:owner/:repo/pulls/comments
    /repos/:owner/:repo/pulls/comments/:number
    /repos/:owner/:repo/readme
    /repos/:owner/:repo/releases
    /repos/:owner/:repo/releases/:id
    /repos/:owner/:repo/releases/:id/assets
    /repos/:owner/:repo/stargazers
    /repos/:owner/:repo/stats/code_frequency
    /repos/:owner/:repo/stats/commit_activity
    /repos/:owner/:repo/stats/contributors
    /repos/:owner/:repo/stats/participation
    /repos/:owner/:repo/stats/punch_card
    /repos/:owner/:repo/statuses/:ref
    /repos/:owner/:repo/subscribers
    /repos/:owner/:repo/subscription
    /repos/:owner/:repo/tags
    /repos/:owner/:repo/teams
    /repositories
    /search/code
    /search/issues
    /search/repositories
    /search/users
    /teams/:id
    /teams/:id/members
    /teams/:id/members/:user
    /teams/:id/repos
    /teams/:id/repos/:owner/:repo
    /user
    /user/emails
    /user/issues
    /user/orgs
    /user/repos
    /user/starred
    /user/starred/:owner/:repo
    /user/subscriptions
    /user/subscriptions/:owner/:repo
    /user/teams
    /users
    /users/:user
    /users/:user/events
    /users/:user/events/orgs/:org
    /users/:user/events/public
    /users/:user/followers
    /users/:user/gists
    /users/:user/orgs
    /users/:user/received_events
    /users/:user/received_events/public
    /users/:user/repos
    /users/:user/starred
    /users/:user/subscriptions
    """
}

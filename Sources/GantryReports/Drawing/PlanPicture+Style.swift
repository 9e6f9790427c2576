// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension PlanPicture {
  /// The look of the picture; it carries its own, so that it can be shown alone.
  static let style = """
    .graph { --ink: #1b1f24; --soft: #5b6570; --paper: #fff; --edge: #8a949e;
      --beforeReady: #0072b2; --afterReady: #e69f00; --idle: #009e73; --onDemand: #cc79a7;
      --on-beforeReady: #fff; --on-other: #1b1f24;
      font: 11.5px system-ui, -apple-system, "Segoe UI", sans-serif; }
    @media (prefers-color-scheme: dark) {
      .graph { --ink: #e8ebee; --soft: #9aa5b0; --paper: #14181c; --edge: #6b7681;
        --beforeReady: #56b4e9; --idle: #2bc299; --onDemand: #dd94bb;
        --on-beforeReady: #10141a; --on-other: #10141a; } }
    .graph text { fill: var(--ink); }
    .graph text.soft { fill: var(--soft); }
    .graph .paper { fill: var(--paper); }
    .graph line.ready { stroke: var(--ink); stroke-dasharray: 4 3; }
    .graph text.ready { font-weight: 650; }
    .graph .edge { fill: none; stroke: var(--edge); stroke-width: 1.2; }
    .graph .edge.wants { stroke-dasharray: 6 3; }
    .graph .edge.order { stroke-dasharray: 1.5 3; }
    .graph path.edge:hover { stroke: var(--ink); stroke-width: 2.5; }
    .graph rect, .graph .milestone path { fill: var(--paper); stroke: var(--soft);
      stroke-width: 1.5; }
    .graph rect.paper { stroke: none; }
    .graph .beforeReady rect, .graph rect.beforeReady { stroke: var(--beforeReady); }
    .graph .afterReady rect, .graph rect.afterReady { stroke: var(--afterReady); }
    .graph .idle rect, .graph rect.idle { stroke: var(--idle); }
    .graph .onDemand rect, .graph rect.onDemand { stroke: var(--onDemand); }
    .graph .main.beforeReady rect, .graph rect.main { fill: var(--beforeReady); }
    .graph .main.afterReady rect { fill: var(--afterReady); }
    .graph .main.idle rect { fill: var(--idle); }
    .graph .main.onDemand rect { fill: var(--onDemand); }
    .graph .main text { fill: var(--on-other); }
    .graph .main.beforeReady text { fill: var(--on-beforeReady); }
    .graph .essential text { font-weight: 700; }
    .graph .skipped rect { fill: var(--paper); stroke: var(--soft); stroke-dasharray: 3 3; }
    .graph .skipped text { fill: var(--soft); text-decoration: line-through; }
    """
}

// SPDX-License-Identifier: Apache-2.0

import Orders

// What `application.requestedManifest()` gives.
print(
  """
  {
    "schemaVersion": 6, "rejectedRecords": [],
    "findings": {"takesLinked": true, "hasNoRecords": false, "skipped": [], "warnings": [], "faults": [
      {"kind": "missingProvider", "message": "No module provides Money (Orders/Orders.swift:9)."}]},
    "graph": {"nodes": [], "milestones": [], "idleEdges": {}},
    "modules": [
      {"name": "Orders", "kind": "module", "type": "Orders.OrdersModule", "target": "Orders",
       "declaredAt": "Orders/OrdersModule.swift:9", "conditions": [], "dependencies": [],
       "tasks": [], "handlers": [], "provides": [], "injects": [], "routes": [],
       "interceptors": [], "runs": []}]
  }
  """)

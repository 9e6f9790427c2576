// SPDX-License-Identifier: Apache-2.0

import Orders

// What `application.requestedManifest()` gives.
print(
  """
  {
    "schemaVersion": 5, "rejectedRecords": [],
    "findings": {"takesLinked": true, "skipped": [], "faults": [
      {"kind": "missingProvider", "message": "No module provides Money (Orders/Orders.swift:9)."}]},
    "graph": {"nodes": [], "milestones": [], "idleEdges": {}},
    "modules": [
      {"name": "Orders", "kind": "module", "type": "Orders.OrdersModule", "target": "Orders",
       "declaredAt": "Orders/OrdersModule.swift:9", "stage": "beforeReady", "priority": 0,
       "isEssential": false, "conditions": [], "dependencies": [], "tasks": [], "handlers": [],
       "provides": [], "injects": [], "routes": []}]
  }
  """)

import { adminRoutes } from './routes/admin.ts'
import { batchRoutes } from './routes/batches.ts'
import { directoryRoutes } from './routes/directory.ts'
import { exportRoutes } from './routes/exports.ts'
import { identityRoutes } from './routes/identity.ts'
import { jobRoutes } from './routes/jobs.ts'
import { mappingRoutes } from './routes/mappings.ts'
import { readingRoutes } from './routes/readings.ts'
import { singleRoutes } from './routes/single.ts'
import { meetRoutes } from './routes/meets.ts'
import { linkRoutes } from './routes/links.ts'
import { notificationRoutes } from './routes/notifications.ts'
import type { Route } from './routes/route.ts'
import { serviceRoutes } from './routes/service.ts'
import { shareRoutes } from './routes/shares.ts'
import { streamRoutes } from './routes/streams.ts'

/** Every way into Docket, once. */
export const routes = {
  ...jobRoutes,
  ...linkRoutes,
  ...batchRoutes,
  ...exportRoutes,
  ...streamRoutes,
  ...notificationRoutes,
  ...readingRoutes,
  ...directoryRoutes,
  ...singleRoutes,
  ...meetRoutes,
  ...mappingRoutes,
  ...shareRoutes,
  ...identityRoutes,
  ...serviceRoutes,
  ...adminRoutes,
} as const satisfies Record<string, Route>

import { adminRoutes } from './admin/admin.ts'
import { adminJobRoutes } from './admin/active-jobs.ts'
import { batchRoutes } from './batches.ts'
import { bulkRoutes } from './bulk.ts'
import { directoryRoutes } from './directory.ts'
import { exportRoutes } from './exports.ts'
import { identityRoutes } from './identity.ts'
import { jobRoutes } from './jobs.ts'
import { mappingRoutes } from './mappings.ts'
import { queueViewRoutes } from './queue-views.ts'
import { readAgainRoutes } from './read-again.ts'
import { rateRoutes } from './rates.ts'
import { readingRoutes } from './readings.ts'
import { meRoutes, signInRoutes } from './sign-in.ts'
import { syncExtractRoutes } from './sync-extract.ts'
import { missingNumberRoutes } from './missing-numbers.ts'
import { meetRoutes } from './meets.ts'
import { layoutRoutes } from './layouts.ts'
import { linkRoutes } from './links.ts'
import { notificationRoutes } from './notifications.ts'
import type { Route } from '../route.ts'
import { serviceRoutes } from './service.ts'
import { shareRoutes } from './shares.ts'
import { streamRoutes } from './streams.ts'
import { teamRoutes } from './teams.ts'
import { uploadRoutes } from './uploads.ts'

export const routes = {
  ...jobRoutes,
  ...bulkRoutes,
  ...readAgainRoutes,
  ...queueViewRoutes,
  ...linkRoutes,
  ...uploadRoutes,
  ...batchRoutes,
  ...exportRoutes,
  ...streamRoutes,
  ...notificationRoutes,
  ...readingRoutes,
  ...directoryRoutes,
  ...missingNumberRoutes,
  ...rateRoutes,
  ...syncExtractRoutes,
  ...meetRoutes,
  ...mappingRoutes,
  ...layoutRoutes,
  ...shareRoutes,
  ...meRoutes,
  ...identityRoutes,
  ...signInRoutes,
  ...teamRoutes,
  ...serviceRoutes,
  ...adminRoutes,
  ...adminJobRoutes,
} as const satisfies Record<string, Route>

import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from '@tanstack/react-router'
import { directoryView } from './directory/directory-view.ts'
import { type JobFilter, jobFilters } from './jobs/job-filter.ts'
import { ErrorPage } from './pages/error-page.tsx'
import { NotFoundPage } from './pages/not-found-page.tsx'
import { UploadPage } from './pages/upload-page.tsx'
import { Shell } from './parts/shell.tsx'

const rootRoute = createRootRoute({
  component: Shell,
  errorComponent: ErrorPage,
  notFoundComponent: NotFoundPage,
})
const under = { getParentRoute: () => rootRoute }

const uploadRoute = createRoute({ ...under, path: '/', component: UploadPage })

const queueRoute = createRoute({
  ...under,
  path: '/queue',
  component: lazyRouteComponent(() => import('./pages/queue-page.tsx'), 'QueuePage'),
  validateSearch: ({
    status,
    q,
  }: Record<string, unknown>): { status?: Exclude<JobFilter, 'all'>; q?: string } => {
    const filter = jobFilters.find((known) => known === status)
    return {
      ...(filter === undefined || filter === 'all' ? {} : { status: filter }),
      // A search for a number is read as a number.
      ...((typeof q === 'string' && q !== '') || typeof q === 'number' ? { q: `${q}` } : {}),
    }
  },
})

const jobRoute = createRoute({
  ...under,
  path: '/jobs/$id',
  component: lazyRouteComponent(() => import('./pages/job-page.tsx'), 'JobPage'),
})

const reviewRoute = createRoute({
  ...under,
  path: '/review/$id',
  component: lazyRouteComponent(() => import('./pages/review-page.tsx'), 'ReviewPage'),
})

const batchRoute = createRoute({
  ...under,
  path: '/batch/$id',
  component: lazyRouteComponent(() => import('./pages/batch-page.tsx'), 'BatchPage'),
})

const sharedRoute = createRoute({
  ...under,
  path: '/result/$code',
  component: lazyRouteComponent(() => import('./pages/shared-page.tsx'), 'SharedPage'),
})

const directoryRoute = createRoute({
  ...under,
  path: '/directory',
  component: lazyRouteComponent(() => import('./pages/directory-page.tsx'), 'DirectoryPage'),
  validateSearch: directoryView,
})

const mappingsRoute = createRoute({
  ...under,
  path: '/mappings',
  component: lazyRouteComponent(() => import('./pages/mappings-page.tsx'), 'MappingsPage'),
})

const mappingRoute = createRoute({
  ...under,
  path: '/mappings/$name',
  component: lazyRouteComponent(() => import('./pages/mapping-page.tsx'), 'MappingPage'),
})

const settingsRoute = createRoute({
  ...under,
  path: '/settings',
  component: lazyRouteComponent(() => import('./pages/settings-page.tsx'), 'SettingsPage'),
})

const unsubscribeRoute = createRoute({
  ...under,
  path: '/unsubscribe/$token',
  component: lazyRouteComponent(() => import('./pages/unsubscribe-page.tsx'), 'UnsubscribePage'),
})

const privacyRoute = createRoute({
  ...under,
  path: '/privacy',
  component: lazyRouteComponent(() => import('./pages/privacy-page.tsx'), 'PrivacyPage'),
})

const adminRoute = createRoute({
  ...under,
  path: '/admin',
  component: lazyRouteComponent(() => import('./pages/admin-page.tsx'), 'AdminPage'),
})

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    uploadRoute,
    queueRoute,
    jobRoute,
    reviewRoute,
    batchRoute,
    sharedRoute,
    directoryRoute,
    mappingsRoute,
    mappingRoute,
    settingsRoute,
    unsubscribeRoute,
    privacyRoute,
    adminRoute,
  ]),
  defaultErrorComponent: ErrorPage,
  defaultPreload: 'intent',
  // What no page knows of is not passed on.
  search: { strict: true },
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

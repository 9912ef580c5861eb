import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import { type JobFilter, jobFilters } from './jobs/job-filter.ts'
import { ErrorPage } from './pages/error-page.tsx'
import { NotFoundPage } from './pages/not-found-page.tsx'
import { QueuePage } from './pages/queue-page.tsx'
import { UploadPage } from './pages/upload-page.tsx'
import { Shell } from './parts/shell.tsx'

const rootRoute = createRootRoute({
  component: Shell,
  errorComponent: ErrorPage,
  notFoundComponent: NotFoundPage,
})

const uploadRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  component: UploadPage,
})

const queueRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/queue',
  // Not loaded lazily: it must open while uploads run and the connection is gone.
  component: QueuePage,
  validateSearch: ({ status }: Record<string, unknown>): { status?: JobFilter } => {
    const filter = jobFilters.find((known) => known === status)
    return filter === undefined || filter === 'all' ? {} : { status: filter }
  },
})

export const router = createRouter({
  routeTree: rootRoute.addChildren([uploadRoute, queueRoute]),
  defaultErrorComponent: ErrorPage,
  // What no page knows of is not passed on.
  search: { strict: true },
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

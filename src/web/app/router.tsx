import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from '@tanstack/react-router'
import { parseDirectoryView } from '../features/directory/directory-view.ts'
import { type JobFilter, jobFilters } from '../features/queue/job-filter.ts'
import { type JobSort, jobSorts, type SortOrder, sortOrders } from '../../domain/job/job-sort.ts'
import { parseSignInSearch } from '../features/account/sign-in-search.ts'
import { parseMeetChoice } from '../readings/meet-choice.ts'
import { ErrorPage } from './error-page.tsx'
import { NotFoundPage } from './not-found-page.tsx'
import { UploadPage } from '../features/upload/upload-page.tsx'
import { Shell } from './shell.tsx'

const rootRoute = createRootRoute({
  component: Shell,
  errorComponent: ErrorPage,
  notFoundComponent: NotFoundPage,
})
const parent = { getParentRoute: () => rootRoute }

const loadBatchPage = () =>
  Promise.all([
    import('../features/batch/batch-page.tsx'),
    import('../features/batch/batch-results.tsx'),
    import('../features/batch/batch-meet.tsx'),
  ])

const uploadRoute = createRoute({
  ...parent,
  path: '/',
  component: () => <UploadPage loadNextPage={loadBatchPage} />,
})

const queueRoute = createRoute({
  ...parent,
  path: '/queue',
  component: lazyRouteComponent(() => import('../features/queue/queue-page.tsx'), 'QueuePage'),
  validateSearch: ({
    status,
    q,
    upload,
    seller,
    period,
    reason,
    sort,
    order,
  }: Record<string, unknown>): {
    status?: Exclude<JobFilter, 'all'>
    q?: string
    upload?: string
    seller?: string
    period?: string
    reason?: string
    sort?: JobSort
    order?: SortOrder
  } => {
    const sorted = jobSorts.find((known) => known === sort)
    const ordered = sortOrders.find((known) => known === order)
    const filter = jobFilters.find((known) => known === status)
    return {
      ...(filter === undefined || filter === 'all' ? {} : { status: filter }),
      // The router parses a search term of digits as a number.
      ...((typeof q === 'string' && q !== '') || typeof q === 'number' ? { q: `${q}` } : {}),
      ...(typeof upload === 'string' ? { upload } : {}),
      ...(typeof seller === 'string' ? { seller } : {}),
      ...(typeof period === 'string' ? { period } : {}),
      ...(typeof reason === 'string' ? { reason } : {}),
      ...(sorted === undefined ? {} : { sort: sorted }),
      ...(ordered === undefined ? {} : { order: ordered }),
    }
  },
})

const jobRoute = createRoute({
  ...parent,
  path: '/jobs/$id',
  component: lazyRouteComponent(() => import('../features/job/job-page.tsx'), 'JobPage'),
})

const reviewRoute = createRoute({
  ...parent,
  path: '/review/$id',
  component: lazyRouteComponent(() => import('../features/review/review-page.tsx'), 'ReviewPage'),
})

const splitRoute = createRoute({
  ...parent,
  path: '/split/$id',
  component: lazyRouteComponent(
    () => import('../features/review/split/split-page.tsx'),
    'SplitPage',
  ),
})

const batchRoute = createRoute({
  ...parent,
  path: '/batch/$id',
  component: lazyRouteComponent(() => import('../features/batch/batch-page.tsx'), 'BatchPage'),
  validateSearch: parseMeetChoice,
})

const sharedRoute = createRoute({
  ...parent,
  path: '/result/$code',
  component: lazyRouteComponent(() => import('../features/share/shared-page.tsx'), 'SharedPage'),
})

const sharedBatchRoute = createRoute({
  ...parent,
  path: '/shared/$code',
  component: lazyRouteComponent(
    () => import('../features/share/shared-batch-page.tsx'),
    'SharedBatchPage',
  ),
  validateSearch: parseMeetChoice,
})

const monthRoute = createRoute({
  ...parent,
  path: '/month',
  component: lazyRouteComponent(() => import('../features/month/month-page.tsx'), 'MonthPage'),
  validateSearch: ({
    period,
    seller,
  }: Record<string, unknown>): {
    period?: string
    seller?: string
  } => ({
    ...(typeof period === 'string' && /^\d{4}-(0[1-9]|1[0-2])$/.test(period) && { period }),
    ...(typeof seller === 'string' && { seller }),
  }),
})

const directoryRoute = createRoute({
  ...parent,
  path: '/directory',
  component: lazyRouteComponent(
    () => import('../features/directory/directory-page.tsx'),
    'DirectoryPage',
  ),
  validateSearch: parseDirectoryView,
})

const missingNumbersRoute = createRoute({
  ...parent,
  path: '/directory/missing',
  component: lazyRouteComponent(
    () => import('../features/directory/missing-numbers-page.tsx'),
    'MissingNumbersPage',
  ),
})

const mappingsRoute = createRoute({
  ...parent,
  path: '/mappings',
  component: lazyRouteComponent(
    () => import('../features/mappings/mappings-page.tsx'),
    'MappingsPage',
  ),
})

const customFieldsRoute = createRoute({
  ...parent,
  path: '/mappings/custom-fields',
  component: lazyRouteComponent(
    () => import('../features/mappings/custom-fields-page.tsx'),
    'CustomFieldsPage',
  ),
})

const mappingRoute = createRoute({
  ...parent,
  path: '/mappings/$name',
  component: lazyRouteComponent(
    () => import('../features/mappings/mapping-page.tsx'),
    'MappingPage',
  ),
})

const settingsRoute = createRoute({
  ...parent,
  path: '/settings',
  component: lazyRouteComponent(
    () => import('../features/settings/settings-page.tsx'),
    'SettingsPage',
  ),
})

const signInRoute = createRoute({
  ...parent,
  path: '/sign-in',
  component: lazyRouteComponent(() => import('../features/account/sign-in-page.tsx'), 'SignInPage'),
  validateSearch: parseSignInSearch,
})

const accountRoute = createRoute({
  ...parent,
  path: '/account',
  component: lazyRouteComponent(
    () => import('../features/account/account-page.tsx'),
    'AccountPage',
  ),
})

const joinRoute = createRoute({
  ...parent,
  path: '/join/$code',
  component: lazyRouteComponent(() => import('../features/account/join-page.tsx'), 'JoinPage'),
})

const unsubscribeRoute = createRoute({
  ...parent,
  path: '/unsubscribe/$token',
  component: lazyRouteComponent(
    () => import('../features/batch/unsubscribe-page.tsx'),
    'UnsubscribePage',
  ),
})

const privacyRoute = createRoute({
  ...parent,
  path: '/privacy',
  component: lazyRouteComponent(() => import('./privacy-page.tsx'), 'PrivacyPage'),
})

const adminRoute = createRoute({
  ...parent,
  path: '/admin',
  component: lazyRouteComponent(() => import('../features/admin/admin-page.tsx'), 'AdminPage'),
})

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    uploadRoute,
    queueRoute,
    jobRoute,
    reviewRoute,
    splitRoute,
    batchRoute,
    sharedRoute,
    sharedBatchRoute,
    monthRoute,
    directoryRoute,
    missingNumbersRoute,
    mappingsRoute,
    customFieldsRoute,
    mappingRoute,
    settingsRoute,
    signInRoute,
    accountRoute,
    joinRoute,
    unsubscribeRoute,
    privacyRoute,
    adminRoute,
  ]),
  defaultErrorComponent: ErrorPage,
  defaultPreload: 'intent',
  // Drops unknown search parameters.
  search: { strict: true },
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

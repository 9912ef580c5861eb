import { routes } from '../../../src/domain/api/routes/routes.ts'
import type { Scope } from '../../../src/domain/values/permissions.ts'
import { samplePdf, textPdf } from '../../fixtures/pdfs.ts'

export type RouteName = keyof typeof routes

/**
 * Objects that the table refers to, all belonging to one owner: a finished job with a share link, and one object of
 * every other kind.
 */
export interface OwnedObjects {
  id: string
  batch: string
  upload: string
  code: string
  /** A job with one correction, which can be corrected again. */
  invoice: string
  parties: string
  units: string
  goods: string
  'learned-corrections': string
  webhooks: string
  callback: string
  delivery: string
  keys: string
  links: string
  /** Code of an invitation to the owner's team, and the id of a member. */
  invitation: string
  member: string
}

interface Row {
  /** Statuses for the owner and for any other authenticated caller. Both have a team. */
  owner: number
  other: number
  /** Status for a browser without a token, if it differs from `other`. */
  browser?: number
  /** Status for the administrator, if it differs from `other`. */
  admin?: number
  /** Statuses for the owner's team, API keys and anonymous session, if they differ from `owner`. */
  member?: number
  viewer?: number
  key?: number
  session?: number
  init?: (objects: OwnedObjects) => RequestInit
}

export const json = (body: object) => {
  return { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
}
export const form = () => {
  const body = new FormData()
  body.set('file', new Blob([pdf]), 'table.pdf')
  return { body }
}
export const correction = (revision: number) => ({
  body: JSON.stringify({ changes: [{ path: 'buyer.name', value: `PT Maju ${revision}` }] }),
  headers: { 'content-type': 'application/json', 'if-match': `"${revision}"` },
})
const emptyJson = () => ({ body: '{}', headers: { 'content-type': 'application/json' } })
const emptyCsv = () => ({ body: '\n', headers: { 'content-type': 'text/csv' } })
export const pdf = new Uint8Array(await textPdf())
export const invoicePdf = new Uint8Array(await samplePdf())

const adminOnly = { owner: 403, other: 403, admin: 200 }
/** API keys, the administrator and anonymous browsers cannot manage teams. */
const usersOnly = { browser: 403, admin: 403, key: 403, session: 403 }
const ownersOnly = { ...usersOnly, member: 403, viewer: 403 }

type EntryRoute<Plural extends string, Single extends string> =
  | `${'list' | 'export' | 'import'}${Plural}`
  | `${'create' | 'edit' | 'delete'}${Single}`

/** Every table of the directory has the same routes. */
const entryRows = <Plural extends string, Single extends string>(plural: Plural, single: Single) =>
  Object.fromEntries<Row>([
    [`list${plural}`, { owner: 200, other: 200 }],
    [`create${single}`, { owner: 400, other: 400, init: emptyJson }],
    [`export${plural}`, { owner: 200, other: 200 }],
    [`import${plural}`, { owner: 422, other: 422, init: emptyCsv }],
    [`edit${single}`, { owner: 200, other: 404, init: emptyJson }],
    [`delete${single}`, { owner: 204, other: 404 }],
  ]) as Record<EntryRoute<Plural, Single>, Row>

/**
 * All routes. TypeScript and the first test fail if one is missing. Requests run in this order, so destructive requests
 * come last.
 */
export const table: Record<RouteName, Row> = {
  upload: { owner: 202, other: 202, init: form },
  extractBatch: { owner: 202, other: 202, init: form },
  getBatch: { owner: 200, other: 403 },
  batchResults: { owner: 200, other: 403 },
  batchMeet: { owner: 200, other: 403 },
  batchSwimmers: { owner: 200, other: 403 },
  downloadBatch: { owner: 200, other: 403 },
  getUsage: { owner: 200, other: 200 },
  exportJobs: {
    owner: 200,
    other: 403,
    init: ({ id }) => json({ ids: [id] }),
  },
  checkExport: { owner: 200, other: 403, init: ({ id }) => json({ ids: [id] }) },
  listExports: { owner: 200, other: 200 },
  // Nothing was exported as a Coretax file.
  undoExport: { owner: 404, other: 404 },
  // No mail server is configured.
  notifyBatch: { owner: 404, other: 403, init: () => json({ email: 'ada@example.com' }) },
  listNotices: { owner: 200, other: 403 },
  openUnsubscribe: { owner: 303, other: 303, init: () => ({ redirect: 'manual' }) },
  unsubscribe: { owner: 404, other: 404 },
  resubscribe: { owner: 404, other: 404 },
  invoiceFacets: { owner: 200, other: 200 },
  getUpload: { owner: 200, other: 404 },
  cancelUpload: { owner: 409, other: 404 },
  cancelBatch: { owner: 409, other: 403 },
  retryBatch: { owner: 409, other: 403 },
  retryBatchJob: { owner: 409, other: 403 },
  extract: { owner: 200, other: 200, init: form },
  extractUrl: { owner: 422, other: 422, init: () => json({ url: 'http://10.0.0.1/a.pdf' }) },
  // Rejected because of the content, not the caller.
  discoverHeatSheets: { owner: 422, other: 422, init: () => json({ url: 'ftp://nowhere' }) },
  // With folder storage, files are reachable only through the API.
  beginUpload: { owner: 404, other: 404, init: () => json({ bytes: 1 }) },
  commitUpload: { owner: 404, other: 404, init: () => json({ filename: 'a.pdf' }) },
  linkToFile: { owner: 404, other: 403 },
  listJobs: { owner: 200, other: 200 },
  getJob: { owner: 200, other: 403 },
  jobStatus: { owner: 200, other: 403 },
  jobSource: { owner: 200, other: 403 },
  jobEvents: { owner: 200, other: 403 },
  downloadJob: { owner: 200, other: 403 },
  getReading: { owner: 200, other: 403 },
  correctReading: { owner: 200, other: 403, init: () => correction(2) },
  unapproveJob: { owner: 200, other: 403, init: () => ({ headers: { 'if-match': '"3"' } }) },
  approveJob: { owner: 200, other: 403, init: () => ({ headers: { 'if-match': '"3"' } }) },
  // A mapping recognises the sample, and every owner has separate layouts.
  offerLayout: { owner: 422, other: 403 },
  acceptLayout: { owner: 422, other: 403 },
  // Every owner has separate views.
  saveQueueView: { owner: 200, other: 200, init: () => json({ search: {} }) },
  listQueueViews: { owner: 200, other: 200 },
  deleteQueueView: { owner: 204, other: 204 },
  listLayouts: { owner: 200, other: 200 },
  saveLayout: { owner: 404, other: 404, init: () => json({ yaml: 'name: none_v1' }) },
  deleteLayout: { owner: 404, other: 404 },
  // Every owner has a separate directory, so others' entries do not exist.
  ...entryRows('Parties', 'Party'),
  listMissingNumbers: { owner: 200, other: 200 },
  saveMissingNumbers: {
    owner: 200,
    other: 200,
    init: () => json({ numbers: [{ name: 'PT Baru', tin: '12' }] }),
  },
  ...entryRows('Units', 'Unit'),
  ...entryRows('Goods', 'Goods'),
  listRates: { owner: 200, other: 200 },
  saveRates: { owner: 400, other: 400, init: emptyJson },
  importRates: { owner: 422, other: 422, init: emptyCsv },
  // Rejected because of the URL, not the caller.
  deleteRate: { owner: 400, other: 400 },
  listLearnedCorrections: { owner: 200, other: 200 },
  deleteLearnedCorrection: { owner: 204, other: 404 },
  getMapping: { owner: 200, other: 200 },
  tryMapping: { owner: 200, other: 200, init: form },
  // The administrator may save mappings, but may not replace built-in ones.
  saveMapping: {
    owner: 403,
    other: 403,
    admin: 409,
    init: () => json({ yaml: '' }),
  },
  deleteMapping: { owner: 403, other: 403, admin: 409 },
  adminOverview: adminOnly,
  pauseQueue: adminOnly,
  resumeQueue: adminOnly,
  listDeadLetters: adminOnly,
  requeueDeadLetters: adminOnly,
  runCleanup: adminOnly,
  analytics: adminOnly,
  listActiveJobs: adminOnly,
  cancelActiveJobs: adminOnly,
  prioritizeJobs: { ...adminOnly, init: () => json({ priority: 1 }) },
  retryJob: { owner: 409, other: 403 },
  cancelJob: { owner: 409, other: 403 },
  shareJob: { owner: 201, other: 403 },
  listShares: { owner: 200, other: 200 },
  sharedResult: { owner: 200, other: 200 },
  downloadShared: { owner: 200, other: 200 },
  checkNewerSheets: { owner: 404, other: 403 },
  createBatchLink: { owner: 201, other: 403 },
  listBatchLinks: { owner: 200, other: 403 },
  revokeBatchLink: { owner: 404, other: 403 },
  sharedBatch: { owner: 404, other: 404 },
  sharedMeet: { owner: 200, other: 200 },
  sharedSwimmers: { owner: 200, other: 200 },
  sharedCalendar: { owner: 400, other: 400 },
  streamBatch: { owner: 200, other: 403 },
  streamJobs: { owner: 200, other: 200 },
  whoAmI: { owner: 200, other: 200 },
  claimSession: { owner: 200, other: 200, browser: 401, session: 401 },
  signInOptions: { owner: 200, other: 200 },
  signInWithKey: { owner: 401, other: 401, init: () => json({ key: 'dk_nonsense' }) },
  // No provider is configured.
  startSignIn: { owner: 404, other: 404 },
  finishSignIn: { owner: 404, other: 404 },
  getTeam: { owner: 200, other: 200 },
  createTeam: { owner: 409, other: 409, ...usersOnly, init: () => json({ name: 'x' }) },
  renameTeam: { owner: 200, other: 200, ...ownersOnly, init: () => json({ name: 'x' }) },
  // Both teams have other members.
  closeTeam: { owner: 409, other: 409, ...ownersOnly },
  changeRole: { owner: 200, other: 404, ...ownersOnly, init: () => json({ role: 'viewer' }) },
  invite: { owner: 201, other: 201, ...ownersOnly },
  viewInvitation: { owner: 200, other: 200 },
  acceptInvitation: { owner: 409, other: 409, ...usersOnly },
  listLinks: { owner: 200, other: 200 },
  revokeLink: { owner: 204, other: 404 },
  removeMember: { owner: 204, other: 404, ...ownersOnly },
  listKeys: { owner: 200, other: 200 },
  createKey: {
    owner: 201,
    other: 201,
    key: 403,
    init: () => ({ body: '{"name":"x"}', headers: { 'content-type': 'application/json' } }),
  },
  // Every user has separate keys.
  revokeKey: { owner: 204, other: 404, member: 404, key: 403 },
  listWebhooks: { owner: 200, other: 200 },
  createWebhook: { owner: 201, other: 201, init: () => json({ url: 'https://example.com/hook' }) },
  changeWebhook: { owner: 200, other: 403, init: emptyJson },
  listDeliveries: { owner: 200, other: 403 },
  redeliver: { owner: 202, other: 403 },
  testWebhook: { owner: 202, other: 403 },
  rotateWebhookSecret: { owner: 200, other: 403 },
  deleteWebhook: { owner: 204, other: 403 },
  listCallbacks: { owner: 200, other: 200 },
  redeliverCallback: { owner: 202, other: 403 },
  rotateCallbackSecret: { owner: 200, other: 200 },
  createTicket: { owner: 201, other: 201 },
  dependencies: { owner: 200, other: 200 },
  listMappings: { owner: 200, other: 200 },
  health: { owner: 200, other: 200 },
  ready: { owner: 200, other: 200 },
  unshareJob: { owner: 204, other: 403 },
  // Pages outside the document, so that the job stays in the state that the other routes expect.
  splitJob: { owner: 400, other: 403, init: () => json({ ranges: [[1, 99]] }) },
  readJobAgain: { owner: 202, other: 403, init: emptyJson },
  cancelJobs: { owner: 202, other: 403, init: ({ id }) => json({ ids: [id] }) },
  retryJobs: { owner: 202, other: 403, init: ({ id }) => json({ ids: [id] }) },
  readJobsAgain: { owner: 202, other: 403, init: ({ id }) => json({ ids: [id] }) },
  deleteJob: { owner: 204, other: 403 },
  // The job is gone by now and is skipped.
  deleteJobs: { owner: 200, other: 403, init: ({ id }) => json({ ids: [id] }) },
  endSession: { owner: 204, other: 204 },
  signOut: { owner: 200, other: 200 },
}

/** Scopes of the routes that require another one than `read` for GET and `write` for other methods. */
const otherScopes: Partial<Record<RouteName, 'public' | Scope>> = {
  linkToFile: 'read',
  checkExport: 'read',
  exportJobs: 'read',
  createTicket: 'read',
  // Viewers may leave a team, and join another one.
  removeMember: 'read',
  acceptInvitation: 'read',
  viewInvitation: 'public',
  openUnsubscribe: 'public',
  unsubscribe: 'public',
  resubscribe: 'public',
  sharedBatch: 'public',
  sharedResult: 'public',
  downloadShared: 'public',
  sharedMeet: 'public',
  sharedSwimmers: 'public',
  sharedCalendar: 'public',
  signInOptions: 'public',
  signInWithKey: 'public',
  startSignIn: 'public',
  finishSignIn: 'public',
  signOut: 'public',
  listMappings: 'public',
  health: 'public',
  ready: 'public',
}

/** Returns the scope that a route must require. The definitions of the routes are tested against it. */
export function expectedScope(name: RouteName): 'public' | Scope {
  return otherScopes[name] ?? (routes[name].method === 'GET' ? 'read' : 'write')
}

/** Callers who cannot change the owner's objects. */
export const callersWithoutAccess = [
  'other team',
  'premium',
  'admin',
  'revoked key',
  'share token',
  'anonymous',
  'read key',
  'viewer',
] as const
/** Callers who may change the owner's objects. Each run needs new objects. */
export const editors = ['JWT', 'write key', 'sign-in', 'member', 'session'] as const
export type Caller = (typeof callersWithoutAccess)[number] | (typeof editors)[number]
export type Mode = 'token' | 'both'

export function expectedStatus(name: RouteName, caller: Caller, mode: Mode): number {
  const row = table[name]
  const { owner, other, browser = other, admin = other } = row
  const access = expectedScope(name)
  if (access === 'public') return other
  switch (caller) {
    case 'revoked key':
    case 'share token':
      return 401
    case 'anonymous':
      return mode === 'token' ? 401 : browser
    case 'other team':
    case 'premium':
      return other
    case 'admin':
      return admin
    case 'read key':
      return access === 'read' ? (row.key ?? owner) : 403
    case 'viewer':
      return access === 'read' ? (row.viewer ?? owner) : 403
    case 'write key':
      return row.key ?? owner
    case 'member':
      return row.member ?? owner
    case 'session':
      return row.session ?? owner
    case 'JWT':
    case 'sign-in':
      return owner
  }
}

import { describe, expect, it, vi } from 'vitest'
import { getRequiredAccess, type Route } from '../../src/domain/api/route.ts'
import { routes } from '../../src/domain/api/routes/routes.ts'
import { createKey, revokeKey } from '../../src/identity/api-keys.ts'
import { samplePdf, textPdf } from '../fixtures/pdfs.ts'
import { loadContract } from '../support/contract.ts'
import { docketForTest, readJob, type Visitor, visitor } from '../support/docket.ts'
import { assertPresent } from '../support/assert-present.ts'
import { adminKey, bearer, jwtSecret, createAuthHeaders } from '../support/tokens.ts'

type RouteName = keyof typeof routes

/**
 * The objects in the table, all with one owner: a finished job with a share link, and one object of every other kind.
 */
interface OwnedObjects {
  id: string
  batch: string
  upload: string
  code: string
  /** A job with one correction that can be corrected again. */
  invoice: string
  parties: string
  units: string
  goods: string
  'learned-corrections': string
  webhooks: string
  delivery: string
  keys: string
}

interface Row {
  /** Statuses for the owner, and for any other identified caller. */
  owner: number
  other: number
  /** Status for a browser without a token, if it differs from `other`. */
  browser?: number
  /** Status for the administrator, where nobody else is allowed. */
  admin?: number
  init?: (objects: OwnedObjects) => RequestInit
}

const json = (body: object) => {
  return { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
}
const form = () => {
  const body = new FormData()
  body.set('file', new Blob([pdf]), 'table.pdf')
  return { body }
}
const correction = (revision: number) => ({
  body: JSON.stringify({ changes: [{ path: 'buyer.name', value: `PT Maju ${revision}` }] }),
  headers: { 'content-type': 'application/json', 'if-match': `"${revision}"` },
})
const emptyJson = () => ({ body: '{}', headers: { 'content-type': 'application/json' } })
const emptyCsv = () => ({ body: '\n', headers: { 'content-type': 'text/csv' } })
const pdf = new Uint8Array(await textPdf())
const invoicePdf = new Uint8Array(await samplePdf())

const adminOnly = { owner: 403, other: 403, admin: 200 }

/**
 * All routes: TypeScript and the first test reject the table if a route is missing. Requests run in this order, so
 * destructive requests come last.
 */
const table: Record<RouteName, Row> = {
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
  // Rejected because of its content, not its caller.
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
  listLayouts: { owner: 200, other: 200 },
  saveLayout: { owner: 404, other: 404, init: () => json({ yaml: 'name: none_v1' }) },
  deleteLayout: { owner: 404, other: 404 },
  // Every owner has a separate directory, so others' entries do not exist.
  listParties: { owner: 200, other: 200 },
  createParty: { owner: 400, other: 400, init: emptyJson },
  listMissingNumbers: { owner: 200, other: 200 },
  saveMissingNumbers: {
    owner: 200,
    other: 200,
    init: () => json({ numbers: [{ name: 'PT Baru', tin: '12' }] }),
  },
  exportParties: { owner: 200, other: 200 },
  importParties: { owner: 422, other: 422, init: emptyCsv },
  editParty: { owner: 200, other: 404, init: emptyJson },
  deleteParty: { owner: 204, other: 404 },
  listUnits: { owner: 200, other: 200 },
  createUnit: { owner: 400, other: 400, init: emptyJson },
  exportUnits: { owner: 200, other: 200 },
  importUnits: { owner: 422, other: 422, init: emptyCsv },
  editUnit: { owner: 200, other: 404, init: emptyJson },
  deleteUnit: { owner: 204, other: 404 },
  listGoods: { owner: 200, other: 200 },
  createGoods: { owner: 400, other: 400, init: emptyJson },
  exportGoods: { owner: 200, other: 200 },
  importGoods: { owner: 422, other: 422, init: emptyCsv },
  editGoods: { owner: 200, other: 404, init: emptyJson },
  deleteGoods: { owner: 204, other: 404 },
  listRates: { owner: 200, other: 200 },
  saveRates: { owner: 400, other: 400, init: emptyJson },
  importRates: { owner: 422, other: 422, init: emptyCsv },
  // Rejected because of its address, not its caller.
  deleteRate: { owner: 400, other: 400 },
  listLearnedCorrections: { owner: 200, other: 200 },
  deleteLearnedCorrection: { owner: 204, other: 404 },
  getMapping: { owner: 200, other: 200 },
  tryMapping: { owner: 200, other: 200, init: form },
  // Allowed for the administrator, but not for built-in mappings.
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
  claimSession: { owner: 200, other: 200, browser: 401 },
  endSession: { owner: 204, other: 204 },
  listKeys: { owner: 200, other: 200 },
  createKey: {
    owner: 201,
    other: 201,
    init: () => ({ body: '{"name":"x"}', headers: { 'content-type': 'application/json' } }),
  },
  revokeKey: { owner: 204, other: 404 },
  listWebhooks: { owner: 200, other: 200 },
  createWebhook: { owner: 201, other: 201, init: () => json({ url: 'https://example.com/hook' }) },
  changeWebhook: { owner: 200, other: 403, init: emptyJson },
  listDeliveries: { owner: 200, other: 403 },
  redeliver: { owner: 202, other: 403 },
  deleteWebhook: { owner: 204, other: 403 },
  createTicket: { owner: 201, other: 201 },
  dependencies: { owner: 200, other: 200 },
  listMappings: { owner: 200, other: 200 },
  health: { owner: 200, other: 200 },
  unshareJob: { owner: 204, other: 403 },
  readJobAgain: { owner: 202, other: 403, init: emptyJson },
  cancelJobs: { owner: 202, other: 403, init: ({ id }) => json({ ids: [id] }) },
  retryJobs: { owner: 202, other: 403, init: ({ id }) => json({ ids: [id] }) },
  readJobsAgain: { owner: 202, other: 403, init: ({ id }) => json({ ids: [id] }) },
  deleteJob: { owner: 204, other: 403 },
  // The job is gone by now.
  deleteJobs: { owner: 404, other: 403, init: ({ id }) => json({ ids: [id] }) },
}

const callers = [
  'other owner',
  'premium',
  'admin',
  'revoked',
  'anonymous',
  'read-only key',
  'owner',
] as const
type Caller = (typeof callers)[number]
type Mode = 'token' | 'both'

function expectedStatus(name: RouteName, caller: Caller, mode: Mode): number {
  const { owner, other, browser = other } = table[name]
  if (getRequiredAccess(routes[name]) === 'public') return other
  if (caller === 'revoked') return 401
  if (caller === 'anonymous') return mode === 'token' ? 401 : browser
  // The owner's read-only API key.
  if (caller === 'read-only key') return getRequiredAccess(routes[name]) === 'read' ? owner : 403
  if (caller === 'admin') return table[name].admin ?? other
  return caller === 'owner' ? owner : other
}

/** Streams that end before any client waits for them. */
const atOnce = { heartbeatMs: 50, maxDurationMs: 0 }

const filename = 'nobody-else-may-know.pdf'

const secretName = 'PT Rahasia'

/** Creates one object of every kind that an owner may have. */
async function createObjects(owner: Visitor, startWorking: () => void): Promise<OwnedObjects> {
  const make = async <Made = { id: string }>(address: string, body: object = {}) => {
    const response = await owner.ask(address, { method: 'POST', ...json(body) })
    expect([address, response.status]).toEqual([address, 201])
    return (await response.json()) as Made
  }
  const list = async <Page>(address: string) => (await (await owner.ask(address)).json()) as Page
  const webhook = await make('/api/webhooks', { url: 'https://example.com/hook' })
  // Created before the documents, because a directory change rechecks them.
  const party = { name: secretName, tin: '0123456782012000' }
  const directory = {
    parties: (await make('/api/parties', party)).id,
    units: (await make('/api/units', { code: 'UM.0033', name: secretName })).id,
    goods: (await make('/api/goods', { code: '123456', option: 'A' })).id,
  }
  const { id, batch_id: batch } = await readJob(await owner.upload(pdf, { filename }))
  const upload = crypto.randomUUID()
  await owner.ask(`/api/batch/extract?upload_id=${upload}`, { method: 'POST', ...form() })
  const { id: invoice } = await readJob(await owner.upload(invoicePdf, { filename }))
  startWorking()
  for (const job of [id, invoice]) {
    await vi.waitFor(async () => expect((await owner.job(job)).status).toBe('complete'))
  }
  await owner.ask(`/api/jobs/${invoice}/reading`, { method: 'PATCH', ...correction(1) })
  const { learned_corrections } = await list<{ learned_corrections: { id: string }[] }>(
    '/api/learned-corrections',
  )
  const deliveries = `/api/webhooks/${webhook.id}/deliveries`
  const { deliveries: listedDeliveries } = await list<{ deliveries: { id: string }[] }>(deliveries)
  return {
    id,
    batch,
    upload,
    invoice,
    code: (await make<{ code: string }>(`/api/jobs/${id}/share`)).code,
    ...directory,
    'learned-corrections': assertPresent(learned_corrections[0]).id,
    webhooks: webhook.id,
    delivery: assertPresent(listedDeliveries[0]).id,
    keys: (await make('/api/keys', { name: secretName })).id,
  }
}

/** A server, the owner's objects, and all callers. */
async function stage(mode: Mode) {
  const tokens = { secret: jwtSecret, adminKey }
  const docket = await docketForTest({ authMode: mode, tokens, streams: atOnce })
  const key = { name: 'old', user: 'ada', tier: 'standard', days: null } as const
  const revoked = await createKey(docket.db, { ...key, scopes: ['read', 'write'] })
  await revokeKey(docket.db, revoked.slice(0, 15))
  const reading = await createKey(docket.db, { ...key, scopes: ['read'] })
  const people: Record<Caller, Visitor> = {
    owner: visitor(docket.url, await createAuthHeaders('ada')),
    'other owner': visitor(docket.url, await createAuthHeaders('eve')),
    premium: visitor(docket.url, await createAuthHeaders('eve', { tier: 'premium' })),
    admin: visitor(docket.url, bearer(adminKey)),
    revoked: visitor(docket.url, bearer(revoked)),
    anonymous: visitor(docket.url),
    'read-only key': visitor(docket.url, bearer(reading)),
  }
  const objects = await createObjects(people.owner, docket.startWorking)
  return { docket, people, objects }
}

function callRoute(person: Visitor, name: RouteName, objects: OwnedObjects): Promise<Response> {
  const { method, path }: Route = routes[name]
  const address = path
    .replace('batch/:id', `batch/${objects.batch}`)
    .replace('uploads/:id', `uploads/${objects.upload}`)
    .replace(
      /(parties|units|goods|learned-corrections|webhooks|keys)\/:id/,
      (_, kind: keyof OwnedObjects) => {
        return `${kind}/${objects[kind]}`
      },
    )
    .replace(/:id(?=\/(reading|approve|unapprove))/, objects.invoice)
    .replace(/:(job_)?id/g, objects.id)
    .replace(':delivery_id', objects.delivery)
    .replace(':code', objects.code)
    .replace(':name', 'sample_invoice_v1')
  return person.ask(address, { method, ...table[name].init?.(objects) })
}

describe('access control', () => {
  it('is defined for every route', () => {
    expect(Object.keys(table).sort()).toEqual(Object.keys(routes).sort())
  })

  it.each<Mode>(['token', 'both'])(
    'holds for every caller, with AUTH_MODE=%s',
    { timeout: 120_000 },
    async (mode) => {
      const { docket, people, objects } = await stage(mode)
      const names = Object.keys(table) as RouteName[]
      const contract = await loadContract(docket.url)
      // The owner comes last, to show that the other callers' attempts have not changed anything.
      for (const caller of callers) {
        for (const name of names) {
          const response = await callRoute(people[caller], name, objects)
          const seen = `${caller} ${name} ${response.status}`
          expect(seen).toBe(`${caller} ${name} ${expectedStatus(name, caller, mode)}`)
          const text = await response.text()
          expect([seen, ...contract.findFaults(name, response, text)]).toEqual([seen])
          const isPublic = getRequiredAccess(routes[name]) === 'public'
          const isTheirs = caller === 'owner' || caller === 'read-only key'
          if (isTheirs || isPublic) continue
          for (const secret of [filename, secretName]) expect(text, seen).not.toContain(secret)
        }
      }
      const others = callers.filter((caller) => caller !== 'read-only key')
      const rejections = others.flatMap((caller) =>
        names.filter((name) => !table[name].admin && expectedStatus(name, caller, mode) === 403),
      )
      const attempts = docket.log.filter((line) =>
        /^access denied: (job|batch|webhook) belongs to another owner$/.test(String(line.msg)),
      )
      expect(attempts).toHaveLength(rejections.length)
      const named = new Set(attempts.map((line) => line.job_id ?? line.batch_id ?? line.webhook_id))
      const { id, batch, invoice, webhooks } = objects
      expect(named).toEqual(new Set([id, batch, invoice, webhooks]))
    },
  )
})

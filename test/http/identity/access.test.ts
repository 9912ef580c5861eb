import { fastify, type FastifyInstance } from 'fastify'
import pino from 'pino'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Route } from '../../../src/domain/api/route.ts'
import { routes } from '../../../src/domain/api/routes/routes.ts'
import { servePages } from '../../../src/http/pages/pages.ts'
import { createServer } from '../../../src/http/servers/server.ts'
import { createKey, revokeKey } from '../../../src/identity/api-keys.ts'
import { createSignIn } from '../../../src/identity/sign-ins.ts'
import {
  type Caller,
  correction,
  editors,
  expectedScope,
  expectedStatus,
  form,
  invoicePdf,
  json,
  type Mode,
  callersWithoutAccess,
  type OwnedObjects,
  pdf,
  type RouteName,
  table,
} from '../../support/docket/access-table.ts'
import { type Contract, loadContract } from '../../support/docket/contract.ts'
import { docketForTest } from '../../support/docket/docket.ts'
import { readJob, type Visitor, visitor } from '../../support/docket/visitor.ts'
import {
  createInvitation,
  createTeamForTest,
  join,
  userForTest,
} from '../../support/docket/teams.ts'
import { assertPresent } from '../../support/processes/assert-present.ts'
import { adminKey, bearer, jwtSecret, createAuthHeaders } from '../../support/docket/tokens.ts'

const insiders: readonly Caller[] = [...editors, 'read key', 'viewer']

/** Makes streams end immediately, so that no call waits for them. */
const atOnce = { heartbeatMs: 50, maxDurationMs: 0 }

const filename = 'nobody-else-may-know.pdf'

const secretName = 'PT Rahasia'

type SharedObjects = Omit<OwnedObjects, 'invitation' | 'member'>

/** Creates one object of every kind that an owner may have. */
async function createObjects(owner: Visitor, startWorking: () => void): Promise<SharedObjects> {
  const make = async <Made = { id: string }>(address: string, body: object = {}) => {
    const response = await owner.ask(address, { method: 'POST', ...json(body) })
    expect([address, response.status]).toEqual([address, 201])
    return (await response.json()) as Made
  }
  const list = async <Page>(address: string) => (await (await owner.ask(address)).json()) as Page
  const webhook = await make('/api/webhooks', { url: 'https://example.com/hook' })
  // Created before the documents, because a change to the directory rechecks them.
  const party = { name: secretName, tin: '0123456782012000' }
  const directory = {
    parties: (await make('/api/parties', party)).id,
    units: (await make('/api/units', { code: 'UM.0033', name: secretName })).id,
    goods: (await make('/api/goods', { code: '123456', option: 'A' })).id,
  }
  const callback_url = 'https://example.com/callback'
  const { id, batch_id: batch } = await readJob(await owner.upload(pdf, { filename, callback_url }))
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
  const { deliveries: callbacks } = await list<{ deliveries: { id: string }[] }>('/api/callbacks')
  await make(`/api/batch/${batch}/links`)
  const { code } = await make<{ code: string }>(`/api/jobs/${id}/share`)
  const { links } = await list<{ links: { id: string; job_id: string | null }[] }>('/api/links')
  return {
    id,
    batch,
    upload,
    invoice,
    code,
    links: assertPresent(links.find(({ job_id }) => job_id === null)).id,
    ...directory,
    'learned-corrections': assertPresent(learned_corrections[0]).id,
    webhooks: webhook.id,
    callback: assertPresent(callbacks[0]).id,
    delivery: assertPresent(listedDeliveries[0]).id,
    keys: (await make('/api/keys', { name: secretName })).id,
  }
}

/** Starts a server with all kinds of callers, and creates objects for an owner with a team. */
async function stage(mode: Mode) {
  const tokens = { secret: jwtSecret, adminKey }
  const docket = await docketForTest({ authMode: mode, tokens, streams: atOnce })
  const { url, db } = docket
  const key = { name: 'old', user: 'ada', tier: 'standard', days: null } as const
  const revoked = await createKey(db, { ...key, scopes: ['read', 'write'] })
  await revokeKey(db, revoked.slice(0, 15))
  const [ada, bob, vera, walt, eve, erin] = await Promise.all(
    ['ada', 'bob', 'vera', 'walt', 'eve', 'erin'].map((user) => userForTest(docket, user)),
  ).then((users) => users as [Visitor, Visitor, Visitor, Visitor, Visitor, Visitor])
  await createTeamForTest(ada)
  await join(ada, bob)
  await join(ada, vera, 'viewer')
  await join(ada, walt)
  await createTeamForTest(eve, 'Kantor Eve')
  await join(eve, erin)
  const invitation = await createInvitation(ada)
  const secret = await createSignIn(db, { user_id: 'user:ada', key_prefix: null })
  const objects = { ...(await createObjects(ada, docket.startWorking)), invitation }
  const people: Record<Exclude<Caller, 'session'>, Visitor> = {
    JWT: ada,
    'sign-in': visitor(url, { cookie: `docket_sign_in=${secret}` }),
    'write key': visitor(url, bearer(await createKey(db, { ...key, scopes: ['read', 'write'] }))),
    'read key': visitor(url, bearer(await createKey(db, { ...key, scopes: ['read'] }))),
    member: bob,
    viewer: vera,
    'other team': eve,
    premium: visitor(url, await createAuthHeaders('eve', { tier: 'premium' })),
    admin: visitor(url, bearer(adminKey)),
    'revoked key': visitor(url, bearer(revoked)),
    'share token': visitor(url, bearer(objects.code)),
    anonymous: visitor(url),
  }
  return { docket, people, objects: { ...objects, member: 'user:walt' } }
}

/** Starts a server and an anonymous browser session that owns objects. */
async function stageSession() {
  const tokens = { secret: jwtSecret, adminKey }
  const docket = await docketForTest({ authMode: 'both', tokens, streams: atOnce })
  const ada = await userForTest(docket, 'ada')
  await createTeamForTest(ada)
  const others = { invitation: await createInvitation(ada), member: 'user:ada' }
  const session = visitor(docket.url)
  const objects = { ...(await createObjects(session, docket.startWorking)), ...others }
  return { docket, session, objects }
}

function callRoute(person: Visitor, name: RouteName, objects: OwnedObjects): Promise<Response> {
  const { method, path }: Route = routes[name]
  const address = path
    .replace('batch/:id', `batch/${objects.batch}`)
    .replace('uploads/:id', `uploads/${objects.upload}`)
    .replace('callbacks/:id', `callbacks/${objects.callback}`)
    .replace('members/:id', `members/${encodeURIComponent(objects.member)}`)
    .replace(
      /(parties|units|goods|learned-corrections|webhooks|keys|links)\/:id/,
      (_, kind: keyof OwnedObjects) => {
        return `${kind}/${objects[kind]}`
      },
    )
    .replace(/:id(?=\/(reading|approve|unapprove))/, objects.invoice)
    .replace(/:(job_)?id/g, objects.id)
    .replace(':delivery_id', objects.delivery)
    .replace('invitations/:code', `invitations/${objects.invitation}`)
    .replace(':code', objects.code)
    .replace(':name', 'sample_invoice_v1')
  return person.ask(address, { method, ...table[name].init?.(objects) })
}

/** Paths outside the table. MCP is called below, metrics require a separate token, and the others are public. */
const otherPaths = ['/llms.txt', '/mcp', '/metrics', '/openapi.json', '/readyz']

/** Extracts the paths from the route tree that Fastify prints. */
function listPaths(server: FastifyInstance): string[] {
  const parents: string[] = []
  const lines = server.printRoutes({ commonPrefix: false }).split('\n')
  return lines.flatMap((line) => {
    const [, indent = '', part = '', methods] = /^([│ ]*)[├└]── (\S+)( \(.*\))?/.exec(line) ?? []
    const depth = indent.length / 4
    parents.splice(depth, Infinity, part)
    return methods === undefined ? [] : [parents.join('')]
  })
}

/** Calls the MCP tool that lists jobs. The response contains the file name if the caller may see it. */
function listByMcp(person: Visitor): Promise<Response> {
  const params = { name: 'list_jobs', arguments: {} }
  const accept = 'application/json, text/event-stream'
  return person.ask('/mcp', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  })
}

/** MCP requires a token. A cookie alone is not enough. */
const withoutToken: readonly Caller[] = [
  'anonymous',
  'session',
  'sign-in',
  'revoked key',
  'share token',
]

describe('access control', () => {
  const names = Object.keys(table) as RouteName[]

  it('is defined for every route', () => {
    expect(Object.keys(table).sort()).toEqual(Object.keys(routes).sort())
  })

  it('covers every operation of the OpenAPI document', async () => {
    const { url } = await docketForTest()
    const { paths } = (await (await fetch(`${url}/openapi.json`)).json()) as {
      paths: Record<string, object>
    }
    const documented = Object.entries(paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    )
    const covered = names.map((name) => {
      const { method, path }: Route = routes[name]
      return `${method} ${path.replace(/:(\w+)/g, '{$1}')}`
    })
    expect(documented.sort()).toEqual(covered.sort())
  })

  it('covers every path that the server has', async () => {
    const { services } = await docketForTest({ metricsToken: 'm'.repeat(32) })
    const [server, pages] = [await createServer(services, pino({ enabled: false })), fastify()]
    onTestFinished(() => server.close())
    await servePages(pages, services.webFolder)
    await Promise.all([server.ready(), pages.ready()])
    const paths = [...Object.values<Route>(routes).map(({ path }) => path), ...listPaths(pages)]
    const others = listPaths(server).filter((path) => !paths.includes(path))
    expect(others.filter((path) => !/^\/(docs|problems)/.test(path)).sort()).toEqual(otherPaths)
  })

  /** Calls every route as one caller, and checks the status, the contract, and that no secret leaks. */
  async function callAll(
    person: Visitor,
    objects: OwnedObjects,
    { caller, mode, contract }: { caller: Caller; mode: Mode; contract: Contract },
  ): Promise<void> {
    const listed = await listByMcp(person)
    const isListed = (await listed.text()).includes(filename)
    const isTool = !withoutToken.includes(caller)
    const seen = [caller, 'MCP', listed.status, isListed]
    expect(seen).toEqual([caller, 'MCP', isTool ? 200 : 401, isTool && insiders.includes(caller)])
    for (const name of names) {
      const response = await callRoute(person, name, objects)
      const seen = `${caller} ${name} ${response.status}`
      expect(seen).toBe(`${caller} ${name} ${expectedStatus(name, caller, mode)}`)
      const text = await response.text()
      expect([seen, ...contract.findFaults(name, response, text)]).toEqual([seen])
      if (expectedScope(name) === 'public' || insiders.includes(caller)) continue
      for (const secret of [filename, secretName]) expect(text, seen).not.toContain(secret)
    }
  }

  it.each<Mode>(['token', 'both'])(
    'matches the table for all other callers, then for the owner, with AUTH_MODE=%s',
    { timeout: 240_000 },
    async (mode) => {
      const { docket, people, objects } = await stage(mode)
      const contract = await loadContract(docket.url)
      // The owner comes last, to show that the other callers have not changed anything.
      for (const caller of [...callersWithoutAccess, 'JWT'] as const) {
        await callAll(people[caller], objects, { caller, mode, contract })
      }
      const outsiders = callersWithoutAccess.filter((caller) => !insiders.includes(caller))
      const rejections = outsiders.flatMap((caller) =>
        names.filter((name) => !table[name].admin && expectedStatus(name, caller, mode) === 403),
      )
      const attempts = docket.log.filter((line) =>
        /^access denied: (job|batch|webhook|callback) belongs to another owner$/.test(
          String(line.msg),
        ),
      )
      expect(attempts).toHaveLength(rejections.length)
      const named = new Set(
        attempts.map((line) => line.job_id ?? line.batch_id ?? line.webhook_id ?? line.delivery_id),
      )
      const { id, batch, invoice, webhooks, callback } = objects
      expect(named).toEqual(new Set([id, batch, invoice, webhooks, callback]))
    },
  )

  it.each(['write key', 'sign-in', 'member'] as const)(
    'matches the table for this caller: %s',
    { timeout: 120_000 },
    async (caller) => {
      const { docket, people, objects } = await stage('token')
      const contract = await loadContract(docket.url)
      await callAll(people[caller], objects, { caller, mode: 'token', contract })
    },
  )

  it('matches the table for a browser session', { timeout: 120_000 }, async () => {
    const { docket, session, objects } = await stageSession()
    const contract = await loadContract(docket.url)
    await callAll(session, objects, { caller: 'session', mode: 'both', contract })
  })
})

import { expect, it, vi } from 'vitest'
import type { ExportsPage } from '../../../src/domain/api/routes/exports.ts'
import { insertLearnedLayout } from '../../../src/db/review/learned-layouts.sql.ts'
import { samplePdf } from '../../fixtures/pdfs.ts'
import { severalInvoicesPdf } from '../../fixtures/several-invoices.ts'
import { docketForTest } from '../../support/docket/docket.ts'
import { addParty, exportJobs, parties } from '../../support/docket/exports.ts'
import {
  createInvitation,
  createTeamForTest,
  join,
  sendJson,
  userForTest,
} from '../../support/docket/teams.ts'
import { jwtSecret } from '../../support/docket/tokens.ts'
import { readError, readJob, settle, type Visitor } from '../../support/docket/visitor.ts'

// Each test reads documents, which takes a long time on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

/** Creates a team of Ada and Bob with a worker. */
async function stage() {
  const docket = await docketForTest({ tokens: { secret: jwtSecret } })
  // The sample invoices are due on 20 February 2026.
  docket.services.now = () => new Date('2026-01-20T00:00:00Z')
  const ada = await userForTest(docket, 'ada')
  const bob = await userForTest(docket, 'bob')
  await createTeamForTest(ada)
  await join(ada, bob)
  docket.startWorking()
  return { docket, ada, bob }
}

async function complete(user: Visitor, pdf: Uint8Array): Promise<string> {
  const { id } = await readJob(await user.upload(new Uint8Array(pdf)))
  expect((await settle(user, id)).status).toBe('complete')
  return id
}

it('an export shows the member who made it, and its documents are exported for all', async () => {
  const { ada, bob } = await stage()
  for (const party of parties) await addParty(ada, party)
  const id = await complete(ada, await samplePdf({ number: 'LC-1' }))
  expect((await exportJobs(bob, { ids: [id], format: 'xml' })).status).toBe(200)
  const { exports } = (await (await ada.ask('/api/exports')).json()) as ExportsPage
  expect(exports.map(({ exported_by, period }) => [exported_by, period])).toEqual([
    ['Bob', '2026-01'],
  ])
  expect((await ada.job(id)).exported).toMatchObject({ filename: exports[0]?.filename })
  expect((await exportJobs(ada, { ids: [id], format: 'xml' })).status).toBe(409)
})

it('the history of a document shows the member who split it', async () => {
  const { ada, bob } = await stage()
  const id = await complete(ada, await severalInvoicesPdf())
  const ranges = [
    [1, 2],
    [3, 6],
  ]
  const split = await bob.ask(`/api/jobs/${id}/split`, sendJson('POST', { ranges }))
  expect(split.status).toBe(202)
  const { events } = (await (await ada.ask(`/api/jobs/${id}/events`)).json()) as {
    events: { type: string; actor: string | null }[]
  }
  expect(events.find(({ type }) => type === 'split')?.actor).toBe('Bob')
})

it('learned layouts are shared', async () => {
  const { docket, ada, bob } = await stage()
  const layout = { name: 'own_shop', title: 'Shop', yaml: 'name: own_shop', is_edited: false }
  await insertLearnedLayout(docket.db, 'user:ada', { ...layout, examples: [] })
  const list = async (user: Visitor) => (await (await user.ask('/api/layouts')).json()) as object
  expect(await list(bob)).toMatchObject({ layouts: [{ name: 'own_shop' }] })
  const address = '/api/layouts/own_shop'
  expect((await bob.ask(address, { method: 'DELETE' })).status).toBe(204)
  expect(await list(ada)).toEqual({ layouts: [] })
})

it('an invitation can be revoked only by owners', async () => {
  const { docket, ada, bob } = await stage()
  const vera = await userForTest(docket, 'vera')
  await join(ada, vera, 'viewer')
  const code = await createInvitation(ada)
  const { links } = (await (await bob.ask('/api/links')).json()) as { links: { id: string }[] }
  const revoke = (user: Visitor) => user.ask(`/api/links/${links[0]?.id}`, { method: 'DELETE' })
  expect((await readError(await revoke(bob))).slice(0, 2)).toEqual([403, 'OWNER_ONLY'])
  expect((await readError(await revoke(vera))).slice(0, 2)).toEqual([403, 'MISSING_SCOPE'])
  expect((await bob.ask(`/api/invitations/${code}`)).status).toBe(200)
  expect((await revoke(ada)).status).toBe(204)
  expect((await bob.ask(`/api/invitations/${code}`)).status).toBe(404)
})

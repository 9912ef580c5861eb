import { describe, expect, it } from 'vitest'
import { upsertBatchLink } from '../../../src/db/identity/links.sql.ts'
import { createLinkCode } from '../../../src/identity/links.ts'
import type { OwnedLink } from '../../../src/domain/results/share.ts'
import { textPdf } from '../../fixtures/pdfs.ts'
import { docketForTest } from '../../support/docket/docket.ts'
import { readJob, type Visitor, visitor } from '../../support/docket/visitor.ts'
import {
  createInvitation,
  createTeamForTest,
  sendJson,
  userForTest,
} from '../../support/docket/teams.ts'
import { bearer, jwtSecret } from '../../support/docket/tokens.ts'

async function listLinks(user: Visitor): Promise<OwnedLink[]> {
  const links: OwnedLink[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const next = cursor === '' ? '' : `&cursor=${cursor}`
    const response = await user.ask(`/api/links?limit=1${next}`)
    const page = (await response.json()) as { links: OwnedLink[]; next_cursor: string | null }
    expect(page.links.length).toBeLessThanOrEqual(1)
    links.push(...page.links)
    cursor = page.next_cursor
  }
  return links
}

/** Creates a user with one link of every kind. */
async function stage() {
  const docket = await docketForTest({ tokens: { secret: jwtSecret } })
  const ada = await userForTest(docket, 'ada')
  const pdf = new Uint8Array(await textPdf())
  const { id, batch_id } = await readJob(await ada.upload(pdf, { filename: 'shared.pdf' }))
  docket.startWorking()
  await expect.poll(async () => (await ada.job(id)).status).toBe('complete')
  const codes: string[] = []
  const create = async (path: string, body: object = {}) => {
    const response = await ada.ask(path, sendJson('POST', body))
    expect(response.status).toBe(201)
    codes.push(((await response.json()) as { code: string }).code)
  }
  await create(`/api/jobs/${id}/share`)
  await create(`/api/batch/${batch_id}/links`, { purpose: 'page' })
  // Docket creates this link when it sends an email.
  const mail = { batch_id, code: createLinkCode(), purpose: 'mail', options: {}, hours: 1 } as const
  await upsertBatchLink(docket.db, mail)
  codes.push(mail.code)
  await create(`/api/batch/${batch_id}/links`, { purpose: 'calendar' })
  await createTeamForTest(ada)
  codes.push(await createInvitation(ada, 'viewer'))
  return { docket, ada, codes, id, batch_id }
}

describe('links', () => {
  it('are all listed, page by page, newest first', async () => {
    const { ada, codes, id, batch_id } = await stage()
    const [share, page, mail, calendar] = codes
    expect(await listLinks(ada)).toMatchObject([
      { purpose: 'invitation', path: null, role: 'viewer', created_by: 'Ada', documents: 0 },
      { purpose: 'calendar', path: `/api/result/${calendar}/calendar.ics`, batch_id },
      { purpose: 'mail', path: `/shared/${mail}`, filename: 'shared.pdf', documents: 1 },
      { purpose: 'page', path: `/shared/${page}`, job_id: null },
      { purpose: 'page', path: `/result/${share}`, job_id: id, filename: 'shared.pdf' },
    ])
  })

  it('do not work as a session, token or ticket', async () => {
    const { docket, codes } = await stage()
    for (const code of codes) {
      const attempts = [
        visitor(docket.url, bearer(code)).ask('/api/jobs'),
        visitor(docket.url, { 'x-api-key': code }).ask('/api/jobs'),
        visitor(docket.url, { cookie: `docket_sign_in=${code}` }).ask('/api/jobs'),
        visitor(docket.url).ask(`/api/stream?ticket=${code}`),
      ]
      for (const attempt of attempts) expect((await attempt).status).toBe(401)
      const browser = visitor(docket.url, { cookie: `docket_session=${code}` })
      expect(await (await browser.ask('/api/jobs')).json()).toMatchObject({ jobs: [] })
    }
  })

  it('open only what they are for: a calendar link opens no page', async () => {
    const { docket, codes } = await stage()
    const [, page, mail, calendar] = codes
    const ask = async (code: string | undefined) =>
      (await visitor(docket.url).ask(`/api/result/${code}/batch`)).status
    expect([await ask(page), await ask(mail), await ask(calendar)]).toEqual([200, 200, 404])
  })

  it('can be revoked individually, only by their owner', async () => {
    const { docket, ada, codes } = await stage()
    const eve = await userForTest(docket, 'eve')
    const [share, page, mail, calendar, invitation] = codes
    const stranger = visitor(docket.url)
    const paths = [
      `/api/result/${share}`,
      `/api/result/${page}/batch`,
      `/api/result/${mail}/batch`,
      `/api/result/${calendar}/calendar.ics`,
      `/api/invitations/${invitation}`,
    ]
    const statuses = async () =>
      Promise.all(paths.map(async (path) => (await stranger.ask(path)).status === 404))
    const links = (await listLinks(ada)).toReversed()
    const before = await statuses()
    for (const { id } of links) {
      expect((await eve.ask(`/api/links/${id}`, { method: 'DELETE' })).status).toBe(404)
    }
    expect(await statuses()).toEqual(before)
    for (const [at, { id }] of links.entries()) {
      expect((await ada.ask(`/api/links/${id}`, { method: 'DELETE' })).status).toBe(204)
      const expected = before.map((isGone, index) => isGone || index <= at)
      expect(await statuses()).toEqual(expected)
    }
    expect(await listLinks(ada)).toEqual([])
    expect(await listLinks(eve)).toEqual([])
  })
})

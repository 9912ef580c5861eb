import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { SharesPage } from '../../../src/domain/api/routes/shares.ts'
import type { Share, SharedResult } from '../../../src/domain/results/share.ts'
import { completeJob, expireJob } from '../../../src/db/jobs/transitions.sql.ts'
import { textPdfBytes } from '../../fixtures/pdfs.ts'
import { completeUpload, docketForTest } from '../../support/docket/docket.ts'
import { readJob, readError, type Visitor, visitor } from '../../support/docket/visitor.ts'
import { claim } from '../../support/database/jobs.ts'

async function share(person: Visitor, id: string, body?: object): Promise<Share> {
  const json = { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
  const init = { method: 'POST', ...(body && json) }
  const response = await person.ask(`/api/jobs/${id}/share`, init)
  expect(response.status).toBe(201)
  return (await response.json()) as Share
}

/** Creates a user with this many finished jobs, whose results have no files. */
async function createPersonWithJobs(many = 1, options = {}) {
  const docket = await docketForTest(options)
  const person = visitor(docket.url)
  const ids: string[] = []
  for (let n = 0; n < many; n++) {
    const body = await textPdfBytes(`Bill ${n}`)
    const { id } = await readJob(await person.upload(body, { filename: `bill ${n}.pdf` }))
    await claim(docket.db)
    await completeJob(docket.db, { id, epoch: 1 }, { result_key: 'results/x/1' })
    ids.push(id)
  }
  const [id = ''] = ids
  const readStatus = async (address: string) =>
    (await readError(await fetch(docket.url + address))).slice(0, 2)
  return { docket, person, ids, id, readStatus }
}

describe('a share link', () => {
  it('shows the result and its files to anyone, without its owner', async () => {
    const docket = await docketForTest()
    const person = visitor(docket.url)
    const { id } = await completeUpload(docket, person, await textPdfBytes('Shared with you'), {
      filename: 'bill.pdf',
    })
    const { code, path } = await share(person, id)
    expect(code).toMatch(/^[\w-]{16}$/)
    expect(path).toBe(`/api/result/${code}`)

    const response = await fetch(docket.url + path)
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    expect(response.headers.get('x-robots-tag')).toBe('noindex')
    expect(response.headers.get('set-cookie')).toBeNull()
    const result = (await response.json()) as SharedResult
    expect(Object.keys(result).sort()).toEqual([
      'completed_at',
      'expires_at',
      'mapping',
      'needs_review',
      'original_filename',
      'outputs',
      'review_reasons',
    ])
    const file = await fetch(`${docket.url}${path}/download?format=txt`)
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="bill.txt"')
    expect(file.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    expect(file.headers.get('x-content-type-options')).toBe('nosniff')
    expect(await file.text()).toContain('Shared with you')
    expect(JSON.stringify(docket.log)).not.toContain(code)
  })

  it('ignores tokens', async () => {
    const { docket, person, id } = await createPersonWithJobs()
    const { path } = await share(person, id)
    expect(
      (await fetch(docket.url + path, { headers: { authorization: 'Bearer x' } })).status,
    ).toBe(200)
  })

  it('counts views, but not HEAD requests', async () => {
    const { docket, person, id } = await createPersonWithJobs()
    const { path } = await share(person, id)
    await Promise.all(Array.from({ length: 5 }, () => fetch(docket.url + path)))
    await fetch(docket.url + path, { method: 'HEAD' })
    const { shares } = (await (await person.ask('/api/shares')).json()) as SharesPage
    expect(shares).toMatchObject([{ job_id: id, views: 5, original_filename: 'bill 0.pdf' }])
    expect(shares[0]?.last_viewed_at).not.toBeNull()
  })

  it('ends when revoked; the next link is different', async () => {
    const { docket, person, id, readStatus } = await createPersonWithJobs()
    const first = await share(person, id)
    expect((await person.ask(`/api/jobs/${id}/share`, { method: 'DELETE' })).status).toBe(204)
    expect(await readStatus(first.path)).toEqual([404, 'NOT_FOUND'])
    expect(await readStatus(`${first.path}/download`)).toEqual([404, 'NOT_FOUND'])
    const second = await share(person, id)
    expect(second.code).not.toBe(first.code)
    expect((await fetch(docket.url + second.path)).status).toBe(200)
    expect(await readStatus(first.path)).toEqual([404, 'NOT_FOUND'])
    expect((await person.ask(`/api/jobs/${id}/share`, { method: 'DELETE' })).status).toBe(204)
    expect((await person.ask(`/api/jobs/${id}/share`, { method: 'DELETE' })).status).toBe(204)
  })

  it('expires in a week or as chosen; a repeated request extends it', async () => {
    const { docket, person, id, readStatus } = await createPersonWithJobs()
    const hoursLeft = ({ expires_at }: Share) =>
      Math.round((Date.parse(expires_at) - Date.now()) / 3_600_000)
    const first = await share(person, id)
    expect(hoursLeft(first)).toBe(168)
    const extendedLink = await share(person, id, { expires_in_hours: 2 })
    expect([extendedLink.code, hoursLeft(extendedLink)]).toEqual([first.code, 2])
    await docket.db.query("update links set expires_at = now() - interval '1 second', views = 7")
    expect(await readStatus(first.path)).toEqual([404, 'NOT_FOUND'])
    expect(await (await person.ask('/api/shares')).json()).toMatchObject({ shares: [] })
    const newLink = await share(person, id)
    expect(newLink.code).not.toBe(first.code)
    expect(newLink.views).toBe(0)
  })

  it('ends with its job, and with its result', async () => {
    const { docket, person, ids, readStatus } = await createPersonWithJobs(2)
    const [keptId = '', deletedId = ''] = ids
    const [link, deadLink] = [await share(person, keptId), await share(person, deletedId)]
    await docket.db.query('delete from jobs where id = $1', [deletedId])
    expect(await readStatus(deadLink.path)).toEqual([404, 'NOT_FOUND'])
    await expireJob(docket.db, keptId)
    expect(await readStatus(link.path)).toEqual([404, 'EXPIRED'])
  })

  it('is not created for a job without a result, or by another owner', async () => {
    const docket = await docketForTest()
    const person = visitor(docket.url)
    const { id } = await readJob(await person.upload(await textPdfBytes()))
    const ask = async (who: Visitor, address: string, method: string) =>
      (await readError(await who.ask(address, { method }))).slice(0, 2)
    expect(await ask(person, `/api/jobs/${id}/share`, 'POST')).toEqual([409, 'NOT_READY'])
    for (const method of ['POST', 'DELETE']) {
      const stranger = visitor(docket.url)
      expect(await ask(stranger, `/api/jobs/${id}/share`, method)).toEqual([403, 'FORBIDDEN'])
      const unknown = `/api/jobs/${randomUUID()}/share`
      expect(await ask(person, unknown, method)).toEqual([404, 'NOT_FOUND'])
    }
    const attempts = docket.log.filter(
      (line) => line.msg === 'access denied: job belongs to another owner',
    )
    expect(attempts).toHaveLength(2)
  })

  it.each([
    { expires_in_hours: 0 },
    { expires_in_hours: 8761 },
    { expires_in_hours: 1.5 },
    { expires_in_hours: '24' },
    { owner_id: 'admin' },
    [],
  ])('is rejected with %j', async (body) => {
    const docket = await docketForTest()
    const headers = { 'content-type': 'application/json' }
    const init = { method: 'POST', body: JSON.stringify(body), headers }
    const response = await fetch(`${docket.url}/api/jobs/${randomUUID()}/share`, init)
    expect((await readError(response)).slice(0, 2)).toEqual([400, 'INVALID_REQUEST'])
  })

  it('returns 404 for an unknown code', async () => {
    const { readStatus } = await createPersonWithJobs()
    for (const code of [
      'x',
      'A'.repeat(16),
      'A'.repeat(500),
      '..%2f..%2fjobs',
      "'%20or%201=1",
      '%F0%9F%98%80',
    ]) {
      expect(await readStatus(`/api/result/${code}`)).toEqual([404, 'NOT_FOUND'])
    }
    expect(await readStatus('/api/result/%00')).toEqual([400, 'INVALID_REQUEST'])
  })
})

describe('GET /api/shares', () => {
  it("pages through all the owner's links, newest first", async () => {
    const { docket, person, ids } = await createPersonWithJobs(3)
    for (const id of ids) await share(person, id)
    const seen: string[] = []
    let query = '?limit=2'
    for (;;) {
      const page = (await (await person.ask(`/api/shares${query}`)).json()) as SharesPage
      seen.push(...page.shares.map((one) => one.job_id))
      if (page.next_cursor === null) break
      query = `?limit=2&cursor=${page.next_cursor}`
    }
    expect(seen).toEqual(ids.toReversed())
    const other = (await (await visitor(docket.url).ask('/api/shares')).json()) as SharesPage
    expect(other.shares).toEqual([])
  })
})

import { describe, expect, it, vi } from 'vitest'
import { makeUnique, textPdf } from '../../fixtures/pdfs.ts'
import { completeUpload, docketForTest } from '../../support/docket/docket.ts'
import { readJob, readError, visitor } from '../../support/docket/visitor.ts'
import { openStream } from '../../support/docket/event-stream.ts'
import { claim, readEvents, queueJobs } from '../../support/database/jobs.ts'
import { jwtSecret, createAuthHeaders } from '../../support/docket/tokens.ts'

const pdf = async () => makeUnique(await textPdf({ text: 'Gone tomorrow' }))

describe('DELETE /api/jobs/:id', () => {
  it('deletes a job with its source and results, and its batch if empty', async () => {
    const docket = await docketForTest()
    const person = visitor(docket.url)
    const { id, batch_id } = await completeUpload(docket, person, await pdf())
    expect(await docket.files()).toHaveLength(3)
    expect((await person.ask(`/api/jobs/${id}`, { method: 'DELETE' })).status).toBe(204)
    for (const address of [
      `/api/jobs/${id}`,
      `/api/jobs/${id}/download`,
      `/api/batch/${batch_id}`,
    ]) {
      expect((await readError(await person.ask(address))).slice(0, 2)).toEqual([404, 'NOT_FOUND'])
    }
    expect(await docket.db.query('select from events')).toEqual([])
    expect(await docket.db.query('select from blob_deletions')).toHaveLength(3)
    await docket.sweep()
    expect(await docket.files()).toEqual([])
    expect((await person.ask(`/api/jobs/${id}`, { method: 'DELETE' })).status).toBe(404)
  })

  it('keeps files that another job uses', async () => {
    const docket = await docketForTest()
    const person = visitor(docket.url)
    docket.startWorking()
    const bytes = await pdf()
    const first = await readJob(await person.upload(bytes))
    await vi.waitFor(async () => expect((await person.job(first.id)).status).toBe('complete'))
    const second = await readJob(await person.upload(bytes))
    await person.ask(`/api/jobs/${first.id}`, { method: 'DELETE' })
    await docket.sweep()
    const download = await person.ask(`/api/jobs/${second.id}/download?format=txt`)
    expect(await download.text()).toContain('Gone tomorrow')
    expect(await person.job(second.id)).toMatchObject({ status: 'complete', deduped_from: null })
  })

  it('stops a running job first, frees its duplicates and notifies all watchers', async () => {
    const docket = await docketForTest({ tokens: { secret: jwtSecret } })
    const ada = visitor(docket.url, await createAuthHeaders('ada'))
    const [one, two] = await queueJobs(docket.db, 2, { owner_id: 'user:ada' })
    if (!one || !two) throw new Error('No jobs')
    const follower = await queueJobs(docket.db, 1, { owner_id: 'user:ada', sha256: one.sha256 })
    const batch = await openStream(ada, `/api/batch/${one.batch_id}/stream`)
    const mine = await openStream(ada, '/api/stream')
    await Promise.all([batch.until(1), mine.until(1)])
    const leases = await claim(docket.db, 2)
    expect(leases.map(({ id }) => id)).toContain(one.id)
    expect((await ada.ask(`/api/jobs/${one.id}`, { method: 'DELETE' })).status).toBe(204)
    await vi.waitFor(() => expect(mine.seen.map(({ event }) => event)).toContain('gone'))
    expect(mine.seen.find(({ event }) => event === 'gone')?.data).toEqual({ id: one.id })
    await vi.waitFor(() => expect(batch.seen.at(-1)?.data).toMatchObject({ type: 'delete' }))
    expect(await readEvents(docket.db, one.batch_id)).toEqual([
      '1 queue',
      '2 queue',
      '3 claim',
      '4 claim',
      '5 cancel',
      '6 delete',
    ])
    const state = (await (await ada.ask(`/api/batch/${one.batch_id}`)).json()) as object
    expect(state).toMatchObject({ batch: { total: 1, processing: 1, cancelled: 0 } })
    const [freed] = await claim(docket.db, 1)
    expect(freed?.id).toBe(follower[0]?.id)
    await ada.ask(`/api/jobs/${two.id}`, { method: 'DELETE' })
    await batch.ended
    expect(batch.seen.at(-1)).toMatchObject({ event: 'end', data: { batch: null } })
  })

  it('tells reconnecting clients about the deletion for seven days', async () => {
    const docket = await docketForTest()
    const person = visitor(docket.url)
    const { id } = await readJob(await person.upload(await pdf()))
    const since = new Date().toISOString()
    await person.ask(`/api/jobs/${id}`, { method: 'DELETE' })
    const stream = await openStream(person, `/api/stream?since=${since}`)
    expect((await stream.until(1))[0]).toMatchObject({ event: 'gone', data: { id } })
    await docket.db.query(`update deleted_jobs set deleted_at = now() - interval '8 days'`)
    await docket.sweep()
    expect(await docket.db.query('select from deleted_jobs')).toEqual([])
  })
})

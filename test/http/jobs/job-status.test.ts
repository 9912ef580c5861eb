import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import type { CacheStore } from '../../../src/cache/store.ts'
import type { JobProgress } from '../../../src/domain/api/routes/jobs.ts'
import { AppError } from '../../../src/domain/errors/errors.ts'
import { contentTypes, type OutputFormat } from '../../../src/domain/mapping/output-formats.ts'
import type { ReadDocument } from '../../../src/reading/steps/read-document.ts'
import { makeUnique, textPdf } from '../../fixtures/pdfs.ts'
import { fetchBatch } from '../../support/docket/batches.ts'
import { completeUpload, docketForTest } from '../../support/docket/docket.ts'
import { readJob, visitor } from '../../support/docket/visitor.ts'

const pdf = await textPdf()

/** Creates a reader that returns the same outputs for every document. */
function readerOf(texts: Partial<Record<OutputFormat, string>>): ReadDocument {
  return async ({ folder, mapping }) => {
    const outputs = Object.entries(texts).map(async ([name, text]) => {
      const format = name as OutputFormat
      const file = path.join(folder, `out.${format}`)
      await writeFile(file, text)
      return { format, content_type: contentTypes[format], file, bytes: Buffer.byteLength(text) }
    })
    const facts = { mapping, review_reasons: [], summary: null, page_count: 1, word_count: 1 }
    return { ...facts, outputs: await Promise.all(outputs) }
  }
}

async function completed(options: NonNullable<Parameters<typeof docketForTest>[0]>) {
  const docket = await docketForTest(options)
  const person = visitor(docket.url)
  const { id, batch_id } = await completeUpload(docket, person, makeUnique(pdf))
  const readStatus = async () =>
    (await (await person.ask(`/api/job-status/${id}`)).json()) as JobProgress
  return { docket, person, id, batch_id, readStatus }
}

describe('GET /api/job-status/:id', () => {
  it('contains results up to 16 KB, and links to all results', async () => {
    const small = 'é'.repeat(8192)
    const reader = readerOf({ txt: small, json: `"${small}"` })
    const { person, id, readStatus } = await completed({ reader })
    const { result } = await readStatus()
    const url = `/api/jobs/${id}/download`
    expect(result?.outputs).toEqual([
      {
        format: 'txt',
        content_type: contentTypes.txt,
        bytes: 16_384,
        url: `${url}?format=txt`,
        content: small,
      },
      { format: 'json', content_type: contentTypes.json, bytes: 16_386, url: `${url}?format=json` },
    ])
    expect(await (await person.ask(`${url}?format=txt`)).text()).toBe(small)
  })

  it('contains no result if downloads delete it', async () => {
    const { readStatus } = await completed({
      reader: readerOf({ txt: 'x' }),
      deletesOnDownload: true,
    })
    expect((await readStatus()).result?.outputs.map((one) => 'content' in one)).toEqual([false])
  })

  it('still contains the links while storage is down', async () => {
    const { docket, readStatus } = await completed({ reader: readerOf({ txt: 'x' }) })
    docket.services.blobs.open = async () => {
      throw new AppError('STORAGE_DOWN')
    }
    expect((await readStatus()).result?.outputs).toHaveLength(1)
  })

  it('uses the same completion status as a batch', async () => {
    const { person, batch_id, readStatus } = await completed({ reader: readerOf({ txt: 'x' }) })
    const { batch, jobs } = await fetchBatch(person, batch_id)
    const [job] = jobs
    expect([job?.status, batch.status, (await readStatus()).status]).toEqual(
      Array(3).fill('complete'),
    )
  })
})

/** Creates a cache that records the statuses written to it. */
function recordingStore() {
  const written: { job: string; status: JobProgress; seconds: number }[] = []
  const store: CacheStore = {
    get: async (keys) => keys.map(() => undefined),
    async set(key, value, seconds) {
      const [, job = ''] = /^statuses:\S+ (\S+)$/.exec(key) ?? []
      if (job !== '') written.push({ job, status: JSON.parse(value) as JobProgress, seconds })
    },
  }
  const latest = (job: string) => written.findLast((one) => one.job === job)?.status.status
  return { store, written, latest }
}

describe('a status', () => {
  it('is cached whenever it changes, without being requested', async () => {
    const { store, written, latest } = recordingStore()
    const docket = await docketForTest({ store })
    const person = visitor(docket.url)
    const post = (address: string) => person.ask(address, { method: 'POST' })
    const { id } = await readJob(await person.upload(makeUnique(pdf)))
    await vi.waitFor(() => expect(latest(id)).toBe('queued'))
    await post(`/api/jobs/${id}/cancel`)
    await vi.waitFor(() => expect(latest(id)).toBe('cancelled'))
    await post(`/api/jobs/${id}/retry`)
    await vi.waitFor(() => expect(latest(id)).toBe('queued'))
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ ids: [id] })
    await person.ask('/api/jobs/cancel', { method: 'POST', headers, body })
    await vi.waitFor(() => expect(latest(id)).toBe('cancelled'))
    await post(`/api/jobs/${id}/retry`)
    docket.startWorking()
    await vi.waitFor(() => expect(latest(id)).toBe('complete'))
    expect(written.at(-1)).toMatchObject({ status: { progress: 100 }, seconds: 86_400 })
    await docket.db.query(`update jobs set completed_at = now() - interval '40 days'`)
    await docket.sweep()
    await vi.waitFor(() => expect(latest(id)).toBe('expired'))
  })
})

describe('a job that waits for a free reader', () => {
  it('has no progress events', async () => {
    const docket = await docketForTest({
      reader: async () => {
        await sleep(600)
        throw new AppError('NO_TEXT')
      },
    })
    docket.startWorking()
    const person = visitor(docket.url)
    const { id } = await readJob(await person.upload(makeUnique(pdf)))
    await vi.waitFor(async () => expect((await person.job(id)).status).toBe('failed'))
    const events = await docket.db.query(
      'select type from events where job_id = $1 order by number',
      [id],
    )
    expect(events).toEqual([{ type: 'queue' }, { type: 'claim' }, { type: 'fail' }])
  })
})

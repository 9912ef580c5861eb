import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import type { CacheStore } from '../../../src/cache/store.ts'
import type { JobProgress } from '../../../src/domain/api/routes/jobs.ts'
import { AppError } from '../../../src/domain/errors/app-error.ts'
import { contentTypes, type OutputFormat } from '../../../src/domain/mapping/output-formats.ts'
import type { ReadDocument } from '../../../src/reading/steps/read-document.ts'
import { makeUnique, samplePdf, textPdf } from '../../fixtures/pdfs.ts'
import { createBatchForm, fetchBatch, readBatchResponse } from '../../support/docket/batches.ts'
import { completeUpload, docketForTest } from '../../support/docket/docket.ts'
import { adminKey, bearer } from '../../support/docket/tokens.ts'
import { readJob, sendJson, visitor } from '../../support/docket/visitor.ts'

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
  const written: { job: string; status: JobProgress | null; seconds: number }[] = []
  const store: CacheStore = {
    get: async (keys) => keys.map(() => undefined),
    async set(key, value, seconds) {
      const [, job = ''] = /^statuses:\S+ (\S+)$/.exec(key) ?? []
      if (job !== '')
        written.push({ job, status: JSON.parse(value) as JobProgress | null, seconds })
    },
  }
  const latest = (job: string) => {
    const last = written.findLast((one) => one.job === job)
    return last?.status === null ? null : last?.status.status
  }
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

  it('is cached when its whole upload is cancelled', async () => {
    const { store, latest } = recordingStore()
    const docket = await docketForTest({ store })
    const person = visitor(docket.url)
    const upload = crypto.randomUUID()
    const documents = ['a.pdf', 'b.pdf'].map((name) => ({ name, bytes: makeUnique(pdf) }))
    const address = `/api/batch/extract?upload_id=${upload}`
    const body = createBatchForm(documents)
    const { items } = await readBatchResponse(await person.ask(address, { method: 'POST', body }))
    const ids = items.map(({ job }) => job?.id ?? '')
    await vi.waitFor(() => expect(ids.map(latest)).toEqual(['queued', 'queued']))
    await person.ask(`/api/uploads/${upload}/cancel`, { method: 'POST' })
    await vi.waitFor(() => expect(ids.map(latest)).toEqual(['cancelled', 'cancelled']))
  })

  it('is cached when the first download deletes the result', async () => {
    const { store, latest } = recordingStore()
    const reader = readerOf({ txt: 'x' })
    const { person, id } = await completed({ store, reader, deletesOnDownload: true })
    await (await person.ask(`/api/jobs/${id}/download`)).text()
    await vi.waitFor(() => expect(latest(id)).toBe('expired'))
  })
})

describe('the status of an invoice', () => {
  /** Uploads an invoice and stops the worker that has read it. */
  async function stage() {
    const { store, written, latest } = recordingStore()
    const docket = await docketForTest({ store })
    const person = visitor(docket.url)
    const { id } = await readJob(await person.upload(makeUnique(await samplePdf())))
    const worker = docket.startWorking()
    await vi.waitFor(() => expect(latest(id)).toBe('complete'))
    await worker.stop(5000)
    return { person, send: sendJson(person), written, latest, id }
  }

  it('is cached when a change to the directory queues it again', async () => {
    const { send, latest, id } = await stage()
    await send('POST', '/api/parties', { name: 'PT Baru', tin: '0123456782012000' })
    await vi.waitFor(() => expect(latest(id)).toBe('queued'))
  })

  it('is cached when several documents are queued again', async () => {
    const { send, latest, id } = await stage()
    const reread = { ids: [id], include_approved: true }
    expect((await send('POST', '/api/jobs/read-again', reread)).status).toBe(202)
    await vi.waitFor(() => expect(latest(id)).toBe('queued'))
  })

  it('is cached when a correction changes it', async () => {
    const { send, written, id } = await stage()
    const count = written.length
    const changes = [{ op: 'set', path: 'number', value: 'LC-1' }]
    const match = { 'if-match': '"1"' }
    const corrected = await send('PATCH', `/api/jobs/${id}/reading`, { changes }, match)
    expect(corrected.status).toBe(200)
    await vi.waitFor(() => expect(written.length).toBeGreaterThan(count))
    expect(written.at(-1)).toMatchObject({ job: id, status: { status: 'complete' } })
  })

  it.each(['one by one', 'in bulk'])('is removed from the cache by deletion %s', async (how) => {
    const { person, send, latest, id } = await stage()
    if (how === 'in bulk') await send('POST', '/api/jobs/delete', { ids: [id] })
    else await person.ask(`/api/jobs/${id}`, { method: 'DELETE' })
    await vi.waitFor(() => expect(latest(id)).toBeNull())
  })
})

it('the status of a failed job is cached when the administrator queues it again', async () => {
  const { store, latest } = recordingStore()
  const reader: ReadDocument = async () => {
    throw new AppError('NO_TEXT')
  }
  const docket = await docketForTest({ store, reader, tokens: { adminKey } })
  const { id } = await readJob(await visitor(docket.url).upload(makeUnique(pdf)))
  const worker = docket.startWorking()
  await vi.waitFor(() => expect(latest(id)).toBe('failed'))
  await worker.stop(5000)
  const admin = sendJson(visitor(docket.url, bearer(adminKey)))
  const response = await admin('POST', '/api/admin/requeue', { dry_run: false })
  expect(await response.json()).toMatchObject({ requeued: 1 })
  await vi.waitFor(() => expect(latest(id)).toBe('queued'))
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

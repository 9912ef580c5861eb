import { setTimeout as sleep } from 'node:timers/promises'
import { uuidv7 } from 'uuidv7'
import { describe, expect, it, vi } from 'vitest'
import { enqueueBatches } from '../../src/db/jobs/enqueue.sql.ts'
import type { HeatSheetReading } from '../../src/domain/heat-sheet/heat-sheet.ts'
import type { JobDetail } from '../../src/domain/job/job.ts'
import { imagesPdf } from '../fixtures/scans.ts'
import { makeUnique, textPdf } from '../fixtures/pdfs.ts'
import { deferred } from '../support/processes/deferred.ts'
import { docketForTest, type TestDocket } from '../support/docket/docket.ts'
import { readJob, visitor } from '../support/docket/visitor.ts'
import {
  complete,
  type FakeLlm,
  fakeLlm,
  swimNightResponse,
  swimNightText,
  pageText,
  respondWithError,
} from '../support/servers/fake-llm.ts'
import { fileServerForTest } from '../support/servers/file-server.ts'
import { errors } from '../../src/domain/i18n/en/errors.ts'

const pdf = async () => makeUnique(await textPdf({ text: swimNightText }))

async function read(docket: TestDocket, bytes: Uint8Array<ArrayBuffer>, fields = {}) {
  const person = visitor(docket.url)
  const params = JSON.stringify({ swimmer: 'Ada Ahlgren' })
  const upload = await person.upload(bytes, { mapping: 'heat_sheet_v1', params, ...fields })
  const { id } = await readJob(upload)
  await vi.waitFor(async () => expect((await person.job(id)).status).toMatch(/complete|failed/), {
    interval: 50,
  })
  const job = (await person.job(id)) as JobDetail
  const reading = async () =>
    (await (await person.ask(`/api/jobs/${id}/download?format=json`)).json()) as HeatSheetReading
  return { person, job, reading }
}

async function start(respond: Parameters<typeof fakeLlm>[0]): Promise<[TestDocket, FakeLlm]> {
  const llm = await fakeLlm(respond)
  const docket = await docketForTest({ model: llm.settings })
  docket.startWorking()
  return [docket, llm]
}

describe('a heat sheet with an unknown layout', () => {
  it('is read by the language model, checked, and reports its cost', async () => {
    const [docket, llm] = await start((response) => complete(response, swimNightResponse()))
    const { job, reading } = await read(docket, await pdf())
    expect(job).toMatchObject({
      status: 'complete',
      read_by: 'heat_sheet_v1',
      attempt_count: 1,
      needs_review: true,
      llm: {
        model: 'invented-1',
        calls: 1,
        input_tokens: 1000,
        output_tokens: 200,
        cost_usd: 0.004,
      },
    })
    expect(job.outputs.map(({ format }) => format)).toEqual(['json', 'ics', 'csv'])
    expect((await reading()).events).toMatchObject([{ lane: 4, heat_start_time: '09:05' }])
    expect(pageText(llm.requests[0])).toContain('4 Ahlgren, Ada 11 AQUA 31.02')
    expect(JSON.stringify(docket.log)).not.toMatch(/Ahlgren|sk-invented/)
  })

  it('does not cost anything for the next swimmer', async () => {
    const [docket, llm] = await start((response) => complete(response, swimNightResponse()))
    const bytes = await pdf()
    const { person } = await read(docket, bytes)
    const params = JSON.stringify({ swimmer: 'Noemie Nunez' })
    const { id } = await readJob(await person.upload(bytes, { mapping: 'heat_sheet_v1', params }))
    await vi.waitFor(async () => expect((await person.job(id)).status).toBe('complete'))
    expect(llm.requests).toHaveLength(1)
    expect(await person.job(id)).toMatchObject({ llm: null })
  })

  it('is sent as an image if it has no words, and reports that its values were not checked', async () => {
    const [docket, llm] = await start((response) => complete(response, swimNightResponse()))
    const dot = new Uint8Array(60 * 60).fill(255).fill(0, 1000, 1020)
    const scan = imagesPdf([{ width: 60, height: 60, scale: 1, pixels: dot }])
    const { job, reading } = await read(docket, new Uint8Array(scan))
    expect(job.status).toBe('complete')
    expect(job.review_reasons).toContainEqual(expect.objectContaining({ code: 'unchecked' }))
    expect((await reading()).events).toHaveLength(1)
    const parts = llm.requests[0]?.messages[1]?.content as unknown as {
      image_url?: { url: string }
    }[]
    const [, png = ''] = parts[1]?.image_url?.url.split('base64,') ?? []
    expect(Buffer.from(png, 'base64').subarray(1, 4).toString()).toBe('PNG')
  })

  it('fails with the reason if the model cannot read it', async () => {
    const [docket] = await start((response) =>
      complete(response, swimNightResponse({ events: [] })),
    )
    const { job } = await read(docket, await pdf())
    expect(job).toMatchObject({
      status: 'failed',
      error_code: 'LLM_UNUSABLE',
      error_message: errors.LLM_UNUSABLE,
      llm: { calls: 1 },
    })
  })

  it('is retried after a failure, and both calls are counted', async () => {
    const [docket] = await start((response, _, count) => {
      if (count === 1) respondWithError(response, 500)
      else complete(response, swimNightResponse())
    })
    const soon = setInterval(
      () => void docket.db.query(`update jobs set run_at = now() where blocked_by = 'time'`),
      50,
    )
    const { job } = await read(docket, await pdf()).finally(() => clearInterval(soon))
    expect(job).toMatchObject({ status: 'complete', attempt_count: 2 })
    expect(job.attempts.map(({ error_code }) => error_code)).toEqual(['LLM_FAILED', null])
  })
})

describe('the language model is not asked', () => {
  it('about a document that is not submitted as a heat sheet', async () => {
    const [docket, llm] = await start((response) => complete(response, swimNightResponse()))
    const { job } = await read(docket, await pdf(), { mapping: 'auto', params: '{}' })
    expect(job).toMatchObject({ read_by: 'document_text_v1', llm: null })
    expect(llm.requests).toEqual([])
  })

  it('if no model is configured: the document is rejected', async () => {
    const docket = await docketForTest()
    docket.startWorking()
    const { job } = await read(docket, await pdf())
    expect(job).toMatchObject({ status: 'failed', error_code: 'MAPPING_MISMATCH' })
  })
})

it('sends a document with a swimmer but no known layout to the model, and keeps it as text if it is not a heat sheet', async () => {
  const answers = [swimNightResponse(), swimNightResponse({ events: [] })]
  const [docket, llm] = await start((response, _, count) => complete(response, answers[count - 1]))
  const fields = { mapping: 'auto' }
  expect((await read(docket, await pdf(), fields)).job.read_by).toBe('heat_sheet_v1')
  expect((await read(docket, await pdf(), fields)).job.read_by).toBe('document_text_v1')
  expect(llm.requests).toHaveLength(2)
})

describe('twenty documents in two batches', () => {
  /** Holds back every response until the maximum number of requests is open. */
  const run = async ({ maxRunning, expected }: { maxRunning: number; expected: number }) => {
    const open = new Map<string, number>()
    const full = deferred()
    const maxConcurrent = new Map<string, number>()
    const llm = await fakeLlm(async (response, request) => {
      const [, batch = ''] = /batch ([ab])/.exec(pageText(request)) ?? []
      const now = (open.get(batch) ?? 0) + 1
      open.set(batch, now)
      maxConcurrent.set(batch, Math.max(maxConcurrent.get(batch) ?? 0, now))
      if (llm.most() === expected) full.resolve()
      await full.promise
      // Gives a surplus request time to arrive.
      await sleep(150)
      open.set(batch, (open.get(batch) ?? 1) - 1)
      complete(response, swimNightResponse())
    }, 60_000)
    const site = await fileServerForTest((request, response) => {
      const text = `${swimNightText}\nbatch ${request.url?.[1]} document ${request.url?.slice(2)}`
      void textPdf({ text }).then((bytes) => response.end(bytes))
    })
    const docket = await docketForTest({ model: llm.settings })
    const facts = { mapping: 'heat_sheet_v1', params: {}, client_ip: null, user_agent: null }
    const batches = ['a', 'b'].map((name) => ({
      id: uuidv7(),
      owner_id: `user:${name}`,
      ...facts,
      max_running: maxRunning,
      is_single: false,
      jobs: Array.from({ length: 10 }, (_, index) => ({
        id: uuidv7(),
        original_filename: 'x.pdf',
        priority: 0,
        dependency: 'none',
        source_url: `${site.url}/${name}${index}`,
      })),
    }))
    await enqueueBatches(docket.db, batches)
    for (const workerId of ['one', 'two']) {
      docket.startWorking({ workerId, concurrency: 10, caps: { llm: 10 } })
    }
    await vi.waitFor(
      async () => {
        const left = await docket.db.query(
          `select status, error_code from jobs where status <> 'complete'`,
        )
        expect(left).toEqual([])
      },
      { timeout: 60_000, interval: 100 },
    )
    const attempts = await docket.db.query('select distinct attempt_count from jobs')
    expect(attempts).toEqual([{ attempt_count: 1 }])
    expect(llm.requests).toHaveLength(20)
    return { most: llm.most(), mostOf: [...maxConcurrent.values()] }
  }

  it('call the model three at a time per batch', async () => {
    const { most, mostOf } = await run({ maxRunning: 3, expected: 6 })
    expect([most, ...mostOf]).toEqual([6, 3, 3])
  })

  it('call it ten at a time in total, although their batches allow more', async () => {
    const { most } = await run({ maxRunning: 10, expected: 10 })
    expect(most).toBe(10)
  })
})

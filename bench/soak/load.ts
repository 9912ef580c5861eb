import { setTimeout as sleep } from 'node:timers/promises'
import { uuidv7 } from 'uuidv7'
import { isActive } from '../../src/domain/job/job-state.ts'
import type { Job } from '../../src/domain/job/job.ts'
import { firstSupplierInvoice, supplierPdf } from '../../test/fixtures/supplier-invoice.ts'
import { makeUnique, scannedPdf, textPdf } from '../../test/fixtures/pdfs.ts'

export interface Load {
  readonly documents: number
  /** Requests repeated because a fault interrupted them. */
  readonly repeated: number
  readonly failures: string[]
  /** Returns how long documents have waited for a worker since the previous call, in milliseconds. */
  takeWaits(): number[]
  stop(): Promise<void>
}

const clients = 3
/**
 * Pause of each client between two documents, in milliseconds, so that the machine is not saturated and wait times stay
 * comparable.
 */
const pauseMs = 1500
/** How long an interrupted request is repeated, in milliseconds. */
const patienceMs = 60_000

interface State {
  isStopped: boolean
  documents: number
  repeated: number
  failures: string[]
  waits: number[]
}

/**
 * Starts clients that upload text PDFs, invoices and, occasionally, a blank scan or a damaged PDF. Each client follows
 * its job on a stream, downloads the result and deletes the document, so the number of rows and files should stay
 * constant.
 */
export async function startLoad(url: () => string): Promise<Load> {
  const text = await textPdf({ pages: 3 })
  const invoice = await supplierPdf(firstSupplierInvoice)
  const scan = await scannedPdf()
  const damaged = text.subarray(0, text.length >> 1)
  const pdfs = [text, invoice, text, invoice, damaged, text, invoice, scan]
  const state: State = { isStopped: false, documents: 0, repeated: 0, failures: [], waits: [] }

  async function convertRepeatedly(client: number): Promise<void> {
    const first = await fetch(`${url()}/api/jobs`)
    const cookie = first.headers.get('set-cookie')?.split(';')[0] ?? ''
    for (let nth = client; !state.isStopped; nth++) {
      const pdf = pdfs[nth % pdfs.length] ?? text
      await convert(createAsk(url, cookie, state), makeUnique(pdf)).then(
        (wait) => wait !== undefined && state.waits.push(wait),
        (error: Error) => state.failures.push(`${new Date().toISOString()} ${error.message}`),
      )
      state.documents += 1
      await sleep(pauseMs)
    }
  }

  const all = Array.from({ length: clients }, (_, client) => convertRepeatedly(client))
  return {
    get documents() {
      return state.documents
    },
    get repeated() {
      return state.repeated
    },
    failures: state.failures,
    takeWaits: () => state.waits.splice(0),
    async stop() {
      state.isStopped = true
      await Promise.all(all)
    },
  }
}

interface Answer {
  status: number
  body: string
}
type Ask = (path: string, init?: RequestInit) => Promise<Answer>

/** Sends requests, and repeats those that a fault interrupts. */
function createAsk(url: () => string, cookie: string, state: State): Ask {
  return async (path, init = {}) => {
    const giveUpAt = Date.now() + patienceMs
    for (;;) {
      const failure = await send(url() + path, init, cookie).catch((error: Error) => error)
      if (!(failure instanceof Error)) return failure
      if (Date.now() > giveUpAt) throw new Error(`${path}: ${failure.message}`, { cause: failure })
      state.repeated += 1
      await sleep(500)
    }
  }
}

async function send(url: string, init: RequestInit, cookie: string): Promise<Answer> {
  const headers = { ...init.headers, cookie }
  const signal = AbortSignal.timeout(patienceMs)
  const response = await fetch(url, { ...init, headers, signal })
  const body = await response.text()
  // The server may still be working on the request that was interrupted.
  if (response.status >= 500 || body.includes('"code":"KEY_IN_USE"')) {
    throw new Error(`${response.status} ${body.slice(0, 200)}`)
  }
  return { status: response.status, body }
}

/** Returns the milliseconds until a worker first took the job; undefined if the upload was rejected or interrupted. */
async function convert(ask: Ask, pdf: Uint8Array<ArrayBuffer>): Promise<number | undefined> {
  const body = new FormData()
  body.set('file', new Blob([pdf]), 'soak.pdf')
  const headers = { 'idempotency-key': uuidv7() }
  const accepted = await ask('/api/upload', { method: 'POST', body, headers })
  if (accepted.status === 422 || accepted.status === 400) return undefined
  const answer = JSON.parse(accepted.body) as { job?: Job }
  if (!answer.job) throw new Error(`upload: ${accepted.status} ${accepted.body.slice(0, 200)}`)
  const { id, batch_id } = answer.job
  const job = await followToTheEnd(ask, batch_id, id)
  await ask(`/api/jobs/${id}/download?format=json`)
  await ask(`/api/jobs/${id}`, { method: 'DELETE' })
  // A blank scan fails, because it has no text.
  if (job.status !== 'complete' && job.error_code !== 'NO_TEXT') {
    throw new Error(`${id}: ${job.status} ${job.error_code ?? ''}`)
  }
  if (job.attempt_count > 1) return undefined
  return Date.parse(job.started_at ?? '') - Date.parse(job.queued_at)
}

/** Follows a job to its end. Reopens the stream, which also ends if the process that serves it stops. */
async function followToTheEnd(ask: Ask, batchId: string, id: string): Promise<Job> {
  for (;;) {
    await ask(`/api/batch/${batchId}/stream`)
    const job = JSON.parse((await ask(`/api/jobs/${id}`)).body) as Job
    if (!isActive(job)) return job
  }
}

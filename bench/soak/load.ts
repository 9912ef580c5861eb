import { setTimeout as sleep } from 'node:timers/promises'
import type { Job } from '../../src/domain/job/job.ts'
import { firstSupplierInvoice, supplierPdf } from '../../test/fixtures/supplier-invoice.ts'
import { makeUnique, scannedPdf, textPdf } from '../../test/fixtures/pdfs.ts'

export interface Load {
  readonly documents: number
  readonly failures: string[]
  /** Milliseconds from queue to worker, of the documents since the previous call. */
  takeWaits(): number[]
  stop(): Promise<void>
}

const clients = 3
/** Of a client between two documents, so that the machine is not saturated and waits stay comparable. */
const pauseMs = 500

/**
 * Clients that upload texts, invoices, now and then an empty scan and a damaged PDF, follow the job on a stream, download the
 * result and delete the document, so that rows and files should stay constant.
 */
export async function startLoad(url: string): Promise<Load> {
  const text = await textPdf({ pages: 3 })
  const invoice = await supplierPdf(firstSupplierInvoice)
  const scan = await scannedPdf()
  const pdfs = [
    text,
    invoice,
    text,
    invoice,
    text.subarray(0, text.length >> 1),
    text,
    invoice,
    scan,
  ]
  const state = { isStopped: false, documents: 0, failures: [] as string[], waits: [] as number[] }

  async function convertRepeatedly(client: number): Promise<void> {
    const first = await fetch(`${url}/api/jobs`)
    const cookie = first.headers.get('set-cookie')?.split(';')[0] ?? ''
    for (let nth = client; !state.isStopped; nth++) {
      const pdf = pdfs[nth % pdfs.length] ?? text
      const wait = await convert(url, makeUnique(pdf), { cookie }).catch((error: Error) => {
        state.failures.push(error.message)
        return undefined
      })
      if (wait !== undefined) state.waits.push(wait)
      state.documents += 1
      await sleep(pauseMs)
    }
  }

  const all = Array.from({ length: clients }, (_, client) => convertRepeatedly(client))
  return {
    get documents() {
      return state.documents
    },
    failures: state.failures,
    takeWaits: () => state.waits.splice(0),
    async stop() {
      state.isStopped = true
      await Promise.all(all)
    },
  }
}

/** Returns the milliseconds until a worker took the job; undefined if the upload was rejected. */
async function convert(
  url: string,
  pdf: Uint8Array<ArrayBuffer>,
  headers: Record<string, string>,
): Promise<number | undefined> {
  const ask = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(url + path, { ...init, headers })
    if (response.status >= 500) throw new Error(`${path}: ${response.status}`)
    return response
  }
  const body = new FormData()
  body.set('file', new Blob([pdf]), 'soak.pdf')
  const accepted = await ask('/api/upload', { method: 'POST', body })
  const answer = (await accepted.json()) as { job?: Job }
  if (accepted.status !== 202 || !answer.job) return undefined
  const { id, batch_id } = answer.job
  // Ends with the batch.
  await (await ask(`/api/batch/${batch_id}/stream`)).text()
  const job = (await (await ask(`/api/jobs/${id}`)).json()) as Job
  await (await ask(`/api/jobs/${id}/download?format=json`)).arrayBuffer()
  await (await ask(`/api/jobs/${id}`, { method: 'DELETE' })).arrayBuffer()
  // The scan is an empty page.
  if (job.status !== 'complete' && job.error_code !== 'NO_TEXT') {
    throw new Error(`${job.status} ${job.error_code ?? ''}`)
  }
  return Date.parse(job.started_at ?? '') - Date.parse(job.queued_at)
}

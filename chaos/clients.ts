import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { uuidv7 } from 'uuidv7'
import { sourceKey } from '../src/blobs/blob-keys.ts'
import type { Blobs } from '../src/blobs/blobs.ts'
import { enqueueBatches } from '../src/db/jobs/enqueue.sql.ts'
import type { Db } from '../src/db/db.ts'
import { cancelJob } from '../src/db/jobs/transitions.sql.ts'
import type { Job } from '../src/domain/job/job.ts'
import { createSession } from '../src/identity/sessions.ts'
import { makeUnique, textPdf } from '../test/fixtures/pdfs.ts'

export interface AcknowledgedUpload {
  sha256: string
  owner: string
  wasCancelled: boolean
}
export type Journal = Map<string, AcknowledgedUpload>

export const sentence = 'Nothing acknowledged is lost'

export interface Clients {
  journal: Journal
  refused: number
  stop(): Promise<void>
}

interface Options {
  url: () => string
  db: Db
  blobs: Blobs
  /** Folder for temporary files. */
  folder: string
  random: () => number
  uploaders: number
  /** Pause between batches, in milliseconds. */
  batchPauseMs?: number
  /** Pause between cancellations of running jobs, in milliseconds. */
  cancelPauseMs?: number
  /** Called with the id of each queued batch and the headers that identify its owner. */
  onBatch: (id: string, headers: Record<string, string>) => void
  /** Called with the status of every response to an upload. */
  onStatus?: (status: number) => void
}

type Session = Awaited<ReturnType<typeof createSession>>

/**
 * Starts clients that upload, repeat uploads and cancel, and one that queues batches. Each records what the server has
 * acknowledged.
 */
export async function startClients({
  url,
  db,
  blobs,
  folder,
  random,
  uploaders,
  batchPauseMs = 600,
  cancelPauseMs = 400,
  onBatch,
  onStatus,
}: Options): Promise<Clients> {
  const journal: Journal = new Map()
  const quickPdf = await textPdf({ text: sentence })
  const slow = await textPdf({ text: sentence, pages: 100 })
  const state = { isStopped: false, refused: 0 }
  const pick = () => makeUnique(random() < 0.15 ? slow : quickPdf)

  async function upload(): Promise<void> {
    const { secret: owner } = await createSession(db)
    const headers = { cookie: `docket_session=${owner}` }
    let bytes = pick()
    while (!state.isStopped) {
      if (random() > 0.2) bytes = pick()
      const id = await sendDocument(url(), bytes, { headers, onStatus }).catch(() => undefined)
      if (id === undefined) {
        state.refused += 1
        await sleep(100)
        continue
      }
      const acknowledged = journal.get(id) ?? { sha256: sha256(bytes), owner, wasCancelled: false }
      journal.set(id, acknowledged)
      if (random() < 0.1) {
        acknowledged.wasCancelled = true
        await sleep(200 * random())
        const address = `${url()}/api/jobs/${id}/cancel`
        await fetch(address, { method: 'POST', headers, signal: AbortSignal.timeout(5000) }).catch(
          () => undefined,
        )
      }
      await sleep(150 * random())
    }
  }

  /** Inserts directly, because the web API cannot create every kind of batch. */
  async function queueBatches(): Promise<void> {
    const session = await createSession(db)
    while (!state.isStopped) {
      await queueBatch(session).catch(() => undefined)
      await sleep(batchPauseMs)
    }
  }

  async function queueBatch({ secret: owner, identity: { owner_id } }: Session): Promise<void> {
    const documents = Array.from({ length: 7 }, pick)
    const duplicate = documents[0]
    if (duplicate) documents.push(duplicate)
    const jobs = []
    for (const bytes of documents) {
      const id = uuidv7()
      const upload_key = sourceKey(id, owner_id)
      const file = path.join(folder, `${id}.pdf`)
      await writeFile(file, bytes)
      await blobs.putFile(upload_key, file)
      const facts = { original_filename: 'batch.pdf', priority: 0, dependency: 'none' }
      jobs.push({ id, upload_key, bytes: bytes.length, sha256: sha256(bytes), ...facts })
    }
    const sender = { owner_id, client_ip: null, user_agent: null }
    const request = { mapping: 'document_text_v1', params: {}, max_running: 3, is_single: false }
    const id = uuidv7()
    await enqueueBatches(db, [{ id, ...sender, ...request, jobs }])
    onBatch(id, { cookie: `docket_session=${owner}` })
    for (const job of jobs) journal.set(job.id, { sha256: job.sha256, owner, wasCancelled: false })
  }

  /** Cancels a running job, so that its result arrives too late. */
  async function cancelRunning(): Promise<void> {
    while (!state.isStopped) {
      const [running] = await db
        .query<{ id: string; owner_id: string }>(
          `select id, owner_id from jobs where status = 'processing' order by random() limit 1`,
        )
        .catch(() => [])
      const acknowledged = running && journal.get(running.id)
      if (running && acknowledged) {
        acknowledged.wasCancelled = true
        await cancelJob(db, running.id, running.owner_id).catch(() => undefined)
      }
      await sleep(cancelPauseMs)
    }
  }

  const all = [...Array.from({ length: uploaders }, upload), queueBatches(), cancelRunning()]
  return {
    journal,
    get refused() {
      return state.refused
    },
    async stop() {
      state.isStopped = true
      await Promise.all(all)
    },
  }
}

/** Returns the id of the job once the upload is acknowledged. */
export async function sendDocument(
  url: string,
  bytes: Uint8Array<ArrayBuffer>,
  {
    headers,
    onStatus = () => undefined,
  }: { headers: Record<string, string>; onStatus?: ((status: number) => void) | undefined },
): Promise<string> {
  const form = new FormData()
  form.set('file', new Blob([bytes]), 'storm.pdf')
  form.set('mapping', 'document_text_v1')
  const signal = AbortSignal.timeout(10_000)
  const response = await fetch(`${url}/api/upload`, { method: 'POST', body: form, headers, signal })
  onStatus(response.status)
  if (response.status !== 202) throw new Error(`Answered ${response.status}`)
  return ((await response.json()) as { job: Job }).job.id
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

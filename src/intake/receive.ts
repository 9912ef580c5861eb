import type { Enqueued } from '../db/jobs/enqueue.sql.ts'
import type { Database } from '../db/db.ts'
import type { Log } from '../domain/ports/log.ts'
import type { Mapping } from '../domain/mapping/mapping.ts'
import { refuseHead } from '../domain/document/pdf-file.ts'
import { askedIn, type FormPart, readForm } from './upload-form.ts'
import {
  type Accepted,
  createJudge,
  type Judging,
  type Refused,
  refuseIfNoneIsGood,
  tellingOf,
} from './validate-item.ts'
import { type Answered, type Asker, type Making, once } from './with-idempotency-key.ts'
import { logQueued, queueBatch, queuedBefore, type Queueing } from './queue-batch.ts'
import type { Scratch } from '../blobs/scratch.ts'

export interface Receiving extends Judging, Queueing {
  db: Database
  scratch: Scratch
  mappings: ReadonlyMap<string, Mapping>
  defaultMapping: string
  maxUploadBytes: number
  maxPdfsPerBatch: number
  /** How many jobs of one batch may run at once. */
  maxRunningPerBatch: number
}

export interface Sender extends Asker {
  /** Of the jobs that come of it: the higher, the sooner. */
  priority: number
  client_ip: string | null
  user_agent: string | null
  /** The request that it came with, and where that is written down. */
  request?: { id: string; traceparent: string | undefined; log: Log }
}

/** What became of one document: the job that stands for it, or why there is none. */
export type Fate = Refused | (Enqueued & { name: string })

export interface Received {
  batch_id: string
  /** Of every document, in the order in which they came. */
  fates: Fate[]
}

/** A form on its way in. */
export interface Arriving {
  sender: Sender
  parts: AsyncIterable<FormPart>
  /** Ends the look into a hard document early, when the sender has gone. */
  signal: AbortSignal
  /** Where the sender's Idempotency-Key has been seen to already. */
  making?: Making
}

/**
 * One PDF: staged, looked into, stored, queued; or the address of one, for a worker to fetch. The answer is made
 * for the job that stands for it: its own, or the one that is reading the same document already. A job that was
 * acknowledged always finds its source; whatever is refused leaves neither a file nor a row.
 */
export function receive<Answer>(
  into: Receiving,
  arriving: Arriving,
  answer: (job: Enqueued) => Promise<Answer>,
): Promise<Answered<Answer>> {
  return take(into, arriving, 1, async ({ fates: [fate] }) => {
    if (!fate || 'refused' in fate) throw new Error('A job that was queued is not there')
    return answer(fate)
  })
}

/** Several documents at once, each with a fate of its own; refused as a whole where none can be taken. */
export function receiveBatch<Answer>(
  into: Receiving,
  arriving: Arriving,
  answer: (received: Received) => Promise<Answer>,
): Promise<Answered<Answer>> {
  return take(into, arriving, into.maxPdfsPerBatch, answer)
}

function take<Answer>(
  into: Receiving,
  { sender, parts, signal, making }: Arriving,
  mostItems: number,
  answer: (received: Received) => Promise<Answer>,
): Promise<Answered<Answer>> {
  return into.scratch.useFiles(async (newFile) => {
    const { look, judge } = createJudge(into, signal)
    const form = await readForm(parts, {
      newFile,
      // Several are best synced at the same time, when all have come.
      mustSync: into.blobs.isLocal && mostItems === 1,
      maxBytes: into.maxUploadBytes,
      mostItems,
      takesUrls: true,
      refuse: refuseHead,
      onUpload: look,
    })
    const asked = await askedIn(form, into)
    const judged = await Promise.all(form.items.map(judge))
    refuseIfNoneIsGood(judged)
    const queue = async ({ id, is_taken_over }: Making) => {
      const { owner_id, client_ip, user_agent, priority, request } = sender
      const whence = { request_id: request?.id, traceparent: request?.traceparent }
      const facts = { is_single: mostItems === 1, max_running: into.maxRunningPerBatch }
      const batch = { id, owner_id, client_ip, user_agent, ...whence, ...asked, ...facts }
      const accepted = judged.filter((one) => 'id' in one)
      const before = is_taken_over ? await queuedBefore(into.db, batch, accepted) : undefined
      const queued = before ?? (await queueBatch(into, batch, accepted, priority))
      if (!before && request) logQueued(request.log, id, queued.values())
      return answer({ batch_id: id, fates: judged.map((one) => fateOf(one, queued)) })
    }
    if (making) return { answer: await queue(making), is_replay: false }
    return once(into.db, sender, [asked, judged.map(tellingOf)], queue)
  })
}

function fateOf(judged: Accepted | Refused, queued: ReadonlyMap<string, Enqueued>): Fate {
  if ('refused' in judged) return judged
  const enqueued = queued.get(judged.id)
  if (!enqueued) throw new Error('A job that was queued is not there')
  return { name: judged.name, ...enqueued }
}

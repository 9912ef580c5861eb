/**
 * Turns an upload into jobs. A form is hashed while it is streamed to scratch files (`blobs/stage-upload.ts`, which
 * rejects files larger than MAX_UPLOAD_MB with TOO_LARGE). A child process opens each file as soon as it is staged, so
 * that locked and damaged PDFs are rejected in the response and images become PDFs. Once the whole form has arrived,
 * the files are moved to their keys, and one statement inserts the batch and its jobs, so that files are stored before
 * rows. A single upload takes the same path, as a batch of one job. A request with an Idempotency-Key claims the key
 * after validation, before anything is stored.
 */

import type { EnqueuedJob } from '../db/jobs/enqueue.sql.ts'
import type { Database } from '../db/db.ts'
import type { Log } from '../domain/ports/log.ts'
import type { Mapping } from '../domain/mapping/mapping.ts'
import type { Guard } from '../fetch/guard.ts'
import { describeBatch } from './describe-batch.ts'
import { checkDeclaredType } from './declared-type.ts'
import { toNetwork } from '../domain/api/network.ts'
import { checkDocumentHead } from '../domain/document/document-format.ts'
import { parseUploadFields, type FormPart, readForm } from './upload-form.ts'
import {
  type AcceptedItem,
  createItemValidator,
  type ValidateDeps,
  type RejectedItem,
  requireAnyAccepted,
  fingerprintParts,
} from './validate-item.ts'
import {
  type Replayable,
  type Caller,
  type KeyClaim,
  withIdempotencyKey,
} from './with-idempotency-key.ts'
import { logQueued, queueBatch, findQueuedBatch, type QueueDeps } from './queue-batch.ts'
import type { Scratch } from '../blobs/scratch.ts'

export interface ReceiveDeps extends ValidateDeps, QueueDeps {
  db: Database
  scratch: Scratch
  mappings: ReadonlyMap<string, Mapping>
  defaultMapping: string
  maxUploadBytes: number
  maxPdfsPerBatch: number
  maxRunningPerBatch: number
  /** Version of the reader and its mappings. Results from other versions are not reused. */
  reader: string
  /** Checks callback URLs. */
  webhookGuard: Guard
}

export interface UploadClient extends Caller {
  /** Higher priorities run sooner. */
  priority: number
  client_ip: string | null
  user_agent: string | null
  /** ID shared by the batches of one upload. */
  upload_id?: string | undefined
  /** Correlates the jobs with the HTTP request in logs and traces. */
  request?: { id: string; traceparent: string | undefined; log: Log }
}

/** The job that represents a document, or the reason why the document was rejected. */
export type UploadResult = RejectedItem | (EnqueuedJob & { name: string })

export interface ReceivedBatch {
  batch_id: string
  /** One result per document, in order of arrival. */
  results: UploadResult[]
}

export interface IncomingForm {
  sender: UploadClient
  parts: AsyncIterable<FormPart>
  /** Aborts the document checks when the client disconnects. */
  signal: AbortSignal
  /** Present if the caller has already claimed the Idempotency-Key. */
  claim?: KeyClaim
}

/**
 * Accepts one PDF or URL. The response describes the new job, or the existing job if the same document is already
 * queued. The source of an accepted job is always stored. A rejected upload leaves neither a file nor a row.
 */
export function receiveUpload<Body>(
  deps: ReceiveDeps,
  incoming: IncomingForm,
  respond: (job: EnqueuedJob) => Promise<Body>,
): Promise<Replayable<Body>> {
  return receiveForm(deps, incoming, 1, async ({ results: [result] }) => {
    if (!result || 'error' in result) throw new Error('Enqueue returned no job')
    return respond(result)
  })
}

/** Accepts several documents and reports on each. Rejects the request if none is acceptable. */
export function receiveBatch<Body>(
  deps: ReceiveDeps,
  incoming: IncomingForm,
  respond: (received: ReceivedBatch) => Promise<Body>,
): Promise<Replayable<Body>> {
  return receiveForm(deps, incoming, deps.maxPdfsPerBatch, respond)
}

function receiveForm<Body>(
  deps: ReceiveDeps,
  { sender, parts, signal, claim }: IncomingForm,
  maxItems: number,
  respond: (received: ReceivedBatch) => Promise<Body>,
): Promise<Replayable<Body>> {
  return deps.scratch.useFiles(async (newFile, forget) => {
    const client = sender.client_ip === null ? undefined : toNetwork(sender.client_ip)
    const { startOpening, validate } = createItemValidator(deps, {
      newFile,
      signal,
      client,
      ownerId: sender.owner_id,
    })
    const form = await readForm(parts, {
      newFile,
      maxBytes: deps.maxUploadBytes,
      maxItems,
      acceptsUrls: true,
      validateHead: (head, part) =>
        checkDeclaredType(part.content_type, head) ?? checkDocumentHead(head),
      onUpload: startOpening,
    })
    const options = await parseUploadFields(form, deps)
    const validated = await Promise.all(form.items.map(validate))
    requireAnyAccepted(validated)
    const queue = async ({ id, is_taken_over }: KeyClaim) => {
      const { priority, request } = sender
      const batch = { id, ...(await describeBatch(deps, sender, options, maxItems)) }
      const accepted = validated.filter((one) => 'id' in one)
      const earlier = is_taken_over ? await findQueuedBatch(deps.db, batch, accepted) : undefined
      const queued = earlier ?? (await queueBatch(deps, batch, accepted, priority))
      if (!earlier) for (const one of accepted) if ('staged' in one) forget(one.staged.file)
      if (!earlier && request) logQueued(request.log, id, queued.values())
      return respond({ batch_id: id, results: validated.map((one) => toUploadResult(one, queued)) })
    }
    if (claim) return { response: await queue(claim), is_replay: false }
    return withIdempotencyKey(deps.db, sender, [options, validated.map(fingerprintParts)], queue)
  })
}

function toUploadResult(
  validated: AcceptedItem | RejectedItem,
  queued: ReadonlyMap<string, EnqueuedJob>,
): UploadResult {
  if ('error' in validated) return validated
  const enqueued = queued.get(validated.id)
  if (!enqueued) throw new Error('Enqueue returned no job')
  return { name: validated.name, ...enqueued }
}

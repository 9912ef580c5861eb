import { Readable } from 'node:stream'
import type { Blobs } from '../blobs/blobs.ts'
import { expiryAfter, requireSignedLinks } from '../blobs/signed-links.ts'
import type { EnqueuedJob } from '../db/jobs/enqueue.sql.ts'
import { AppError } from '../domain/errors/app-error.ts'
import type { Params } from '../domain/mapping/mapping.ts'
import { checkPdfSize } from '../domain/document/pdf-file.ts'
import type { Uploader } from '../domain/api/byte-usage.ts'
import type { UploadLink } from '../domain/api/routes/links.ts'
import type { FormPart } from './upload-form.ts'
import { incomingKey } from '../blobs/blob-keys.ts'
import { type Replayable, type Caller, withIdempotencyKey } from './with-idempotency-key.ts'
import { type IncomingForm, type ReceiveDeps, receiveUpload } from './receive.ts'

const linkTtlSeconds = 15 * 60
/** Content type for which upload URLs are signed, both for PDFs and for images. */
const contentType = 'application/octet-stream'
/**
 * Issues a presigned upload URL for one file. A retry with the same Idempotency-Key gets a new URL for the same object,
 * because URLs are short-lived and never stored.
 */
export async function beginUpload(
  deps: Pick<ReceiveDeps, 'db' | 'blobs' | 'byteQuotas' | 'maxUploadBytes'>,
  caller: Caller & Uploader,
  bytes: number,
): Promise<Replayable<UploadLink>> {
  const { db, blobs, byteQuotas, maxUploadBytes } = deps
  const error = checkPdfSize(bytes, maxUploadBytes)
  if (error) throw error
  const links = requireSignedLinks(blobs)
  const { response, is_replay } = await withIdempotencyKey(
    db,
    caller,
    { bytes },
    async ({ id }) => {
      await byteQuotas.announce(caller, bytes)
      return { id }
    },
  )
  const { id } = response
  const key = incomingKey(id, caller.owner_id)
  const url = await links.toWrite(key, { seconds: linkTtlSeconds, bytes })
  const link = {
    id,
    url,
    headers: { 'content-type': contentType },
    expires_at: expiryAfter(linkTtlSeconds),
  }
  return { response: link, is_replay }
}

export interface UploadCommit {
  id: string
  filename: string
  mapping?: string | undefined
  params?: Params | undefined
  schema?: Record<string, unknown> | undefined
  client_reference?: string | undefined
  callback_url?: string | undefined
}

/**
 * Copies the uploaded object to a new key through the normal upload path, because anyone with the presigned URL can
 * still overwrite the original object.
 */
export async function commitUpload<Body>(
  deps: ReceiveDeps,
  { sender, signal }: Pick<IncomingForm, 'sender' | 'signal'>,
  commit: UploadCommit,
  respond: (job: EnqueuedJob) => Promise<Body>,
): Promise<Replayable<Body>> {
  requireSignedLinks(deps.blobs)
  const key = incomingKey(commit.id, sender.owner_id)
  const reply = await withIdempotencyKey(deps.db, sender, commit, async (claim) => {
    const stream = await openIncoming(deps.blobs, key)
    const parts = Readable.from(formParts(commit, stream))
    const incoming: IncomingForm = { sender, parts, signal, claim }
    return (await receiveUpload(deps, incoming, respond).finally(() => stream.destroy())).response
  })
  await deps.blobs.delete(key)
  return reply
}

async function openIncoming(blobs: Blobs, key: string): Promise<Readable> {
  const { stream } = await blobs.open(key).catch((error: unknown) => {
    const isMissing = error instanceof AppError && error.code === 'IO_ERROR'
    throw isMissing ? new AppError('NOT_UPLOADED', undefined, { cause: error }) : error
  })
  return stream
}

/** Yields the fields before the file, so that they are validated first. */
function formParts({ filename, ...commit }: UploadCommit, stream: Readable): FormPart[] {
  const given = Object.entries(commit).filter(
    ([name, value]) => name !== 'id' && value !== undefined,
  )
  return [
    ...given.map(([name, value]) => ({ kind: 'field', name, value: toFieldText(value) }) as const),
    { kind: 'file', filename, content_type: contentType, stream },
  ]
}

function toFieldText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

import { Readable } from 'node:stream'
import type { Blobs } from '../blobs/blobs.ts'
import { expiresIn, signedLinks } from '../blobs/signed-links.ts'
import type { Enqueued } from '../db/jobs/enqueue.sql.ts'
import { AppError } from '../domain/errors/errors.ts'
import type { Params } from '../domain/mapping/mapping.ts'
import { refuseSize } from '../domain/document/pdf-file.ts'
import type { UploadLink } from '../domain/api/routes/links.ts'
import type { FormPart } from './upload-form.ts'
import { incomingKey } from '../blobs/blob-keys.ts'
import { type Answered, type Asker, once } from './with-idempotency-key.ts'
import { type Arriving, type Receiving, receive } from './receive.ts'

const uploadSeconds = 15 * 60
const type = 'application/pdf'
/**
 * A way for one file of its owner into the storage. Nothing is known of it until it is committed. Whoever asks
 * again with the same key gets another link to the same place: links end soon and are kept nowhere.
 */
export async function beginUpload(
  { db, blobs, maxUploadBytes }: Pick<Receiving, 'db' | 'blobs' | 'maxUploadBytes'>,
  asker: Asker,
  bytes: number,
): Promise<Answered<UploadLink>> {
  const refused = refuseSize(bytes, maxUploadBytes)
  if (refused) throw refused
  const links = signedLinks(blobs)
  const { answer, is_replay } = await once(db, asker, { bytes }, async ({ id }) => ({ id }))
  const { id } = answer
  const key = incomingKey(id, asker.owner_id)
  const url = await links.toWrite(key, { seconds: uploadSeconds, bytes })
  const link = { id, url, headers: { 'content-type': type }, expires_at: expiresIn(uploadSeconds) }
  return { answer: link, is_replay }
}

export interface Committed {
  id: string
  filename: string
  mapping?: string | undefined
  params?: Params | undefined
}

/**
 * Reads what was sent back in and takes it like any upload, under a key of its own: whoever has the link
 * could still change what lies under the first one.
 */
export async function commitUpload<Answer>(
  into: Receiving,
  { sender, signal }: Pick<Arriving, 'sender' | 'signal'>,
  committed: Committed,
  answer: (job: Enqueued) => Promise<Answer>,
): Promise<Answered<Answer>> {
  signedLinks(into.blobs)
  const key = incomingKey(committed.id, sender.owner_id)
  const answered = await once(into.db, sender, committed, async (making) => {
    const stream = await openIncoming(into.blobs, key)
    const parts = Readable.from(formOf(committed, stream))
    const arriving = { sender, parts, signal, making }
    return (await receive(into, arriving, answer).finally(() => stream.destroy())).answer
  })
  await into.blobs.delete(key)
  return answered
}

async function openIncoming(blobs: Blobs, key: string): Promise<Readable> {
  const { stream } = await blobs.open(key).catch((error: unknown) => {
    const isMissing = error instanceof AppError && error.code === 'IO_ERROR'
    throw isMissing ? new AppError('NOT_UPLOADED', undefined, { cause: error }) : error
  })
  return stream
}

function formOf({ filename, mapping, params }: Committed, stream: Readable): FormPart[] {
  const form: FormPart[] = [{ kind: 'file', filename, content_type: type, stream }]
  if (mapping !== undefined) form.unshift({ kind: 'field', name: 'mapping', value: mapping })
  if (params !== undefined) {
    form.unshift({ kind: 'field', name: 'params', value: JSON.stringify(params) })
  }
  return form
}

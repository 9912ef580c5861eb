import { uuidv7 } from 'uuidv7'
import { z } from 'zod'
import type { Blobs } from '../blobs/blobs.ts'
import type { Enqueued } from '../db/batches.sql.ts'
import type { Db } from '../db/db.ts'
import { AppError, toAppError } from '../domain/errors.ts'
import { cleanFilename } from '../domain/filename.ts'
import type { Mapping } from '../domain/mapping.ts'
import { refuseHead } from '../domain/pdf-file.ts'
import type { Sandbox } from '../extraction/sandbox/sandbox.ts'
import type { Enqueue } from '../queue/enqueue.ts'
import { askedMapping, type FormPart, parseParams, readForm } from './form.ts'
import { sourceKey } from './keys.ts'
import type { Scratch } from './scratch.ts'

export interface Receiving {
  db: Db
  blobs: Blobs
  scratch: Scratch
  sandbox: Sandbox
  mappings: ReadonlyMap<string, Mapping>
  defaultMapping: string
  maxUploadBytes: number
  enqueue: Enqueue
  /** How many jobs of one batch may run at once. */
  maxRunningPerBatch: number
}

export interface Sender {
  owner_id: string
  /** Of the jobs that come of it: the higher, the sooner. */
  priority: number
  client_ip: string | null
  user_agent: string | null
}

/**
 * One PDF: staged, looked into, stored, queued. Returns the job that stands for it: its own, or the one
 * that is reading the same document already. The bytes are durable before the row that names them
 * commits, so a job that was acknowledged always finds its source; whatever is refused leaves neither a
 * file nor a row. `signal` ends the look into a hard one early.
 */
export function receive(
  into: Receiving,
  sender: Sender,
  parts: AsyncIterable<FormPart>,
  signal: AbortSignal,
): Promise<Enqueued> {
  return into.scratch.use(async (folder) => {
    const form = await readForm(parts, {
      folder,
      maxBytes: into.maxUploadBytes,
      refuse: refuseHead,
    })
    const fields = parseFields(form.fields)
    const mapping = askedMapping(into.mappings, fields.mapping ?? into.defaultMapping)
    const params = parseParams(mapping, fields.params)
    await into.sandbox.probe(form.staged.file, { signal })
    const id = uuidv7()
    const upload_key = sourceKey(id)
    await into.blobs.putFile(upload_key, form.staged.file)
    const { bytes, sha256 } = form.staged
    const original_filename = cleanFilename(form.filename)
    const job = {
      id,
      original_filename,
      bytes,
      sha256,
      upload_key,
      priority: sender.priority,
      needs: 'none',
    }
    const facts = { mapping: mapping.name, params, max_running: into.maxRunningPerBatch }
    const batch = { id: uuidv7(), ...sender, ...facts, is_single: true, jobs: [job] }
    const [enqueued] = await into
      .enqueue(batch)
      .catch((error: unknown) => forget(into.blobs, upload_key, error))
    if (!enqueued) throw new Error('A job that was queued is not there')
    if (enqueued.job_id !== id) await into.blobs.delete(upload_key)
    return enqueued
  })
}

/** After a lost connection the commit may have happened all the same: then the bytes must stay. */
async function forget(blobs: Blobs, key: string, error: unknown): Promise<never> {
  if (toAppError(error).code !== 'UNAVAILABLE') await blobs.delete(key)
  throw error
}

const Fields = z.strictObject({ mapping: z.string().optional(), params: z.string().optional() })

function parseFields(fields: Record<string, string>): z.infer<typeof Fields> {
  const parsed = Fields.safeParse(fields)
  if (parsed.success) return parsed.data
  const names = Object.keys(fields).filter((name) => !(name in Fields.shape))
  const sentence = `There is no field ${names.join(', ')}; an upload takes file, mapping and params.`
  throw new AppError('INVALID_REQUEST', sentence)
}

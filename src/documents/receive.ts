import { uuidv7 } from 'uuidv7'
import { z } from 'zod'
import type { Blobs } from '../blobs/blobs.ts'
import type { Enqueued, NewBatch, NewJob } from '../db/batches.sql.ts'
import type { Db } from '../db/db.ts'
import { AppError, toAppError } from '../domain/errors.ts'
import type { Mapping } from '../domain/mapping.ts'
import { refuseHead } from '../domain/pdf-file.ts'
import type { Enqueue } from '../queue/enqueue.ts'
import { askedMapping, type FormPart, parseParams, readForm } from './form.ts'
import type { Scratch } from './scratch.ts'
import { takeSource, type Taking } from './take-source.ts'

export interface Receiving extends Taking {
  db: Db
  scratch: Scratch
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
 * One PDF: staged, looked into, stored, queued; or the address of one, for a worker to fetch. Returns the
 * job that stands for it: its own, or the one that is reading the same document already. The bytes are
 * durable before the row that names them commits, so a job that was acknowledged always finds its source;
 * whatever is refused leaves neither a file nor a row. `signal` ends the look into a hard one early.
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
    const id = uuidv7()
    const taken = await takeSource(into, { id, upload: form.upload, url: fields.url }, signal)
    const job = { id, ...taken, priority: sender.priority, needs: 'none' }
    const facts = { mapping: mapping.name, params, max_running: into.maxRunningPerBatch }
    return enqueueAlone(into, { id: uuidv7(), ...sender, ...facts }, job)
  })
}

/** Where another job stands for this one, its bytes are not needed. */
async function enqueueAlone(
  { enqueue, blobs }: Receiving,
  batch: Omit<NewBatch, 'is_single' | 'jobs'>,
  job: NewJob,
): Promise<Enqueued> {
  const key = 'upload_key' in job ? job.upload_key : undefined
  const [enqueued] = await enqueue({ ...batch, is_single: true, jobs: [job] }).catch(
    (error: unknown) => forgetBytes(blobs, key, error),
  )
  if (!enqueued) throw new Error('A job that was queued is not there')
  if (enqueued.job_id !== job.id && key !== undefined) await blobs.delete(key)
  return enqueued
}

/** After a lost connection the commit may have happened all the same: then the bytes must stay. */
export async function forgetBytes(
  blobs: Blobs,
  key: string | undefined,
  error: unknown,
): Promise<never> {
  if (key !== undefined && toAppError(error).code !== 'UNAVAILABLE') await blobs.delete(key)
  throw error
}

const Fields = z.strictObject({
  url: z.string().optional(),
  mapping: z.string().optional(),
  params: z.string().optional(),
})

function parseFields(fields: Record<string, string>): z.infer<typeof Fields> {
  const parsed = Fields.safeParse(fields)
  if (parsed.success) return parsed.data
  const names = Object.keys(fields).filter((name) => !(name in Fields.shape))
  const sentence = `There is no field ${names.join(', ')}; an upload takes file or url, mapping and params.`
  throw new AppError('INVALID_REQUEST', sentence)
}

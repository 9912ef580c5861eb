import { uuidv7 } from 'uuidv7'
import { z } from 'zod'
import type { Enqueued } from '../db/batches.sql.ts'
import type { Database } from '../db/db.ts'
import { AppError } from '../domain/errors.ts'
import type { Mapping, Params } from '../domain/mapping.ts'
import { refuseHead } from '../domain/pdf-file.ts'
import { askedMapping, type Form, type FormPart, parseParams, readForm } from './form.ts'
import { type Accepted, createJudge, type Judging, type Refused } from './judge-item.ts'
import { queueBatch, type Queueing } from './queue-batch.ts'
import type { Scratch } from './scratch.ts'

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

export interface Sender {
  owner_id: string
  /** Of the jobs that come of it: the higher, the sooner. */
  priority: number
  client_ip: string | null
  user_agent: string | null
}

/** What became of one document: the job that stands for it, or why there is none. */
export type Fate = Refused | (Enqueued & { name: string })

export interface Received {
  batch_id: string
  /** Of every document, in the order in which they came. */
  fates: Fate[]
}

/**
 * One PDF: staged, looked into, stored, queued; or the address of one, for a worker to fetch. Returns the
 * job that stands for it: its own, or the one that is reading the same document already. A job that was
 * acknowledged always finds its source; whatever is refused leaves neither a file nor a row. `signal` ends
 * the look into a hard one early.
 */
export async function receive(
  into: Receiving,
  sender: Sender,
  parts: AsyncIterable<FormPart>,
  signal: AbortSignal,
): Promise<Enqueued> {
  const { fates } = await take(into, sender, parts, { most: 1, signal })
  const [fate] = fates
  if (!fate || 'refused' in fate) throw new Error('A job that was queued is not there')
  return fate
}

/** Several documents at once, each with a fate of its own; refused as a whole where none can be taken. */
export function receiveBatch(
  into: Receiving,
  sender: Sender,
  parts: AsyncIterable<FormPart>,
  signal: AbortSignal,
): Promise<Received> {
  return take(into, sender, parts, { most: into.maxPdfsPerBatch, signal })
}

function take(
  into: Receiving,
  { priority, ...sender }: Sender,
  parts: AsyncIterable<FormPart>,
  { most, signal }: { most: number; signal: AbortSignal },
): Promise<Received> {
  return into.scratch.use(async (folder) => {
    const { look, judge } = createJudge(into, signal)
    const form = await readForm(parts, {
      folder,
      maxBytes: into.maxUploadBytes,
      mostItems: most,
      takesUrls: true,
      refuse: refuseHead,
      onUpload: look,
    })
    const judged = await Promise.all(form.items.map(judge))
    const accepted = goodOnes(judged)
    const batch_id = uuidv7()
    const facts = { is_single: most === 1, max_running: into.maxRunningPerBatch }
    const batch = { id: batch_id, ...sender, ...askedIn(form, into), ...facts }
    const queued = await queueBatch(into, batch, accepted, priority)
    return { batch_id, fates: judged.map((one) => fateOf(one, queued)) }
  })
}

function fateOf(judged: Accepted | Refused, queued: ReadonlyMap<string, Enqueued>): Fate {
  if ('refused' in judged) return judged
  const enqueued = queued.get(judged.id)
  if (!enqueued) throw new Error('A job that was queued is not there')
  return { name: judged.name, ...enqueued }
}

/** Those that can be taken. Where there are none, everyone is told why. */
function goodOnes(judged: (Accepted | Refused)[]): Accepted[] {
  const accepted = judged.filter((one) => 'id' in one)
  const refused = judged.filter((one) => 'refused' in one)
  if (accepted.length > 0) return accepted
  const [first, ...others] = refused
  if (!first) {
    throw new AppError('NO_FILE', 'No file came with this request. Send a PDF as file, or its url.')
  }
  if (others.length === 0) throw first.refused
  const errors = refused.map((one, nth) => ({
    pointer: `/items/${nth}`,
    detail: `${one.name}: ${one.refused.message}`,
  }))
  const sentence = `None of these documents can be read. ${errors.map(({ detail }) => detail).join(' ')}`
  throw new AppError('NOTHING_TO_READ', sentence, { errors })
}

const Fields = z.strictObject({ mapping: z.string().optional(), params: z.string().optional() })

function askedIn(
  { fields }: Form,
  { mappings, defaultMapping }: Receiving,
): { mapping: string; params: Params } {
  const parsed = Fields.safeParse(fields)
  if (!parsed.success) {
    const names = Object.keys(fields).filter((name) => !(name in Fields.shape))
    const sentence = `There is no field ${names.join(', ')}; an upload takes file or url, mapping and params.`
    throw new AppError('INVALID_REQUEST', sentence)
  }
  const mapping = askedMapping(mappings, parsed.data.mapping ?? defaultMapping)
  return { mapping: mapping.name, params: parseParams(mapping, parsed.data.params) }
}

import type { Readable } from 'node:stream'
import { uuidv7 } from 'uuidv7'
import { z } from 'zod'
import type { Blobs } from '../blobs/blobs.ts'
import { insertBatch } from '../db/batches.sql.ts'
import type { Db } from '../db/db.ts'
import { AppError, toAppError } from '../domain/errors.ts'
import { cleanFilename } from '../domain/filename.ts'
import { parseJson } from '../domain/json.ts'
import { askable, checkParams, type Facts, type Mapping, Params } from '../domain/mapping.ts'
import type { Sandbox } from '../extraction/sandbox/sandbox.ts'
import { sourceKey } from './keys.ts'
import type { Scratch } from './scratch.ts'
import { type StagedFile, stageUpload } from './stage.ts'

export interface Receiving {
  db: Db
  blobs: Blobs
  scratch: Scratch
  sandbox: Sandbox
  mappings: ReadonlyMap<string, Mapping>
  defaultMapping: string
  maxUploadBytes: number
  /** Wakes the workers; called after the commit. */
  onQueued: () => void
}

export interface Sender {
  owner_id: string
  client_ip: string | null
  user_agent: string | null
}

/** The parts of a form, in whatever order they arrive. */
export type UploadPart =
  | { kind: 'file'; filename: string; stream: Readable }
  | { kind: 'field'; name: string; value: string }

/**
 * One PDF: staged, looked into, stored, queued. Returns the id of its job. The bytes are durable
 * before the row that names them commits, so a job that was acknowledged always finds its source;
 * whatever is refused leaves neither a file nor a row. `signal` ends the look into a hard one early.
 */
export function receive(
  into: Receiving,
  sender: Sender,
  parts: AsyncIterable<UploadPart>,
  signal: AbortSignal,
): Promise<string> {
  return into.scratch.use(async (folder) => {
    const form = await readForm(parts, folder, into.maxUploadBytes)
    const mapping = askedMapping(into, form.fields.mapping)
    const params = parseParams(mapping, form.fields.params)
    await into.sandbox.probe(form.staged.file, { signal })
    const id = uuidv7()
    const upload_key = sourceKey(id)
    await into.blobs.putFile(upload_key, form.staged.file)
    const { bytes, sha256 } = form.staged
    const job = { id, original_filename: form.filename, bytes, sha256, upload_key, priority: 0 }
    const batch = { id: uuidv7(), ...sender, mapping: mapping.name, params }
    await insertBatch(into.db, batch, [job]).catch((error: unknown) =>
      forget(into.blobs, upload_key, error),
    )
    into.onQueued()
    return id
  })
}

/** After a lost connection the commit may have happened all the same: then the bytes must stay. */
async function forget(blobs: Blobs, key: string, error: unknown): Promise<never> {
  if (toAppError(error).code !== 'UNAVAILABLE') await blobs.delete(key)
  throw error
}

const Fields = z.strictObject({ mapping: z.string().optional(), params: z.string().optional() })
type Fields = z.infer<typeof Fields>

interface UploadForm {
  staged: StagedFile
  filename: string
  fields: Fields
}

async function readForm(
  parts: AsyncIterable<UploadPart>,
  folder: string,
  maxBytes: number,
): Promise<UploadForm> {
  const fields: Record<string, string> = Object.create(null)
  let upload: { staged: StagedFile; filename: string } | undefined
  let files = 0
  for await (const part of parts) {
    if (part.kind === 'field') {
      if (part.name in fields) throw repeated(part.name)
      fields[part.name] = part.value
    } else if (++files > 1) {
      part.stream.resume()
    } else {
      const staged = await stageUpload(part.stream, folder, maxBytes)
      upload = { staged, filename: cleanFilename(part.filename) }
    }
  }
  if (files > 1) throw new AppError('TOO_MANY_FILES')
  if (!upload) throw new AppError('NO_FILE')
  return { ...upload, fields: parseFields(fields) }
}

function repeated(name: string): AppError {
  return new AppError('INVALID_REQUEST', `The field ${name} comes more than once.`)
}

function parseFields(fields: Record<string, string>): Fields {
  const parsed = Fields.safeParse(fields)
  if (parsed.success) return parsed.data
  const names = Object.keys(fields).filter((name) => !(name in Fields.shape))
  const sentence = `There is no field ${names.join(', ')}; an upload takes file, mapping and params.`
  throw new AppError('INVALID_REQUEST', sentence)
}

function askedMapping({ mappings, defaultMapping }: Receiving, name = defaultMapping): Facts {
  const known = askable(mappings)
  const mapping = known.get(name)
  if (mapping) return mapping
  const shown = name.slice(0, 60)
  const names = [...known.keys()].join(', ')
  throw new AppError('UNKNOWN_MAPPING', `There is no mapping "${shown}". There are: ${names}.`)
}

function parseParams(mapping: Facts, text = '{}'): Params {
  const parsed = Params.safeParse(parseJson(text))
  if (!parsed.success) {
    const sentence =
      'The field params must be a JSON object with text values, e.g. {"name":"value"}.'
    throw new AppError('INVALID_REQUEST', sentence)
  }
  checkParams(mapping, parsed.data)
  return parsed.data
}

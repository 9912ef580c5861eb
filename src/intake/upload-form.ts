import type { Readable } from 'node:stream'
import { z } from 'zod'
import type { Db } from '../db/db.ts'
import { tooManyDocuments } from '../domain/job/batch.ts'
import { AppError } from '../domain/errors/errors.ts'
import { parseJson } from '../domain/values/json.ts'
import {
  askable,
  checkParams,
  type Facts,
  type Mapping,
  Params,
} from '../domain/mapping/mapping.ts'
import { refuseUnfit } from '../domain/errors/unsafe-text.ts'
import { namedMapping } from './mapping-drafts.ts'
import { stageFile, type StagedFile, type Staging } from '../blobs/stage.ts'

export interface FilePart {
  kind: 'file'
  filename: string
  content_type: string
  stream: Readable
}

/** The parts of a form, in whatever order they arrive. */
export type FormPart = FilePart | { kind: 'field'; name: string; value: string }

export interface Upload extends Omit<FilePart, 'kind' | 'stream'> {
  staged: StagedFile
}

/** A document of a form: a file that has arrived, one that is refused, or the address of one. */
export type FormItem =
  | { upload: Upload }
  | { filename: string; refused: AppError }
  | { url: string }

export interface Form {
  /** In the order in which they came. */
  items: FormItem[]
  fields: Record<string, string>
}

export interface FormOptions extends Pick<Staging, 'maxBytes'>, Partial<Pick<Staging, 'mustSync'>> {
  /** A name for the file of a document. */
  newFile: () => string
  mostItems: number
  /** Whether fields of the name `url` are items. */
  takesUrls: boolean
  /** Why the file of this part cannot be taken, judged by its first bytes. */
  refuse: (head: Uint8Array, part: FilePart) => AppError | undefined
  /** Told of each file as soon as it has arrived. */
  onUpload?: (upload: Upload) => void
}

/**
 * A form whose files are streamed to the disk while it arrives. What is refused is read on, for a sender that
 * is cut off while sending may never see the answer.
 */
export async function readForm(
  parts: AsyncIterable<FormPart>,
  options: FormOptions,
): Promise<Form> {
  const fields: Record<string, string> = Object.create(null)
  const items: FormItem[] = []
  let count = 0
  for await (const part of parts) {
    const isItem = part.kind === 'file' || (options.takesUrls && part.name === 'url')
    if (isItem && ++count > options.mostItems) {
      if (part.kind === 'file') part.stream.resume()
    } else if (part.kind === 'file') {
      items.push(await takeFile(part, options))
    } else if (isItem) {
      items.push({ url: part.value })
    } else {
      if (part.name === 'file') throw new AppError('NO_FILE', noFile)
      if (part.name in fields) throw repeated(part.name)
      fields[part.name] = part.value
    }
  }
  if (count > options.mostItems) throw tooManyDocuments(options.mostItems)
  return { items, fields }
}

async function takeFile(
  part: FilePart,
  { newFile, maxBytes, mustSync = false, refuse, onUpload }: FormOptions,
): Promise<FormItem> {
  const { filename, content_type, stream } = part
  try {
    const staged = await stageFile(stream, {
      file: newFile(),
      maxBytes,
      mustSync,
      refuse: (head) => refuse(head, part),
      readRefusedTo: 2 * maxBytes,
    })
    const upload = { staged, filename, content_type }
    onUpload?.(upload)
    return { upload }
  } catch (error) {
    if (!stream.readableEnded || !(error instanceof AppError) || error.rule.retry) throw error
    return { filename, refused: error }
  }
}

const noFile =
  'The field file must be a file, and text came. With curl, write @ before its name: -F file=@invoice.pdf.'

function repeated(name: string): AppError {
  return new AppError('INVALID_REQUEST', `The field ${name} comes more than once.`)
}

export function askedMapping(mappings: ReadonlyMap<string, Mapping>, name: string): Facts {
  const known = askable(mappings)
  const mapping = known.get(name)
  if (mapping) return mapping
  const shown = name.slice(0, 60)
  const names = [...known.keys()].join(', ')
  throw new AppError('UNKNOWN_MAPPING', `There is no mapping "${shown}". There are: ${names}.`)
}

export function badParams(cause?: unknown): AppError {
  const sentence = 'The field params must be a JSON object with text values, e.g. {"name":"value"}.'
  return new AppError('INVALID_REQUEST', sentence, { cause })
}

export function parseParams(mapping: Facts, text = '{}'): Params {
  const given = parseJson(text)
  refuseUnfit(given)
  const parsed = Params.safeParse(given)
  // A record leaves this one key out, where all others that do not fit are refused.
  if (!parsed.success || Object.hasOwn(Object(given) as object, '__proto__')) {
    throw badParams()
  }
  checkParams(mapping, parsed.data)
  return parsed.data
}

const Fields = z.strictObject({ mapping: z.string().optional(), params: z.string().optional() })

/** What a form of documents asks for besides them. */
export async function askedIn(
  { fields }: Form,
  into: { db: Db; mappings: ReadonlyMap<string, Mapping>; defaultMapping: string },
): Promise<{ mapping: string; params: Params }> {
  const parsed = Fields.safeParse(fields)
  if (!parsed.success) {
    const names = Object.keys(fields).filter((name) => !(name in Fields.shape))
    const sentence = `There is no field ${names.join(', ')}; an upload takes file or url, mapping and params.`
    throw new AppError('INVALID_REQUEST', sentence)
  }
  const asked = parsed.data.mapping ?? into.defaultMapping
  const { known, stored } = await namedMapping(into, asked)
  const mapping = askedMapping(known, asked)
  return { mapping: stored(mapping.name), params: parseParams(mapping, parsed.data.params) }
}

import type { Readable } from 'node:stream'
import { AppError } from '../domain/errors.ts'
import { parseJson } from '../domain/json.ts'
import { askable, checkParams, type Facts, type Mapping, Params } from '../domain/mapping.ts'
import { stageFile, type StagedFile, type Staging } from './stage.ts'

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

export interface Form {
  upload: Upload | undefined
  fields: Record<string, string>
}

export interface FormOptions extends Pick<Staging, 'folder' | 'maxBytes'> {
  /** Why the file of this part cannot be taken, judged by its first bytes. */
  refuse: (head: Uint8Array, part: FilePart) => AppError | undefined
}

/**
 * A form with one file at most, which is streamed to a folder while the form arrives. One that is refused is
 * read on, for a sender that is cut off while sending may never see the answer.
 */
export async function readForm(
  parts: AsyncIterable<FormPart>,
  { refuse, ...staging }: FormOptions,
): Promise<Form> {
  const fields: Record<string, string> = Object.create(null)
  const readRefusedTo = 2 * staging.maxBytes
  let upload: Upload | undefined
  let files = 0
  for await (const part of parts) {
    if (part.kind === 'field') {
      if (part.name in fields) throw repeated(part.name)
      fields[part.name] = part.value
    } else if (++files > 1) {
      part.stream.resume()
    } else {
      const { filename, content_type, stream } = part
      const refuseFile = (head: Uint8Array) => refuse(head, part)
      const staged = await stageFile(stream, { ...staging, readRefusedTo, refuse: refuseFile })
      upload = { staged, filename, content_type }
    }
  }
  if (files > 1) throw new AppError('TOO_MANY_FILES')
  return { upload, fields }
}

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

export function parseParams(mapping: Facts, text = '{}'): Params {
  const parsed = Params.safeParse(parseJson(text))
  if (!parsed.success) {
    const sentence =
      'The field params must be a JSON object with text values, e.g. {"name":"value"}.'
    throw new AppError('INVALID_REQUEST', sentence)
  }
  checkParams(mapping, parsed.data)
  return parsed.data
}

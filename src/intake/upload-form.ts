import type { Readable } from 'node:stream'
import { z } from 'zod'
import type { Db } from '../db/db.ts'
import { tooManyDocumentsError } from './too-many-documents.ts'
import { AppError } from '../domain/errors/app-error.ts'
import { createInvalidFieldsError } from '../domain/errors/invalid-fields.ts'
import { listFaults } from '../domain/messages/fault.ts'
import { parseJson } from '../domain/values/json.ts'
import { maxSchemaBytes } from '../domain/fields/schema-size.ts'
import { checkParams } from '../domain/mapping/check-params.ts'
import {
  listSelectableMappings,
  type BaseMapping,
  type Mapping,
  Params,
  schemaParam,
} from '../domain/mapping/mapping.ts'
import { checkSchemaParam } from '../extraction/fields/find-request.ts'
import { rejectUnsafeText } from '../domain/errors/unsafe-text.ts'
import { resolveMapping } from './mapping-drafts.ts'
import { stageFile, type StagedFile, type StageOptions } from '../blobs/stage-upload.ts'
import { ClientReference, maxCallbackUrlCharacters } from '../domain/values/client-reference.ts'
import type { Guard } from '../fetch/guard.ts'
import { requireCallable } from '../fetch/require-callable.ts'
import { createDetail } from '../domain/i18n/problem-detail.ts'

export interface FilePart {
  kind: 'file'
  filename: string
  content_type: string
  stream: Readable
}

/** A part of a form. Parts may arrive in any order. */
export type FormPart = FilePart | { kind: 'field'; name: string; value: string }

export interface Upload extends Omit<FilePart, 'kind' | 'stream'> {
  staged: StagedFile
}

/** A document in a form: a staged file, a file rejected during upload, or a URL to fetch later. */
export type FormItem = { upload: Upload } | { filename: string; error: AppError } | { url: string }

export interface Form {
  /** Documents in order of arrival. */
  items: FormItem[]
  fields: Record<string, string>
}

export interface FormOptions extends Pick<StageOptions, 'maxBytes'> {
  /** Returns a path for a new scratch file. */
  newFile: () => string
  maxItems: number
  /** Whether fields named `url` are documents. */
  acceptsUrls: boolean
  /** Validates the first bytes of a file. Returns the reason to reject it, if any. */
  validateHead: (head: Uint8Array, part: FilePart) => AppError | undefined
  /** Called when a file is staged, while later parts are still arriving. */
  onUpload?: (upload: Upload) => void
}

/**
 * Streams the files in a form to disk as they arrive. Drains rejected files, because a client that is cut
 * off while sending may never see the response.
 */
export async function readForm(
  parts: AsyncIterable<FormPart>,
  options: FormOptions,
): Promise<Form> {
  const fields: Record<string, string> = Object.create(null)
  const items: FormItem[] = []
  let count = 0
  for await (const part of parts) {
    const isItem = part.kind === 'file' || (options.acceptsUrls && part.name === 'url')
    if (isItem && ++count > options.maxItems) {
      if (part.kind === 'file') part.stream.resume()
    } else if (part.kind === 'file') {
      items.push(await stageUpload(part, options))
    } else if (isItem) {
      items.push({ url: part.value })
    } else {
      if (part.name === 'file')
        throw new AppError('NO_FILE', createDetail('file_field_is_text', {}))
      if (part.name in fields) throw duplicateField(part.name)
      fields[part.name] = part.value
    }
  }
  if (count > options.maxItems) throw tooManyDocumentsError(options.maxItems)
  return { items, fields }
}

async function stageUpload(
  part: FilePart,
  { newFile, maxBytes, validateHead, onUpload }: FormOptions,
): Promise<FormItem> {
  const { filename, content_type, stream } = part
  try {
    const staged = await stageFile(stream, {
      file: newFile(),
      maxBytes,
      // Does not sync yet, because accepted files are synced when they are stored.
      mustSync: false,
      validateHead: (head) => validateHead(head, part),
      drainUpToBytes: 2 * maxBytes,
    })
    const upload = { staged, filename, content_type }
    onUpload?.(upload)
    return { upload }
  } catch (error) {
    if (!stream.readableEnded || !(error instanceof AppError) || error.rule.retry) throw error
    return { filename, error }
  }
}

function duplicateField(name: string): AppError {
  return new AppError('INVALID_REQUEST', createDetail('field_repeated', { field: name }))
}

export function requireMapping(mappings: ReadonlyMap<string, Mapping>, name: string): BaseMapping {
  const known = listSelectableMappings(mappings)
  const mapping = known.get(name)
  if (mapping) return mapping
  const shortName = name.slice(0, 60)
  const params = { mapping: shortName, known: [...known.keys()] }
  throw new AppError('UNKNOWN_MAPPING', createDetail('mapping_unknown', params))
}

export function invalidParams(cause?: unknown): AppError {
  return new AppError('INVALID_REQUEST', createDetail('params_not_json', {}), { cause })
}

/**
 * Parses the parameters. A schema in its own field becomes a parameter, without insignificant white space, so that
 * equivalent schemas compare as equal.
 */
export function parseParams(mapping: BaseMapping, text = '{}', schema?: string): Params {
  const given = parseJson(text)
  const schemaText = schema && compactJson(schema)
  // Names the schema field in the error. The check below would name a parameter instead.
  if (schemaText && schemaText.length > maxSchemaBytes) {
    checkSchemaParam({ [schemaParam]: schemaText })
  }
  const parsedParams =
    schemaText && typeof given === 'object' ? { ...given, [schemaParam]: schemaText } : given
  rejectUnsafeText(parsedParams)
  const parsed = Params.safeParse(parsedParams)
  // `z.record` silently drops `__proto__` instead of failing.
  if (!parsed.success || Object.hasOwn(Object(parsedParams) as object, '__proto__')) {
    throw invalidParams()
  }
  checkParams(mapping, parsed.data)
  checkSchemaParam(parsed.data)
  return parsed.data
}

/** Removes insignificant white space. Returns invalid JSON unchanged, so that it is reported as such. */
function compactJson(text: string): string {
  const parsed = parseJson(text)
  return parsed === undefined ? text : JSON.stringify(parsed)
}

const Fields = z.strictObject({
  mapping: z.string().optional(),
  params: z.string().optional(),
  schema: z.string().optional(),
  client_reference: ClientReference.optional(),
  callback_url: z.string().max(maxCallbackUrlCharacters).optional(),
})
/** Fields that can be suggested for a misspelled name. */
const FormFields = Fields.extend({ file: z.unknown(), url: z.unknown() })

export interface UploadFields {
  mapping: string
  params: Params
  client_reference: string | undefined
  callback_url: string | undefined
}

/** Validates the fields that accompany the documents. */
export async function parseUploadFields(
  { fields }: Form,
  deps: {
    db: Db
    mappings: ReadonlyMap<string, Mapping>
    defaultMapping: string
    webhookGuard: Guard
  },
): Promise<UploadFields> {
  const parsed = Fields.safeParse(fields)
  if (!parsed.success) throw createInvalidFieldsError(listFaults(parsed.error, fields, FormFields))
  const mappingName = parsed.data.mapping ?? deps.defaultMapping
  const { known, storedName } = await resolveMapping(deps, mappingName)
  const mapping = requireMapping(known, mappingName)
  const params = parseParams(mapping, parsed.data.params, parsed.data.schema)
  const { client_reference, callback_url } = parsed.data
  return {
    mapping: storedName(mapping.name),
    params,
    client_reference,
    callback_url:
      callback_url && requireCallable(deps.webhookGuard, callback_url, 'callback_url').href,
  }
}

import path from 'node:path'
import { AppError, toAppError } from '../../domain/errors/app-error.ts'
import { GatewayFields } from '../../domain/api/gateway.ts'
import type { BaseMapping, Mapping, Params } from '../../domain/mapping/mapping.ts'
import type { OutputFormat } from '../../domain/mapping/output-formats.ts'
import { checkDocumentHead } from '../../domain/document/document-format.ts'
import type { Sandbox, SandboxResult, WriteResult } from '../../extraction/sandbox/sandbox.ts'
import { convertImage } from '../../intake/open-staged.ts'
import {
  requireMapping,
  type FilePart,
  type Form,
  type FormPart,
  parseParams,
  readForm,
  type Upload,
} from '../../intake/upload-form.ts'
import { createWithheldError } from '../../domain/review/withheld-xml.ts'
import { createFault, listFaults } from '../../domain/messages/fault.ts'
import { createDetail } from '../../domain/i18n/problem-detail.ts'

export interface ConvertDeps {
  sandbox: Sandbox
  mappings: ReadonlyMap<string, Mapping>
  maxUploadBytes: number
}

/** A conversion that a client requested, with the document in a local file. */
export interface GatewayTask {
  file: string
  folder: string
  isReading: boolean
  mapping: BaseMapping
  params: Params
  pretty: boolean
  is_confirmed: boolean
  is_single_invoice: boolean
  job_id: string | undefined
}

/** Receives a document and its fields into `folder`. */
export async function receiveTask(
  { sandbox, mappings, maxUploadBytes }: ConvertDeps,
  parts: AsyncIterable<FormPart>,
  folder: string,
): Promise<GatewayTask> {
  const form = await readForm(parts, {
    newFile: () => path.join(folder, 'upload.pdf'),
    maxBytes: maxUploadBytes,
    maxItems: 1,
    acceptsUrls: false,
    validateHead: checkHead,
  })
  const upload = requireUpload(form)
  const { pretty, job_id, ...fields } = parseFields(form.fields)
  const decisions = { is_confirmed: fields.confirmed, is_single_invoice: fields.single_invoice }
  const mapping = requireMapping(mappings, fields.mapping.replace(/\.(json|ya?ml)$/i, ''))
  const params = parseParams(mapping, fields.params)
  const isReading = isJson(upload)
  const newFile = () => path.join(folder, 'converted.pdf')
  const { file } = isReading
    ? upload.staged
    : await convertImage(sandbox, upload.staged, { newFile })
  return { file, folder, isReading, mapping, params, pretty, ...decisions, job_id }
}

function requireUpload({ items: [item] }: Form): Upload {
  if (item && 'error' in item) throw item.error
  if (item && 'upload' in item) return item.upload
  throw new AppError('NO_FILE')
}

function parseFields(fields: Record<string, string>) {
  const parsed = GatewayFields.safeParse(fields)
  if (parsed.success) return parsed.data
  const [{ path, ...fault } = createFault('invalid', null, {})] = listFaults(parsed.error, fields)
  const params = { field: path ?? '', fault: { ...fault, path: null } }
  throw new AppError('INVALID_REQUEST', createDetail('gateway_field_invalid', params))
}

function checkHead(head: Uint8Array, part: FilePart): AppError | undefined {
  if (!isJson(part)) return checkDocumentHead(head)
  return head.length === 0 ? new AppError('EMPTY_FILE') : undefined
}

export function isJson({
  filename,
  content_type,
}: Pick<FilePart, 'filename' | 'content_type'>): boolean {
  return /^application\/([\w.-]+\+)?json\b/i.test(content_type) || /\.json$/i.test(filename)
}

/** Formats that the client accepts, in order of preference. `all` requests every output. */
export type AcceptedFormats = readonly OutputFormat[] | 'all'

/**
 * Reads a PDF, or uses the given reading, and writes the outputs. Rejects immediately if the request cannot be
 * satisfied.
 */
export async function convert(
  { sandbox }: ConvertDeps,
  { file, folder, mapping, params, isReading, is_confirmed, is_single_invoice }: GatewayTask,
  accepted: AcceptedFormats,
  signal: AbortSignal,
): Promise<SandboxResult | WriteResult> {
  const possible = mapping.outputs.filter((format) => !isReading || format === 'xml')
  chooseFormat(accepted === 'all' ? possible : accepted, possible)
  const task = { file, folder, is_confirmed }
  const result = await (isReading
    ? sandbox.write(task, { signal })
    : sandbox.extract({ ...task, mapping: mapping.name, params, is_single_invoice }, { signal })
  ).catch(throwReaderError)
  if (accepted === 'all') return result
  // Checks the format again, because the available formats depend on the document.
  const formats = result.outputs.map(({ format }) => format)
  const isAvailable = accepted.some((format) => formats.includes(format))
  const withheld = isSandboxResult(result) ? result.withheld : undefined
  if (!isAvailable && withheld) throw createWithheldError(withheld)
  const best = chooseFormat(accepted, formats)
  return { ...result, outputs: result.outputs.filter(({ format }) => format === best) }
}

function isSandboxResult(result: SandboxResult | WriteResult): result is SandboxResult {
  return 'page_count' in result
}

function chooseFormat(
  accepted: readonly OutputFormat[],
  possible: readonly OutputFormat[],
): OutputFormat {
  const best = accepted.find((format) => possible.includes(format))
  if (best !== undefined) return best
  const offers = possible.filter((format) => format === 'xml' || format === 'json')
  throw new AppError('NOT_ACCEPTABLE', createDetail('accept_needed', { formats: offers }))
}

/**
 * Throws the reader's error. An unknown error, such as a killed child process, becomes READER_FAILED, because neither
 * the document nor the client caused it.
 */
function throwReaderError(thrown: unknown): never {
  const error = toAppError(thrown)
  throw error.code === 'UNKNOWN'
    ? new AppError('READER_FAILED', undefined, { cause: error.cause })
    : error
}

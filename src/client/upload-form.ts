import { createClientDetail } from '../domain/i18n/client-detail.ts'
import { AppError } from '../domain/errors/app-error.ts'
import type { Params } from '../domain/mapping/mapping.ts'
import { isHttpUrl } from './url.ts'

/**
 * The content of a PDF or an image (JPEG, PNG, TIFF), or its URL. A string is a URL, never a file path. Content without
 * a name becomes `document.pdf`.
 */
export type Source = Blob | Uint8Array | ArrayBuffer | URL | string

export interface SendOptions {
  /** Name of a mapping from `/api/mappings`. By default, Docket detects it from the document. */
  mapping?: string
  params?: Params
  /** JSON Schema of the object to read, which the reading returns as `data`. */
  schema?: object
  /** Your own ID for the upload, which is returned with its jobs, events and webhooks. */
  clientReference?: string
  /** URL to call with the outcome. Calls are signed like webhooks. */
  callbackUrl?: string
  /** Makes it safe to repeat the upload, even from another process. Random by default. */
  idempotencyKey?: string
  signal?: AbortSignal
}

export interface UploadOptions extends SendOptions {
  /** File name. Default: the name of the File. */
  filename?: string
}

interface UploadForm {
  form: FormData
  headers: { 'idempotency-key': string }
  signal: AbortSignal | undefined
}

/** Builds an upload form with an Idempotency-Key, so that a retry does not create a second job. */
export function createUploadForm(sources: Source[], options: UploadOptions): UploadForm {
  const { mapping, params, schema, clientReference, callbackUrl } = options
  const { idempotencyKey = createKey(), filename, signal } = options
  const form = new FormData()
  // Fields precede files, so that the server can validate them first.
  if (mapping !== undefined) form.set('mapping', mapping)
  if (params !== undefined) form.set('params', JSON.stringify(params))
  if (schema !== undefined) form.set('schema', JSON.stringify(schema))
  if (clientReference !== undefined) form.set('client_reference', clientReference)
  if (callbackUrl !== undefined) form.set('callback_url', callbackUrl)
  for (const source of sources) {
    if (typeof source === 'string' || source instanceof URL)
      form.append('url', requireHttpUrl(source))
    else {
      const file = toBlob(source)
      form.append('file', file, filename ?? blobName(file))
    }
  }
  return { form, headers: { 'idempotency-key': idempotencyKey }, signal }
}

function requireHttpUrl(source: URL | string): string {
  const url = String(source)
  if (isHttpUrl(url)) return url
  const messageParams = { address: url.slice(0, 200) }
  throw new AppError('INVALID_REQUEST', createClientDetail('source_not_address', messageParams))
}

/** Rejects other values, such as a promise that was not awaited, which would be sent as an empty file. */
function toBlob(source: Blob | Uint8Array | ArrayBuffer): Blob {
  if (source instanceof Blob) return source
  if (ArrayBuffer.isView(source) || source instanceof ArrayBuffer)
    return new Blob([new Uint8Array(source)])
  throw new AppError('INVALID_REQUEST', createClientDetail('source_not_content', {}))
}

function blobName(file: Blob): string {
  return 'name' in file && typeof file.name === 'string' ? file.name : 'document.pdf'
}

/**
 * Creates a key. Uses getRandomValues, because randomUUID requires https. Node 18 has no global `crypto`; Math.random
 * suffices there, because a key need not be secret.
 */
function createKey(): string {
  const empty = new Uint8Array(16)
  const bytes =
    'crypto' in globalThis
      ? crypto.getRandomValues(empty)
      : empty.map(() => Math.floor(Math.random() * 256))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

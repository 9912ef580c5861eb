import { AppError } from '../domain/errors/errors.ts'
import type { Params } from '../domain/mapping/mapping.ts'
import { isHttpUrl } from './url.ts'

/** A PDF, or its address: a string is not the name of a file. A Blob without a name is called document.pdf. */
export type Source = Blob | URL | string

export interface SendOptions {
  /** A name out of `/api/mappings`; left out, the document decides. */
  mapping?: string
  params?: Params
  /** What the server knows this again by, also when another process sends it. Left out: a new one. */
  idempotencyKey?: string
  signal?: AbortSignal
}

export interface UploadOptions extends SendOptions {
  /** What the file is to be called; left out, by its own name. */
  filename?: string
}

interface UploadForm {
  form: FormData
  headers: { 'idempotency-key': string }
  signal: AbortSignal | undefined
}

/** The form of an upload, under a key by which the server knows it again when it has to be sent twice. */
export function createUploadForm(sources: Source[], options: UploadOptions): UploadForm {
  const { mapping, params, idempotencyKey = createKey(), filename, signal } = options
  const form = new FormData()
  // What the files are to be read with comes before them, so that it can be judged first.
  if (mapping !== undefined) form.set('mapping', mapping)
  if (params !== undefined) form.set('params', JSON.stringify(params))
  for (const source of sources) {
    if (source instanceof Blob) form.append('file', source, filename ?? blobName(source))
    else form.append('url', requireHttpUrl(source))
  }
  return { form, headers: { 'idempotency-key': idempotencyKey }, signal }
}

function requireHttpUrl(source: URL | string): string {
  const url = String(source)
  if (isHttpUrl(url)) return url
  const sentence = `"${url.slice(0, 200)}" is not the address of a PDF: that begins with http:// or https://. To send a file, give a Blob: await openAsBlob(path) in Node, the File of an input in browsers.`
  throw new AppError('INVALID_REQUEST', sentence)
}

function blobName(file: Blob): string {
  return 'name' in file && typeof file.name === 'string' ? file.name : 'document.pdf'
}

/** Of getRandomValues, for browsers give UUIDs only to pages that came by https. */
function createKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

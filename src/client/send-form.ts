import type { Params } from '../domain/mapping.ts'

/** A PDF, or its address. A Blob without a name is called document.pdf. */
export type Source = Blob | URL | string

export interface SendOptions {
  /** A name out of `/api/mappings`; left out, the document decides. */
  mapping?: string
  params?: Params
  signal?: AbortSignal
}

interface SendForm {
  form: FormData
  headers: { 'idempotency-key': string }
  signal: AbortSignal | undefined
}

/** The form of an upload, under a key by which the server knows it again when it has to be sent twice. */
export function sendForm(sources: Source[], { mapping, params, signal }: SendOptions): SendForm {
  const form = new FormData()
  // What the files are to be read with comes before them, so that it can be judged first.
  if (mapping !== undefined) form.set('mapping', mapping)
  if (params !== undefined) form.set('params', JSON.stringify(params))
  for (const source of sources) {
    if (source instanceof Blob) form.append('file', source, nameOf(source))
    else form.append('url', String(source))
  }
  return { form, headers: { 'idempotency-key': newKey() }, signal }
}

function nameOf(file: Blob): string {
  return 'name' in file && typeof file.name === 'string' ? file.name : 'document.pdf'
}

/** Of getRandomValues, for browsers give UUIDs only to pages that came by https. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

import { setMaxListeners } from 'node:events'
import type { Multipart, MultipartFile, MultipartValue } from '@fastify/multipart'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { invalidParams, type FormPart } from '../../intake/upload-form.ts'
import { tooManyDocumentsError } from '../../intake/too-many-documents.ts'
import { AppError } from '../../domain/errors/app-error.ts'
import { getSystemErrorCode } from '../../domain/errors/system-error.ts'
import { rejectUnsafeText } from '../../domain/errors/unsafe-text.ts'
import { createDetail } from '../../domain/i18n/problem-detail.ts'
import { drainBody } from './drain-body.ts'

const maxFieldBytes = 64 * 1024

/** Yields the parts of a multipart form. Limits their number and size. */
export async function* readParts(
  request: FastifyRequest,
  { maxBytes, maxItems }: { maxBytes: number; maxItems: number },
): AsyncGenerator<FormPart> {
  // Allows twice the maximum size, because blobs/stage-upload.ts drains a rejected file before it responds.
  const limits = {
    files: maxItems + 1,
    fields: maxItems + 10,
    fieldSize: maxFieldBytes,
    fileSize: 2 * maxBytes + 1,
  }
  let urls = 0
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'file' && part.fieldname !== 'file') {
        yield { kind: 'field', name: part.fieldname, value: await readFileAsField(part) }
        continue
      }
      if (await isBlank(part)) continue
      if (part.fieldname === 'url') urls += 1
      yield part.type === 'file'
        ? {
            kind: 'file',
            filename: part.filename ?? '',
            content_type: part.mimetype,
            stream: part.file,
          }
        : { kind: 'field', name: part.fieldname, value: requireWholeValue(part) }
    }
  } catch (cause) {
    if (urls > maxItems && getSystemErrorCode(cause) === 'FST_FIELDS_LIMIT')
      throw tooManyDocumentsError(maxItems)
    throw toUploadError(cause, maxItems)
  } finally {
    // Also runs when the caller rejects a part. Does nothing after the last part.
    if (!request.raw.complete) await drainBody(request, maxBytes)
  }
}

const optionalFields = ['url', 'mapping', 'params', 'client_reference', 'callback_url', 'schema']

/**
 * Reads a field that was sent as a file, as `curl -F schema=@schema.json` does. A file with an unknown name becomes an
 * unknown field, which is rejected with a suggestion.
 */
async function readFileAsField({ file, fieldname: field }: MultipartFile): Promise<string> {
  const isKnown = optionalFields.includes(field)
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of file as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (isKnown && bytes <= maxFieldBytes) chunks.push(chunk)
  }
  if (isKnown && bytes > maxFieldBytes)
    throw new AppError('INVALID_REQUEST', createDetail('field_too_long', { field }))
  const text = Buffer.concat(chunks).toString('utf8')
  rejectUnsafeText([field, text])
  return text
}

/** True for an empty field or file, which HTML forms also send. */
async function isBlank(part: Multipart): Promise<boolean> {
  if (part.type === 'field') return part.value === '' && optionalFields.includes(part.fieldname)
  if (part.filename !== '') return false
  const { file } = part
  if (!file.destroyed) {
    await new Promise((done) => void file.once('readable', done).once('close', done))
  }
  if (file.readableLength > 0) return false
  file.resume()
  return true
}

/** Converts a JSON body to the equivalent parts of a form. A list becomes repeated fields. */
export async function* jsonToParts(body: object): AsyncGenerator<FormPart> {
  for (const [name, value] of Object.entries(body) as [string, unknown][]) {
    for (const one of Array.isArray(value) ? (value as unknown[]) : [value]) {
      yield { kind: 'field', name, value: toText(one) }
    }
  }
}

/** Converts a value to text, because parts with a JSON content type are already parsed. */
function toText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function requireWholeValue(part: MultipartValue): string {
  if (part.valueTruncated) {
    throw new AppError('INVALID_REQUEST', createDetail('field_too_long', { field: part.fieldname }))
  }
  rejectUnsafeText([part.fieldname, part.value])
  return toText(part.value)
}

/** Returns a signal that is aborted if the client has disconnected, or disconnects before the response ends. */
export function disconnectSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  // Each document in a batch adds a listener while a child process opens it.
  setMaxListeners(0, controller.signal)
  const onClose = () => {
    if (!reply.raw.writableEnded) controller.abort(new AppError('BROKEN_UPLOAD'))
  }
  if (reply.raw.destroyed) onClose()
  else reply.raw.once('close', onClose)
  return controller.signal
}

function toUploadError(cause: unknown, maxItems: number): AppError {
  if (cause instanceof AppError) return cause
  if (cause instanceof Error && /boundary/i.test(cause.message)) {
    return new AppError('INVALID_REQUEST', createDetail('boundary_missing', {}))
  }
  switch (getSystemErrorCode(cause) ?? '') {
    case 'FST_INVALID_MULTIPART_CONTENT_TYPE':
      return new AppError('NO_FILE', undefined, { cause })
    case 'FST_FILES_LIMIT':
      return tooManyDocumentsError(maxItems)
    case 'FST_INVALID_JSON_FIELD_ERROR':
      return invalidParams(cause)
    case 'FST_FIELDS_LIMIT':
    case 'FST_PARTS_LIMIT':
    case 'FST_PROTO_VIOLATION':
      return new AppError('INVALID_REQUEST', createDetail('too_many_fields', {}), { cause })
    default:
      return new AppError('BROKEN_UPLOAD', undefined, { cause })
  }
}

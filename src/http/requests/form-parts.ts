import { setMaxListeners } from 'node:events'
import type { Multipart, MultipartValue } from '@fastify/multipart'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { invalidParams, type FormPart } from '../../intake/upload-form.ts'
import { tooManyDocuments } from '../../domain/job/batch.ts'
import { AppError } from '../../domain/errors/errors.ts'
import { codeOf } from '../../domain/errors/system-error.ts'
import { refuseUnfit } from '../../domain/errors/unsafe-text.ts'

/** The parts of a multipart form as intake/upload-form.ts takes them, each kind bounded in number and size. */
export async function* partsOf(
  request: FastifyRequest,
  { maxBytes, most }: { maxBytes: number; most: number },
): AsyncGenerator<FormPart> {
  // Twice the size allowed: blobs/stage.ts reads a refused file to its end before it says no.
  const limits = {
    files: most + 1,
    fields: most + 10,
    fieldSize: 64 * 1024,
    fileSize: 2 * maxBytes + 1,
  }
  let urls = 0
  try {
    for await (const part of request.parts({ limits })) {
      if (await isLeftBlank(part)) continue
      if (part.fieldname === 'url') urls += 1
      yield part.type === 'file'
        ? {
            kind: 'file',
            filename: part.filename ?? '',
            content_type: part.mimetype,
            stream: part.file,
          }
        : { kind: 'field', name: part.fieldname, value: wholeValue(part) }
    }
  } catch (cause) {
    if (urls > most && codeOf(cause) === 'FST_FIELDS_LIMIT') throw tooManyDocuments(most)
    throw asUploadError(cause, most)
  }
}

const mayBeBlank = ['url', 'mapping', 'params']

/** A form of a web page sends all that it has, also what nobody has filled in. */
async function isLeftBlank(part: Multipart): Promise<boolean> {
  if (part.type === 'field') return part.value === '' && mayBeBlank.includes(part.fieldname)
  if (part.filename !== '') return false
  const { file } = part
  if (!file.destroyed) {
    await new Promise((done) => void file.once('readable', done).once('close', done))
  }
  if (file.readableLength > 0) return false
  file.resume()
  return true
}

/** A body of JSON as the form that would say the same; a list is as many fields. */
export async function* fieldsOf(body: object): AsyncGenerator<FormPart> {
  for (const [name, value] of Object.entries(body) as [string, unknown][]) {
    for (const one of Array.isArray(value) ? (value as unknown[]) : [value]) {
      yield { kind: 'field', name, value: asText(one) }
    }
  }
}

/** A part that calls itself JSON comes parsed. */
function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function wholeValue(part: MultipartValue): string {
  if (part.valueTruncated) {
    throw new AppError('INVALID_REQUEST', `The field ${part.fieldname} is too long.`)
  }
  refuseUnfit([part.fieldname, part.value])
  return asText(part.value)
}

/** Aborts when the sender hangs up before the answer, and has aborted where that is so already. */
export function whenGone(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  // Each document of a batch listens while it is looked into.
  setMaxListeners(0, gone.signal)
  const leave = () => {
    if (!reply.raw.writableEnded) gone.abort(new AppError('BROKEN_UPLOAD'))
  }
  if (reply.raw.destroyed) leave()
  else reply.raw.once('close', leave)
  return gone.signal
}

function asUploadError(cause: unknown, most: number): AppError {
  if (cause instanceof AppError) return cause
  if (cause instanceof Error && /boundary/i.test(cause.message)) {
    return new AppError('INVALID_REQUEST', 'The Content-Type of this form lacks its boundary.')
  }
  switch (codeOf(cause) ?? '') {
    case 'FST_INVALID_MULTIPART_CONTENT_TYPE':
      return new AppError('NO_FILE', undefined, { cause })
    case 'FST_FILES_LIMIT':
      return tooManyDocuments(most)
    case 'FST_INVALID_JSON_FIELD_ERROR':
      return invalidParams(cause)
    case 'FST_FIELDS_LIMIT':
    case 'FST_PARTS_LIMIT':
    case 'FST_PROTO_VIOLATION':
      return new AppError('INVALID_REQUEST', 'An upload takes file or url, mapping and params.', {
        cause,
      })
    default:
      return new AppError('BROKEN_UPLOAD', undefined, { cause })
  }
}

import { isIP } from 'node:net'
import type { MultipartValue } from '@fastify/multipart'
import contentDisposition from 'content-disposition'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { openOutput } from '../documents/deliver.ts'
import { ownedJob, ownedJobs } from '../documents/owned-jobs.ts'
import { receive, type UploadPart } from '../documents/receive.ts'
import { AppError } from '../domain/errors.ts'
import { routes } from '../domain/routes.ts'
import { codeOf } from '../domain/system-errors.ts'
import { serve } from './serve.ts'
import type { Services } from './server.ts'
import { ownerOf } from './session.ts'

export function jobRoutes(app: FastifyInstance, services: Services): void {
  const { db, isHttps } = services

  serve(app, routes.upload, async ({ request, reply }) => {
    const owner_id = ownerOf(request, reply, isHttps)
    const user_agent = request.headers['user-agent']?.slice(0, 500) ?? null
    const sender = { owner_id, client_ip: addressOf(request), user_agent }
    const parts = partsOf(request, services.maxUploadBytes)
    const id = await receive(services, sender, parts, whenGone(reply))
    reply.header('location', routes.getJob.path.replace(':id', id))
    return { job: await ownedJob(db, request.log, owner_id, id) }
  })

  serve(app, routes.listJobs, ({ query, request, reply }) =>
    ownedJobs(db, ownerOf(request, reply, isHttps), query),
  )

  serve(app, routes.getJob, ({ params, request, reply }) =>
    ownedJob(db, request.log, ownerOf(request, reply, isHttps), params.id),
  )

  serve(app, routes.downloadJob, async ({ params, query, request, reply }) => {
    const owner_id = ownerOf(request, reply, isHttps)
    const job = await ownedJob(db, request.log, owner_id, params.id)
    const download = await openOutput(services, job, query.format)
    return reply
      .type(download.content_type)
      .header('content-length', download.bytes)
      .header('content-disposition', contentDisposition(download.filename))
      .header('cache-control', 'private, no-store')
      .send(download.stream)
  })
}

/** The parts of a multipart form as documents/receive.ts takes them, each kind bounded in number and size. */
async function* partsOf(request: FastifyRequest, maxBytes: number): AsyncGenerator<UploadPart> {
  // Twice the size allowed: receive() reads a refused file to its end before it says no.
  const limits = { files: 2, fields: 10, fieldSize: 64 * 1024, fileSize: 2 * maxBytes + 1 }
  try {
    for await (const part of request.parts({ limits })) {
      yield part.type === 'file'
        ? { kind: 'file', filename: part.filename ?? '', stream: part.file }
        : { kind: 'field', name: part.fieldname, value: wholeValue(part) }
    }
  } catch (cause) {
    throw asUploadError(cause)
  }
}

function wholeValue(part: MultipartValue): string {
  if (!part.valueTruncated) return String(part.value)
  throw new AppError('INVALID_REQUEST', `The field ${part.fieldname} is too long.`)
}

/** Without the zone that a link-local address carries, and null for what is no address. */
function addressOf(request: FastifyRequest): string | null {
  const [address = ''] = request.ip.split('%')
  return isIP(address) ? address : null
}

/** Aborts when the sender hangs up before the answer. */
function whenGone(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableEnded) gone.abort(new AppError('BROKEN_UPLOAD'))
  })
  return gone.signal
}

function asUploadError(cause: unknown): AppError {
  if (cause instanceof AppError) return cause
  if (cause instanceof Error && /boundary/i.test(cause.message)) {
    return new AppError('INVALID_REQUEST', 'The Content-Type of this form lacks its boundary.')
  }
  switch (codeOf(cause) ?? '') {
    case 'FST_INVALID_MULTIPART_CONTENT_TYPE':
      return new AppError('NO_FILE', undefined, { cause })
    case 'FST_FILES_LIMIT':
      return new AppError('TOO_MANY_FILES', undefined, { cause })
    case 'FST_FIELDS_LIMIT':
    case 'FST_PARTS_LIMIT':
    case 'FST_PROTO_VIOLATION':
      return new AppError('INVALID_REQUEST', 'An upload takes file, mapping and params only.', {
        cause,
      })
    default:
      return new AppError('BROKEN_UPLOAD', undefined, { cause })
  }
}

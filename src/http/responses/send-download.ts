import contentDisposition from 'content-disposition'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Download, AcceptedEncodings, StoredFile } from '../../results/downloads.ts'
import type { Export } from '../../results/export.ts'
import { type ByteRange, rangeIn } from '../../domain/api/byte-range.ts'
import { AppError } from '../../domain/errors/errors.ts'
import { asciiFilename } from '../../domain/document/filename.ts'
import { acceptable } from './accept.ts'
import { isKnown } from './conditional.ts'

/** Who says nothing of codings may not know any. */
export function takenBy({ headers }: FastifyRequest): AcceptedEncodings {
  return { gzip: acceptable(headers['accept-encoding'] ?? '', ['gzip']).length > 0 }
}

/** The part of a file that is asked for; undefined for the whole, as where it is not what the asker has begun to fetch. */
export function partAsked(
  request: FastifyRequest,
  reply: FastifyReply,
  { bytes, etag }: StoredFile,
): ByteRange | undefined {
  const { range, 'if-range': begun = etag } = request.headers
  if (request.method !== 'GET' || range === undefined || begun !== etag) return undefined
  const part = isKnown(request, etag) ? undefined : rangeIn(range, bytes)
  if (part !== 'none') return part
  reply.header('content-range', `bytes */${bytes}`)
  throw new AppError('OUT_OF_RANGE')
}

/** Someone else's bytes: saved, never shown, and should a browser show them yet, without any rights. */
export function sendDownload(reply: FastifyReply, download: Download): FastifyReply {
  return send(reply, download, 'attachment', "default-src 'none'; sandbox")
}

/** A PDF for the browser's own viewer, which a sandbox would keep shut; the page around it may do nothing. */
export function sendInline(reply: FastifyReply, download: Download): FastifyReply {
  const policy = "default-src 'none'; object-src 'self'; frame-ancestors 'none'"
  return send(reply, download, 'inline', policy)
}

function send(
  reply: FastifyReply,
  download: Download,
  type: 'attachment' | 'inline',
  policy: string,
): FastifyReply {
  const { stream, bytes, etag, content_encoding, part } = download
  reply.header('cache-control', 'private, no-store')
  if (etag !== undefined) {
    reply.header('etag', etag).header('vary', varyOf(reply))
    if (isKnown(reply.request, etag)) {
      stream.destroy()
      return reply.code(304).send()
    }
  }
  if (content_encoding) reply.header('content-encoding', content_encoding)
  if (bytes !== undefined) reply.header('content-length', bytes)
  if (part) reply.header('accept-ranges', 'bytes')
  if (part?.range) {
    const { first, last } = part.range
    reply.code(206).header('content-range', `bytes ${first}-${last}/${part.of}`)
  }
  const disposition = { type, fallback: asciiFilename(download.filename) }
  return reply
    .type(download.content_type)
    .header('content-disposition', contentDisposition(download.filename, disposition))
    .header('content-security-policy', policy)
    .send(stream)
}

export function varyOf(reply: FastifyReply): string {
  return [reply.getHeader('vary'), 'accept-encoding'].filter(Boolean).join(', ')
}

const mostNamed = 100

/** Says in the header what the file itself may not be able to say: which jobs are not in it. */
export function sendExport(reply: FastifyReply, made: Export): FastifyReply {
  const { left_out } = made
  const ids = left_out.slice(0, mostNamed).map(({ job }) => job.id)
  reply.header('docket-left-out-count', left_out.length)
  if (ids.length > 0) reply.header('docket-left-out', ids.join(', '))
  return sendDownload(reply, made)
}

import contentDisposition from 'content-disposition'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Download, Taking } from '../documents/deliver.ts'
import type { Export } from '../documents/export.ts'
import { asciiFilename } from '../domain/filename.ts'
import { acceptable } from './accept.ts'
import { isKnown } from './conditional.ts'

/** Who says nothing of codings may not know any. */
export function takenBy({ headers }: FastifyRequest): Taking {
  return { gzip: acceptable(headers['accept-encoding'] ?? '', ['gzip']).length > 0 }
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
  const { stream, bytes, etag, content_encoding } = download
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

import contentDisposition from 'content-disposition'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Download, AcceptedEncodings, StoredFile } from '../../results/downloads.ts'
import type { Export } from '../../results/export-options.ts'
import { type ByteRange, parseRange } from '../../domain/api/byte-range.ts'
import { AppError } from '../../domain/errors/app-error.ts'
import { toAsciiFilename } from '../../domain/document/filename.ts'
import { negotiate } from './negotiate.ts'
import { matchesEtag } from './conditional.ts'

/** Returns the accepted encodings. Without an Accept-Encoding header, none is accepted. */
export function acceptedEncodings({ headers }: FastifyRequest): AcceptedEncodings {
  return { gzip: negotiate(headers['accept-encoding'] ?? '', ['gzip']).length > 0 }
}

/** Returns the requested range; undefined if the whole file was requested or If-Range does not match. */
export function requestedRange(
  request: FastifyRequest,
  reply: FastifyReply,
  { bytes, etag }: StoredFile,
): ByteRange | undefined {
  const { range, 'if-range': ifRange = etag } = request.headers
  if (request.method !== 'GET' || range === undefined || ifRange !== etag) return undefined
  const part = matchesEtag(request, etag) ? undefined : parseRange(range, bytes)
  if (part !== 'none') return part
  reply.header('content-range', `bytes */${bytes}`)
  throw new AppError('OUT_OF_RANGE')
}

/** Sends user content for download, never for display, and with a sandbox in case a browser displays it anyway. */
export function sendDownload(reply: FastifyReply, download: Download): FastifyReply {
  return send(reply, download, 'attachment', "default-src 'none'; sandbox")
}

/** Sends a file for display in the browser's PDF viewer, which a sandbox would block. */
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
    reply.header('etag', etag).header('vary', varyOnEncoding(reply))
    if (matchesEtag(reply.request, etag)) {
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
  const disposition = { type, fallback: toAsciiFilename(download.filename) }
  return reply
    .type(download.content_type)
    .header('content-disposition', contentDisposition(download.filename, disposition))
    .header('content-security-policy', policy)
    .send(stream)
}

export function varyOnEncoding(reply: FastifyReply): string {
  return [reply.getHeader('vary'), 'accept-encoding'].filter(Boolean).join(', ')
}

const maxListedIds = 100

/** Sends an export. Headers list the omitted jobs, because the file format may have no place for them. */
export function sendExport(reply: FastifyReply, exported: Export): FastifyReply {
  const { left_out, missing = [] } = exported
  const ids = [...left_out.map(({ job }) => job.id), ...missing]
  reply.header('docket-left-out-count', ids.length)
  if (ids.length > 0) reply.header('docket-left-out', ids.slice(0, maxListedIds).join(', '))
  return sendDownload(reply, exported)
}

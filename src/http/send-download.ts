import contentDisposition from 'content-disposition'
import type { FastifyReply } from 'fastify'
import type { Download } from '../documents/deliver.ts'
import type { Export } from '../documents/export.ts'

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
  if (download.bytes !== undefined) reply.header('content-length', download.bytes)
  return reply
    .type(download.content_type)
    .header('content-disposition', contentDisposition(download.filename, { type }))
    .header('content-security-policy', policy)
    .header('cache-control', 'private, no-store')
    .send(download.stream)
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

import contentDisposition from 'content-disposition'
import type { FastifyReply } from 'fastify'
import type { Download } from '../documents/deliver.ts'

/** Someone else's bytes: saved, never shown, and should a browser show them yet, without any rights. */
export function sendDownload(reply: FastifyReply, download: Download): FastifyReply {
  return reply
    .type(download.content_type)
    .header('content-length', download.bytes)
    .header('content-disposition', contentDisposition(download.filename))
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('cache-control', 'private, no-store')
    .send(download.stream)
}

import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { negotiateLanguage } from './language.ts'

/**
 * Returns a weak ETag, which is the same for equivalent responses in the same language even if their bytes differ. It
 * depends on the language, because a browser would otherwise show the response that it stored in another language.
 */
export function weakEtag({ headers }: FastifyRequest, ...facts: string[]): string {
  const all = [negotiateLanguage(headers['accept-language']), ...facts]
  return `W/"${createHash('sha256').update(all.join('\n')).digest('base64url').slice(0, 22)}"`
}

/** Evaluates If-None-Match. */
export function matchesEtag({ headers }: FastifyRequest, etag: string): boolean {
  const known = headers['if-none-match']?.split(',').map((one) => stripWeak(one.trim())) ?? []
  return known.includes('*') || known.includes(stripWeak(etag))
}

function stripWeak(etag: string): string {
  return etag.replace(/^W\//, '')
}

/** Sends the response with its ETag, or 304 if the client already has it. */
export function sendUnlessModified<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  etag: string,
  body: T,
): T | FastifyReply {
  reply.header('etag', etag).header('cache-control', 'private, no-cache')
  return matchesEtag(request, etag) ? reply.code(304).send() : body
}

import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A weak tag: two answers with it tell the same, though perhaps not byte for byte. */
export function tagOf(...facts: string[]): string {
  return `W/"${createHash('sha256').update(facts.join('\n')).digest('base64url').slice(0, 22)}"`
}

/** Whether the asker has said that an answer with this tag is known. */
export function isKnown({ headers }: FastifyRequest, tag: string): boolean {
  const known = headers['if-none-match']?.split(',').map((one) => bare(one.trim())) ?? []
  return known.includes('*') || known.includes(bare(tag))
}

function bare(tag: string): string {
  return tag.replace(/^W\//, '')
}

/** Answers with its tag, or only says that the asker has it already. */
export function unlessKnown<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  tag: string,
  answer: T,
): T | FastifyReply {
  reply.header('etag', tag).header('cache-control', 'private, no-cache')
  return isKnown(request, tag) ? reply.code(304).send() : answer
}

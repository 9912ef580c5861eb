import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

const tokenShape = /^[A-Za-z0-9_-]{43}$/
const yearSeconds = 365 * 24 * 60 * 60

/**
 * Who is asking: the browser session of the request's cookie, or a new one. The cookie holds 256 random
 * bits; the database knows only their hash, so a stolen table opens nobody's documents.
 */
export function ownerOf(request: FastifyRequest, reply: FastifyReply, isHttps: boolean): string {
  const name = isHttps ? '__Host-docket' : 'docket_session'
  const given = request.cookies[name]
  if (given && tokenShape.test(given)) return ownerOfToken(given)
  const token = randomBytes(32).toString('base64url')
  reply.setCookie(name, token, {
    httpOnly: true,
    sameSite: 'lax',
    secure: isHttps,
    path: '/',
    maxAge: yearSeconds,
  })
  return ownerOfToken(token)
}

function ownerOfToken(token: string): string {
  return `session:${createHash('sha256').update(token).digest('base64url')}`
}

import type { FastifyReply, FastifyRequest } from 'fastify'

const yearSeconds = 365 * 24 * 60 * 60

/** The cookie of a browser's session. On https, no other host and no script can set or read it. */
export function sessionCookie(isHttps: boolean) {
  const name = isHttps ? '__Host-docket' : 'docket_session'
  const options = { httpOnly: true, sameSite: 'lax', secure: isHttps, path: '/' } as const
  return {
    name,
    read: (request: FastifyRequest): string | undefined => request.cookies[name],
    write: (reply: FastifyReply, secret: string): void => {
      reply.setCookie(name, secret, { ...options, maxAge: yearSeconds })
    },
    clear: (reply: FastifyReply): void => void reply.clearCookie(name, options),
  }
}

import type { FastifyReply, FastifyRequest } from 'fastify'

const yearSeconds = 365 * 24 * 60 * 60

/** Over HTTPS the `__Host-` prefix prevents other hosts from setting it; scripts can never read it. */
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

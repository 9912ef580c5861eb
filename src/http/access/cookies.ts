import type { FastifyReply, FastifyRequest } from 'fastify'
import { pendingSignInSeconds } from '../../identity/pending-sign-ins.ts'
import { signInDays } from '../../identity/sign-ins.ts'

const daySeconds = 24 * 60 * 60

export interface Cookie {
  name: string
  read(request: FastifyRequest): string | undefined
  write(reply: FastifyReply, value: string): void
  clear(reply: FastifyReply): void
}

/**
 * Creates a cookie that scripts can never read. Over HTTPS, the `__Host-` prefix prevents other hosts from setting it.
 */
function createCookie(
  { plain, secure }: { plain: string; secure: string },
  isHttps: boolean,
  maxAge: number,
): Cookie {
  const name = isHttps ? `__Host-${secure}` : plain
  const options = { httpOnly: true, sameSite: 'lax', secure: isHttps, path: '/' } as const
  return {
    name,
    read: (request) => request.cookies[name],
    write: (reply, value) => void reply.setCookie(name, value, { ...options, maxAge }),
    clear: (reply) => void reply.clearCookie(name, options),
  }
}

/** Identifies an anonymous browser session. */
export function sessionCookie(isHttps: boolean): Cookie {
  const names = { plain: 'docket_session', secure: 'docket' }
  return createCookie(names, isHttps, 365 * daySeconds)
}

/** Identifies the signed-in user. */
export function signInCookie(isHttps: boolean): Cookie {
  const names = { plain: 'docket_sign_in', secure: 'docket-sign-in' }
  return createCookie(names, isHttps, signInDays * daySeconds)
}

/** Holds the pending sign-in while the user is at the provider. */
export function pendingSignInCookie(isHttps: boolean): Cookie {
  const names = { plain: 'docket_pending_sign_in', secure: 'docket-pending-sign-in' }
  return createCookie(names, isHttps, pendingSignInSeconds)
}

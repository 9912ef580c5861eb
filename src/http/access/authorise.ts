import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Identity } from '../../domain/api/identity.ts'
import type { Scope } from '../../domain/values/permissions.ts'
import { AppError } from '../../domain/errors/app-error.ts'
import { createDetail } from '../../domain/i18n/problem-detail.ts'
import { challenge, readToken } from './credentials.ts'

export function requireScope({ scopes, role }: Identity, scope: Scope, reply: FastifyReply): void {
  if (scopes.includes(scope)) return
  if (role === 'viewer') throw new AppError('MISSING_SCOPE', createDetail('viewer_only', {}))
  challenge(reply, `error="insufficient_scope", scope="${scope}"`)
  throw new AppError('MISSING_SCOPE')
}

export function requireIdentity({ identity }: FastifyRequest): Identity {
  if (identity) return identity
  throw new Error('requireIdentity() called on a public route')
}

export function ownerId(request: FastifyRequest): string {
  return requireIdentity(request).owner_id
}

/** Rejects browser sessions on routes that require a token. */
export function requireToken(request: FastifyRequest, reply: FastifyReply): Identity {
  const identity = requireIdentity(request)
  if (identity.kind !== 'session') return identity
  challenge(reply)
  throw new AppError('UNAUTHORIZED')
}

/** Rejects callers that have only a cookie, because the API calls made on their behalf do not accept cookies. */
export function requireTokenHeader(request: FastifyRequest, reply: FastifyReply): void {
  if (readToken(request) !== undefined) return
  challenge(reply)
  throw new AppError('UNAUTHORIZED')
}

export function requireAdmin(request: FastifyRequest): Identity {
  const identity = requireIdentity(request)
  if (identity.kind === 'admin') return identity
  throw new AppError('ADMIN_ONLY')
}

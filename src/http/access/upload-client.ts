import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Replayable, Caller } from '../../intake/with-idempotency-key.ts'
import type { UploadClient } from '../../intake/receive.ts'
import { AppError } from '../../domain/errors/app-error.ts'
import { priorityByTier } from '../../domain/values/priority.ts'
import { clientAddress } from './client-address.ts'
import { requireIdentity, ownerId } from './authorise.ts'
import { createDetail } from '../../domain/i18n/problem-detail.ts'

/** Returns the details about the client that are stored with a batch. */
export function toUploadClient(request: FastifyRequest): UploadClient {
  const { tier } = requireIdentity(request)
  const user_agent = request.headers['user-agent']?.slice(0, 500) ?? null
  const client_ip = clientAddress(request)
  const origin = { id: request.id, traceparent: request.span?.traceparent, log: request.log }
  return {
    ...toCaller(request),
    priority: priorityByTier[tier],
    client_ip,
    user_agent,
    request: origin,
  }
}

export const idempotencyKeyPattern = /^[!-~]{1,255}$/

export function toCaller(request: FastifyRequest): Caller {
  const { 'idempotency-key': key } = request.headers
  if (key !== undefined && !idempotencyKeyPattern.test(String(key))) {
    throw new AppError('INVALID_REQUEST', createDetail('idempotency_key_invalid', {}))
  }
  const route = request.routeOptions.url ?? ''
  return { owner_id: ownerId(request), route, idempotency_key: key?.toString() }
}

export function markReplay<Body>(reply: FastifyReply, replayable: Replayable<Body>): Body {
  if (replayable.is_replay) reply.header('idempotency-replayed', 'true')
  return replayable.response
}

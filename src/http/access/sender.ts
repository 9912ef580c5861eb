import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Replayable, Caller } from '../../intake/with-idempotency-key.ts'
import type { Sender } from '../../intake/receive.ts'
import { AppError } from '../../domain/errors/errors.ts'
import { priorityOf } from '../../domain/api/identity.ts'
import { addressOf } from './client-address.ts'
import { identityOf, ownerOf } from './identify.ts'

/** Who sends a document, as far as its batch remembers. */
export function senderOf(request: FastifyRequest): Sender {
  const { tier } = identityOf(request)
  const user_agent = request.headers['user-agent']?.slice(0, 500) ?? null
  const client_ip = addressOf(request)
  const came = { id: request.id, traceparent: request.span?.traceparent, log: request.log }
  return { ...askerOf(request), priority: priorityOf[tier], client_ip, user_agent, request: came }
}

export const idempotencyKey = /^[!-~]{1,255}$/

export function askerOf(request: FastifyRequest): Caller {
  const { 'idempotency-key': key } = request.headers
  if (key !== undefined && !idempotencyKey.test(String(key))) {
    const sentence = 'An Idempotency-Key has 1 to 255 printable characters and no spaces.'
    throw new AppError('INVALID_REQUEST', sentence)
  }
  const route = request.routeOptions.url ?? ''
  return { owner_id: ownerOf(request), route, idempotency_key: key?.toString() }
}

export function tellReplay<Answer>(reply: FastifyReply, answered: Replayable<Answer>): Answer {
  if (answered.is_replay) reply.header('idempotency-replayed', 'true')
  return answered.answer
}

import type { FastifyRequest } from 'fastify'
import { AppError } from '../../domain/errors/app-error.ts'
import { clientNetwork } from '../access/client-address.ts'
import { requireIdentity } from '../access/authorise.ts'
import { createDetail } from '../../domain/i18n/problem-detail.ts'

/** Limits the number of open streams per owner and per network. */
export interface StreamSlots {
  /** Takes a slot; throws if none is free. Returns the function that releases it. */
  acquire(request: FastifyRequest): () => void
}

interface Limit {
  whose: 'yours' | 'address'
  key: string
  max: number
}

/**
 * Maximum number of owners whose slots one address may use. A limit per owner is not enough, because anyone can create
 * sessions.
 */
const ownersPerAddress = 4
const retryAfterSeconds = 30

export function createStreamSlots(maxPerOwner: number): StreamSlots {
  const counts = new Map<string, number>()
  const count = (key: string) => counts.get(key) ?? 0

  function limitsFor(request: FastifyRequest): Limit[] {
    const { kind, owner_id } = requireIdentity(request)
    const ownLimit = { whose: 'yours' as const, key: owner_id, max: maxPerOwner }
    if (kind !== 'session') return [ownLimit]
    const network = clientNetwork(request)
    const max = maxPerOwner * ownersPerAddress
    return [ownLimit, { whose: 'address' as const, key: `ip ${network}`, max }]
  }

  return {
    acquire(request) {
      const limits = limitsFor(request)
      for (const { whose, key, max } of limits) {
        if (count(key) < max) continue
        const message = createDetail('streams_open', {
          whose,
          most: max,
          seconds: retryAfterSeconds,
        })
        throw new AppError('RATE_LIMITED', message, { retryAfterSeconds })
      }
      for (const { key } of limits) counts.set(key, count(key) + 1)
      return () => {
        for (const { key } of limits) {
          if (count(key) > 1) counts.set(key, count(key) - 1)
          else counts.delete(key)
        }
      }
    },
  }
}

import type { FastifyRequest } from 'fastify'
import { AppError } from '../../domain/errors/errors.ts'
import { networkAsking } from '../access/client-address.ts'
import { identityOf } from '../access/identify.ts'

/** Who has how many streams open, so that nobody takes the places of all. */
export interface Places {
  /** Takes one for whoever asks, or refuses it. Returns how to give it back. */
  take(request: FastifyRequest): () => void
}

interface Limit {
  whose: string
  key: string
  most: number
}

/** A visitor gets a new name for nothing: those at one address have as many as this number of owners. */
const ownersAtAddress = 4
const retryAfterSeconds = 30

export function createPlaces(mostOfOwner: number): Places {
  const taken = new Map<string, number>()
  const count = (key: string) => taken.get(key) ?? 0

  function limitsOf(request: FastifyRequest): Limit[] {
    const { kind, owner_id } = identityOf(request)
    const own = { whose: 'You have', key: owner_id, most: mostOfOwner }
    if (kind !== 'session') return [own]
    const network = networkAsking(request)
    const most = mostOfOwner * ownersAtAddress
    return [own, { whose: 'Visitors at your address have', key: `ip ${network}`, most }]
  }

  return {
    take(request) {
      const limits = limitsOf(request)
      for (const { whose, key, most } of limits) {
        if (count(key) < most) continue
        const sentence = `${whose} ${most} streams open already. Close those that are not needed, or try again in ${retryAfterSeconds} s.`
        throw new AppError('RATE_LIMITED', sentence, { retryAfterSeconds })
      }
      for (const { key } of limits) taken.set(key, count(key) + 1)
      return () => {
        for (const { key } of limits) {
          if (count(key) > 1) taken.set(key, count(key) - 1)
          else taken.delete(key)
        }
      }
    },
  }
}

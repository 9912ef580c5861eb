import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../domain/errors/app-error.ts'
import { isApiKey } from '../../identity/api-keys.ts'
import { clientNetwork } from './client-address.ts'
import { readToken } from './credentials.ts'
import { createDetail } from '../../domain/i18n/problem-detail.ts'

const maxFailures = 20
const windowMs = 60_000
/** Minimum length of ADMIN_KEY, in characters. */
const minKeyLength = 32

/** Maximum number of networks whose failures are remembered; the one with the oldest failure is forgotten first. */
const maxNetworks = 10_000

/** Counts wrong keys per network over the last minute. */
export interface GuessCounts {
  add(network: string): void
  /** Seconds until the network may try another key; 0 if it may try one now. */
  waitSeconds(network: string): number
  readonly size: number
}

export function createGuessCounts(now: () => number = () => performance.now()): GuessCounts {
  // Ordered by each network's last failure, so that outdated entries come first.
  const failures = new Map<string, number[]>()
  const listRecent = (network: string) =>
    (failures.get(network) ?? []).filter((timestamp) => timestamp > now() - windowMs)

  function forgetOldest(): void {
    for (const [network, timestamps] of failures) {
      const isOutdated = (timestamps.at(-1) ?? 0) <= now() - windowMs
      if (!isOutdated && failures.size <= maxNetworks) return
      failures.delete(network)
    }
  }

  return {
    add(network) {
      const timestamps = [...listRecent(network), now()].slice(-maxFailures)
      failures.delete(network)
      failures.set(network, timestamps)
      forgetOldest()
    },
    waitSeconds(network) {
      const timestamps = listRecent(network)
      if (timestamps.length < maxFailures) return 0
      return Math.ceil(((timestamps[0] ?? 0) + windowMs - now()) / 1000)
    },
    get size() {
      return failures.size
    },
  }
}

/**
 * Limits how often a network may guess the admin key. A throttled network is rejected even with the correct key. JWTs
 * and API keys are recognised by their format and do not count as guesses.
 */
export function throttleAdminGuesses(app: FastifyInstance): void {
  const guesses = createGuessCounts()
  app.addHook('onRequest', async (request) => {
    if (!isGuess(request)) return
    const retryAfterSeconds = guesses.waitSeconds(clientNetwork(request))
    if (retryAfterSeconds === 0) return
    const message = createDetail('wrong_keys', { seconds: retryAfterSeconds })
    throw new AppError('RATE_LIMITED', message, { retryAfterSeconds })
  })
  app.addHook('onResponse', async (request, reply) => {
    if (reply.statusCode === 401 && isGuess(request)) guesses.add(clientNetwork(request))
  })
}

function isGuess(request: FastifyRequest): boolean {
  try {
    const token = readToken(request)
    if (token === undefined || token.length < minKeyLength) return false
    return !isApiKey(token) && token.split('.').length !== 3
  } catch {
    return false
  }
}

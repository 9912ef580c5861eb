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

/**
 * Limits how often a network may guess the admin key. A throttled network is rejected even with the correct key. JWTs
 * and API keys are recognised by their format and do not count as guesses.
 */
export function throttleAdminGuesses(
  app: FastifyInstance,
  now: () => number = () => performance.now(),
): void {
  const failures = new Map<string, number[]>()

  function recentFailures(network: string): number[] {
    const timestamps = (failures.get(network) ?? []).filter((one) => one > now() - windowMs)
    if (timestamps.length === 0) failures.delete(network)
    else failures.set(network, timestamps)
    return timestamps
  }

  app.addHook('onRequest', async (request) => {
    if (!isGuess(request)) return
    const timestamps = recentFailures(clientNetwork(request))
    if (timestamps.length < maxFailures) return
    const retryAfterSeconds = Math.ceil(((timestamps[0] ?? 0) + windowMs - now()) / 1000)
    const message = createDetail('wrong_keys', { seconds: retryAfterSeconds })
    throw new AppError('RATE_LIMITED', message, { retryAfterSeconds })
  })
  app.addHook('onResponse', async (request, reply) => {
    if (reply.statusCode !== 401 || !isGuess(request)) return
    const network = clientNetwork(request)
    failures.set(network, [...recentFailures(network), now()])
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

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../domain/errors/errors.ts'
import { looksLikeKey } from '../../identity/api-keys.ts'
import { networkAsking } from './client-address.ts'
import { tokenOf } from './identify.ts'

const mostWrong = 20
const windowMs = 60_000
/** As ADMIN_KEY must be. */
const shortestKey = 32

/**
 * Whoever keeps sending what can only be a guess at the operator's key is not even listened to for a while, with the
 * right one neither. Tokens and API keys have shapes of their own, and do not count.
 */
export function refuseGuessers(
  app: FastifyInstance,
  now: () => number = () => performance.now(),
): void {
  const wrong = new Map<string, number[]>()

  function recent(network: string): number[] {
    const moments = (wrong.get(network) ?? []).filter((one) => one > now() - windowMs)
    if (moments.length === 0) wrong.delete(network)
    else wrong.set(network, moments)
    return moments
  }

  app.addHook('onRequest', async (request) => {
    if (!isGuess(request)) return
    const moments = recent(networkAsking(request))
    if (moments.length < mostWrong) return
    const retryAfterSeconds = Math.ceil(((moments[0] ?? 0) + windowMs - now()) / 1000)
    const sentence = `Too many wrong keys came from here. Please wait ${retryAfterSeconds} s.`
    throw new AppError('RATE_LIMITED', sentence, { retryAfterSeconds })
  })
  app.addHook('onResponse', async (request, reply) => {
    if (reply.statusCode !== 401 || !isGuess(request)) return
    const network = networkAsking(request)
    wrong.set(network, [...recent(network), now()])
  })
}

function isGuess(request: FastifyRequest): boolean {
  try {
    const token = tokenOf(request)
    if (token === undefined || token.length < shortestKey) return false
    return !looksLikeKey(token) && token.split('.').length !== 3
  } catch {
    return false
  }
}

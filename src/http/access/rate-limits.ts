import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { RateLimiter } from '../../cache/rate-limiter.ts'
import type { BudgetName, Budgets } from '../../domain/api/rate-limits.ts'
import { AppError } from '../../domain/errors/errors.ts'
import { networkAsking } from './client-address.ts'
import { ownerOf } from './identify.ts'
import { passOver } from '../requests/drain-body.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    budget?: BudgetName | undefined
  }
}

export interface Limiting {
  rates: RateLimiter
  budgets: Budgets
  maxUploadBytes: number
}

interface Spender {
  /** What its budget is called in the headers. */
  name: string
  key: string
  limit: number
}

const seconds = 60

/** Before anyone is identified, which may itself cost something. */
export function limitByAddress(app: FastifyInstance, limiting: Limiting): void {
  limit(app, limiting, (request, name) => {
    const network = networkAsking(request)
    const { per_minute_and_address } = limiting.budgets[name]
    return { name: `${name}-address`, key: `${name} ip ${network}`, limit: per_minute_and_address }
  })
}

/** After they are identified, and before a byte of the body is read. */
export function limitByOwner(app: FastifyInstance, limiting: Limiting): void {
  limit(app, limiting, (request, name) => {
    const { per_minute } = limiting.budgets[name]
    return { name, key: `${name} owner ${ownerOf(request)}`, limit: per_minute }
  })
}

function limit(
  app: FastifyInstance,
  { rates, maxUploadBytes }: Limiting,
  spenderOf: (request: FastifyRequest, name: BudgetName) => Spender,
): void {
  app.addHook('onRequest', async (request, reply) => {
    const { budget } = request.routeOptions.config
    if (budget === undefined) return
    const spender = spenderOf(request, budget)
    const taken = await rates.take(spender.key, { limit: spender.limit, seconds })
    const { isAllowed, remaining, wait_seconds: retryAfterSeconds } = taken
    addHeader(reply, 'ratelimit-policy', `"${spender.name}";q=${spender.limit};w=${seconds}`)
    addHeader(reply, 'ratelimit', `"${spender.name}";r=${remaining};t=${retryAfterSeconds}`)
    if (isAllowed) return
    request.log.info({ budget: spender.name }, 'rate limit exceeded')
    await passOver(request, maxUploadBytes)
    const sentence = `At most ${spender.limit} ${budget} a minute are taken. Please wait ${retryAfterSeconds} s and try again.`
    throw new AppError('RATE_LIMITED', sentence, { retryAfterSeconds })
  })
}

function addHeader(reply: FastifyReply, name: string, value: string): void {
  const before = reply.getHeader(name)
  reply.header(name, before === undefined ? value : `${String(before)}, ${value}`)
}

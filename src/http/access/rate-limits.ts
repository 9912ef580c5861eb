import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { RateLimiter } from '../../cache/rate-limiter.ts'
import type { BudgetName, Budgets } from '../../domain/api/rate-limits.ts'
import { AppError } from '../../domain/errors/errors.ts'
import { clientNetwork } from './client-address.ts'
import { ownerId } from './identify.ts'
import { drainBody } from '../requests/drain-body.ts'
import { detail } from '../../domain/i18n/problem-detail.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    budget?: BudgetName | undefined
  }
}

export interface RateLimitDeps {
  rateLimiter: RateLimiter
  budgets: Budgets
  maxUploadBytes: number
}

interface Quota {
  /** Policy name in the RateLimit headers. */
  name: string
  key: string
  limit: number
}

const windowSeconds = 60

/** Runs before authentication, which itself costs resources. */
export function limitByAddress(app: FastifyInstance, deps: RateLimitDeps): void {
  addLimitHook(app, deps, (request, name) => {
    const network = clientNetwork(request)
    const { per_minute_and_address } = deps.budgets[name]
    return { name: `${name}-address`, key: `${name} ip ${network}`, limit: per_minute_and_address }
  })
}

/** Runs after authentication and before the body is read. */
export function limitByOwner(app: FastifyInstance, deps: RateLimitDeps): void {
  addLimitHook(app, deps, (request, name) => {
    const { per_minute } = deps.budgets[name]
    return { name, key: `${name} owner ${ownerId(request)}`, limit: per_minute }
  })
}

function addLimitHook(
  app: FastifyInstance,
  { rateLimiter, maxUploadBytes }: RateLimitDeps,
  toQuota: (request: FastifyRequest, name: BudgetName) => Quota,
): void {
  app.addHook('onRequest', async (request, reply) => {
    const { budget } = request.routeOptions.config
    if (budget === undefined) return
    const quota = toQuota(request, budget)
    const decision = await rateLimiter.take(quota.key, {
      limit: quota.limit,
      seconds: windowSeconds,
    })
    const { isAllowed, remaining, wait_seconds: retryAfterSeconds } = decision
    addHeader(reply, 'ratelimit-policy', `"${quota.name}";q=${quota.limit};w=${windowSeconds}`)
    addHeader(reply, 'ratelimit', `"${quota.name}";r=${remaining};t=${retryAfterSeconds}`)
    if (isAllowed) return
    request.log.info({ budget: quota.name }, 'rate limit exceeded')
    await drainBody(request, maxUploadBytes)
    const exceeded = { most: quota.limit, budget, seconds: retryAfterSeconds }
    throw new AppError('RATE_LIMITED', detail('rate_exceeded', exceeded), { retryAfterSeconds })
  })
}

function addHeader(reply: FastifyReply, name: string, value: string): void {
  const before = reply.getHeader(name)
  reply.header(name, before === undefined ? value : `${String(before)}, ${value}`)
}

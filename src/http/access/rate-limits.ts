import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { RateLimiter } from '../../cache/rate-limiter.ts'
import type { BudgetName, Budgets } from '../../domain/api/rate-budgets.ts'
import { AppError } from '../../domain/errors/app-error.ts'
import { clientNetwork } from './client-address.ts'
import { ownerId } from './authorise.ts'
import { drainBody } from '../requests/drain-body.ts'
import { createDetail } from '../../domain/i18n/problem-detail.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    budget?: BudgetName | undefined
  }
}

export interface RateLimitDeps {
  rateLimiter: RateLimiter
  budgets: Budgets
  maxUploadBytes: number
  maxPdfsPerBatch: number
}

interface Quota {
  /** Name of the policy in the RateLimit headers. */
  name: string
  key: string
  limit: number
}

const windowSeconds = 60
/**
 * Maximum number of documents per upload. Requests that continue an upload share this allowance instead of counting
 * towards the limit per minute.
 */
const maxUploadDocuments = 1000
const continuedSeconds = 600

/** Limits requests per network. Runs before authentication, which itself costs resources. */
export function limitByAddress(app: FastifyInstance, deps: RateLimitDeps): void {
  addLimitHook(app, deps, (request, name) => {
    const network = clientNetwork(request)
    const { per_minute_and_address } = deps.budgets[name]
    return { name: `${name}-address`, key: `${name} ip ${network}`, limit: per_minute_and_address }
  })
}

/** Limits requests per owner. Runs after authentication and before the body is read. */
export function limitByOwner(app: FastifyInstance, deps: RateLimitDeps): void {
  addLimitHook(app, deps, (request, name) => {
    // A public route has no owner, so requests are limited only by network.
    if (request.identity === null) return undefined
    const { per_minute } = deps.budgets[name]
    return { name, key: `${name} owner ${ownerId(request)}`, limit: per_minute }
  })
}

function addLimitHook(
  app: FastifyInstance,
  { rateLimiter, maxUploadBytes, maxPdfsPerBatch }: RateLimitDeps,
  toQuota: (request: FastifyRequest, name: BudgetName) => Quota | undefined,
): void {
  const allowance = {
    limit: Math.ceil(maxUploadDocuments / maxPdfsPerBatch),
    seconds: continuedSeconds,
  }

  /** Caps the number of remembered upload IDs at what the rate limits allow. */
  const toIdQuota = (perMinute: number) => ({
    limit: allowance.limit + (perMinute * continuedSeconds) / windowSeconds,
    seconds: continuedSeconds,
  })

  /**
   * True if the request continues an upload. The first request in an upload counts as usual, and its upload ID is
   * remembered for the others.
   */
  async function continuesUpload(request: FastifyRequest, { key, limit }: Quota): Promise<boolean> {
    const { upload_id: id } = request.query as { upload_id?: unknown }
    if (typeof id !== 'string' || id.length > 36) return false
    if (!(await rateLimiter.take(`${key} upload ids`, toIdQuota(limit))).isAllowed) return false
    const first = { limit: 1, seconds: continuedSeconds }
    if ((await rateLimiter.take(`${key} upload ${id}`, first)).isAllowed) return false
    return (await rateLimiter.take(`${key} continued`, allowance)).isAllowed
  }

  app.addHook('onRequest', async (request, reply) => {
    const { budget } = request.routeOptions.config
    if (budget === undefined) return
    const quota = toQuota(request, budget)
    if (!quota) return
    if (await continuesUpload(request, quota)) return
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
    throw new AppError('RATE_LIMITED', createDetail('rate_exceeded', exceeded), {
      retryAfterSeconds,
    })
  })
}

function addHeader(reply: FastifyReply, name: string, value: string): void {
  const before = reply.getHeader(name)
  reply.header(name, before === undefined ? value : `${String(before)}, ${value}`)
}

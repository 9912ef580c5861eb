import { parseUrl } from '../../domain/values/parse-url.ts'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../../domain/errors/app-error.ts'

/**
 * CSRF protection: rejects state-changing requests from origins other than this server's and those in `origins`.
 * Clients other than browsers send neither `Origin` nor `Sec-Fetch-Site`.
 */
export function rejectCrossSite(
  origins: readonly string[] = [],
): (request: FastifyRequest) => Promise<void> {
  return async ({ method, headers, host }) => {
    if (method === 'GET' || method === 'HEAD') return
    const { 'sec-fetch-site': site, origin } = headers
    if (origin !== undefined && origins.includes(origin)) return
    if (site !== undefined) {
      if (site !== 'same-origin' && site !== 'none') throw new AppError('CROSS_SITE')
    } else if (origin !== undefined && !isSameHost(origin, host)) {
      throw new AppError('CROSS_SITE')
    }
  }
}

function isSameHost(origin: string, host: string): boolean {
  return parseUrl(origin)?.host === host
}

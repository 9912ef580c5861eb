import type { FastifyRequest } from 'fastify'
import { AppError } from '../domain/errors.ts'

/** Refuses a change that another website makes a browser ask for. Programs send neither header. */
export async function refuseCrossSite(request: FastifyRequest): Promise<void> {
  if (request.method === 'GET' || request.method === 'HEAD') return
  const { 'sec-fetch-site': site, origin } = request.headers
  if (site !== undefined) {
    if (site !== 'same-origin' && site !== 'none') throw new AppError('CROSS_SITE')
  } else if (origin !== undefined && !isSameHost(origin, request.host)) {
    throw new AppError('CROSS_SITE')
  }
}

function isSameHost(origin: string, host: string): boolean {
  return URL.canParse(origin) && new URL(origin).host === host
}

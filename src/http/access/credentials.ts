import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../domain/errors/app-error.ts'
import { createDetail } from '../../domain/i18n/problem-detail.ts'

/**
 * Returns the bearer token or API key. Returns an empty token, which is invalid, for any other Authorization scheme.
 */
export function readToken({ headers }: FastifyRequest): string | undefined {
  const { 'x-api-key': key, authorization } = headers
  if (authorization === undefined) return key?.toString()
  if (key !== undefined) {
    throw new AppError('INVALID_REQUEST', createDetail('two_credentials', {}))
  }
  return /^bearer +(.*)$/i.exec(authorization)?.[1]?.trim() ?? ''
}

export function readTicket({ query, routeOptions }: FastifyRequest): string | undefined {
  if (!routeOptions.config.acceptsTicket) return undefined
  const { ticket } = query as Record<string, unknown>
  return typeof ticket === 'string' ? ticket : undefined
}

/** Adds the RFC 6750 challenge to the response. */
export function challenge(reply: FastifyReply, fault?: string): void {
  reply.header('www-authenticate', ['Bearer realm="docket"', fault].filter(Boolean).join(', '))
}

import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Sender } from '../documents/receive.ts'
import { priorityOf } from '../domain/identity.ts'
import { identityOf } from './identity.ts'

/** Who sends a document, as far as its batch remembers. */
export function senderOf(request: FastifyRequest): Sender {
  const { owner_id, tier } = identityOf(request)
  const user_agent = request.headers['user-agent']?.slice(0, 500) ?? null
  return { owner_id, priority: priorityOf[tier], client_ip: addressOf(request), user_agent }
}

/** Without the zone that a link-local address carries, and null for what is no address. */
function addressOf(request: FastifyRequest): string | null {
  const [address = ''] = request.ip.split('%')
  return isIP(address) ? address : null
}

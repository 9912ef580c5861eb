import type { Db } from '../db/db.ts'
import { insertTicket, consumeTicket } from '../db/identity/stream-tickets.sql.ts'
import { AppError } from '../domain/errors/app-error.ts'
import type { Identity } from '../domain/api/identity.ts'
import { hashSecret, createSecret } from './secrets.ts'

const ttlSeconds = 30

export interface Ticket {
  ticket: string
  expires_at: string
}

/** Issues a ticket that lets a browser open one SSE stream, because EventSource cannot send a token. */
export async function issueTicket(db: Db, holder: Identity): Promise<Ticket> {
  const ticket = createSecret()
  const identity: Identity = { ...holder, scopes: ['read'] }
  const [row] = await insertTicket(db, { hash: hashSecret(ticket), identity, seconds: ttlSeconds })
  if (!row) throw new Error('Ticket insert returned no row')
  return { ticket, expires_at: row.expires_at }
}

/** Returns the identity of a ticket's holder. Each ticket works only once. */
export async function redeemTicket(db: Db, ticket: string): Promise<Identity> {
  const [row] = await consumeTicket(db, hashSecret(ticket))
  if (row?.is_valid) return row.identity
  throw new AppError('UNAUTHORIZED', undefined, { cause: 'ticket used or expired' })
}

import type { Db } from '../db/db.ts'
import { insertTicket, takeTicket } from '../db/identity/stream-tickets.sql.ts'
import { AppError } from '../domain/errors/errors.ts'
import type { Identity } from '../domain/api/identity.ts'
import { hashOf, newSecret } from './secrets.ts'

const seconds = 30

export interface Ticket {
  ticket: string
  expires_at: string
}

/** Lets a browser open one stream in someone's name, where it cannot send a token. */
export async function issueTicket(db: Db, holder: Identity): Promise<Ticket> {
  const ticket = newSecret()
  const identity: Identity = { ...holder, scopes: ['read'] }
  const [row] = await insertTicket(db, { hash: hashOf(ticket), identity, seconds })
  if (!row) throw new Error('A ticket has a row')
  return { ticket, expires_at: row.expires_at }
}

/** In whose name a ticket was issued. It is good for once. */
export async function redeemTicket(db: Db, ticket: string): Promise<Identity> {
  const [row] = await takeTicket(db, hashOf(ticket))
  if (row?.is_valid) return row.identity
  throw new AppError('UNAUTHORIZED', undefined, { cause: 'a ticket that is used up or over' })
}

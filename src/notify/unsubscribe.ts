import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Db } from '../db/db.ts'
import { mailKey, suppressAddress, unsuppressAddress } from '../db/notify/mails.sql.ts'
import { AppError } from '../domain/errors/app-error.ts'
import { createDetail } from '../domain/i18n/problem-detail.ts'

/** Loads the signing key from the database, so that links work across processes. */
export async function loadUnsubscribeKey(db: Db): Promise<string> {
  const [row] = await mailKey(db)
  if (!row) throw new Error('The unsubscribe key is missing')
  return row.key
}

/**
 * Returns a keyed hash of the address. Suppressed addresses are stored in this form, so that the table does not reveal
 * them.
 */
export function addressHash(key: string, address: string): string {
  return sign(key, `address ${address.toLowerCase()}`)
}

/** Returns an unsubscribe token: the hash of the address, with a signature. The token never expires. */
export function unsubscribeToken(key: string, address: string): string {
  const hash = addressHash(key, address)
  return `${hash}.${sign(key, `unsubscribe ${hash}`)}`
}

export async function unsubscribe(db: Db, token: string): Promise<void> {
  await suppressAddress(db, await verifyToken(db, token))
}

export async function resubscribe(db: Db, token: string): Promise<void> {
  await unsuppressAddress(db, await verifyToken(db, token))
}

async function verifyToken(db: Db, token: string): Promise<string> {
  const [hash = '', signature = ''] = token.split('.')
  const expected = sign(await loadUnsubscribeKey(db), `unsubscribe ${hash}`)
  if (isEqual(signature, expected)) return hash
  throw new AppError('NOT_FOUND', createDetail('unsubscribe_link_incomplete', {}))
}

function sign(key: string, text: string): string {
  return createHmac('sha256', key).update(text).digest().subarray(0, 18).toString('base64url')
}

function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

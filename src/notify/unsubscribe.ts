import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Db } from '../db/db.ts'
import { mailKey, suppress, unsuppress } from '../db/notify/mails.sql.ts'
import { AppError } from '../domain/errors/errors.ts'

/** What links to unsubscribe are made and checked with: the same for all processes on one database. */
export async function unsubscribeKey(db: Db): Promise<string> {
  const [row] = await mailKey(db)
  if (!row) throw new Error('The key of e-mails is missing')
  return row.key
}

/** By which an address is known that wants no e-mails. Without the key nobody can tell whose it is. */
export function addressHash(key: string, address: string): string {
  return sign(key, `address ${address.toLowerCase()}`)
}

/** What a link carries: whom it is about, and the proof that it is ours. It never ends. */
export function unsubscribeToken(key: string, address: string): string {
  const hash = addressHash(key, address)
  return `${hash}.${sign(key, `unsubscribe ${hash}`)}`
}

export async function unsubscribe(db: Db, token: string): Promise<void> {
  await suppress(db, await hashIn(db, token))
}

export async function resubscribe(db: Db, token: string): Promise<void> {
  await unsuppress(db, await hashIn(db, token))
}

async function hashIn(db: Db, token: string): Promise<string> {
  const [hash = '', proof = ''] = token.split('.')
  const expected = sign(await unsubscribeKey(db), `unsubscribe ${hash}`)
  if (isSame(proof, expected)) return hash
  const sentence = 'This link is not whole. Copy all of it out of the e-mail.'
  throw new AppError('NOT_FOUND', sentence)
}

function sign(key: string, text: string): string {
  return createHmac('sha256', key).update(text).digest().subarray(0, 18).toString('base64url')
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

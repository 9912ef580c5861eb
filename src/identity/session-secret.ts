import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Db } from '../db/db.ts'
import { mailKey } from '../db/notify/mails.sql.ts'
import { secretPattern } from './secrets.ts'

/**
 * The secret in a session cookie consists of the hour in which it was issued, 144 random bits, and a signature. The
 * signature proves that this deployment issued it, so a browser that only reads needs no row in the database.
 */
const hourBytes = 3
const randomLength = 18
const signedLength = hourBytes + randomLength

/** Number of hours after which a cookie is replaced if its session has stored nothing. */
const maxUnstoredHours = 12

const keys = new WeakMap<Db, Promise<string>>()

/** Loads the signing key from the database, so that all servers accept each other's cookies. */
export function loadSessionKey(db: Db): Promise<string> {
  const known = keys.get(db)
  if (known) return known
  const loading = mailKey(db).then(([row]) => {
    if (!row) throw new Error('The signing key is missing')
    return row.key
  })
  loading.catch(() => keys.delete(db))
  keys.set(db, loading)
  return loading
}

export function createSessionSecret(key: string): string {
  const signed = Buffer.alloc(signedLength)
  signed.writeUIntBE(currentHour(), 0, hourBytes)
  randomBytes(randomLength).copy(signed, hourBytes)
  return Buffer.concat([signed, sign(key, signed)]).toString('base64url')
}

/** True if this deployment issued the secret recently. */
export function isRecentSessionSecret(key: string, secret: string): boolean {
  if (!secretPattern.test(secret)) return false
  const bytes = Buffer.from(secret, 'base64url')
  const signed = bytes.subarray(0, signedLength)
  const age = currentHour() - signed.readUIntBE(0, hourBytes)
  // Allows for small differences between the clocks of servers. A secret from further in the future indicates a wrong
  // clock.
  const isRecent = age >= -1 && age <= maxUnstoredHours
  return timingSafeEqual(bytes.subarray(signedLength), sign(key, signed)) && isRecent
}

function currentHour(): number {
  return Math.floor(Date.now() / 3_600_000)
}

function sign(key: string, signed: Buffer): Buffer {
  const mac = createHmac('sha256', key).update('session ').update(signed).digest()
  return mac.subarray(0, 32 - signedLength)
}

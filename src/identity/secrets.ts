import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/**
 * Creates a secret: 256 random bits in 43 characters. The database stores only hashes, so a stolen table grants no
 * access.
 */
export function createSecret(): string {
  return randomBytes(32).toString('base64url')
}

export const secretPattern = /^[A-Za-z0-9_-]{43}$/

export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}

/** Compares a secret with a hash in constant time. */
export function matchesHash(secret: string, hash: string): boolean {
  const [given, known] = [Buffer.from(hashSecret(secret)), Buffer.from(hash)]
  return given.length === known.length && timingSafeEqual(given, known)
}

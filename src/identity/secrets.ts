import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** 256 random bits in 43 characters. The database knows only their hash: a stolen table opens nothing. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

export const secretShape = /^[A-Za-z0-9_-]{43}$/

export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}

/** Whether a secret has this hash; how long that takes tells nothing about it. */
export function hasHash(secret: string, hash: string): boolean {
  const [given, known] = [Buffer.from(hashOf(secret)), Buffer.from(hash)]
  return given.length === known.length && timingSafeEqual(given, known)
}

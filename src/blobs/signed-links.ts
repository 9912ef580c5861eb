import { AppError } from '../domain/errors/errors.ts'
import type { Blobs, SignedLinks } from './blobs.ts'

/** Only S3 signs links; files on a local disk are served by the API alone. */
export function requireSignedLinks({ links }: Blobs): SignedLinks {
  if (links) return links
  const sentence =
    'This Docket keeps its files on a disk of its own, to which nothing leads but its API.'
  throw new AppError('DISABLED', sentence)
}

export function expiryAfter(seconds: number): string {
  return new Date(Date.now() + seconds * 1000).toISOString()
}

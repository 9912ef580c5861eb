import { AppError } from '../domain/errors/app-error.ts'
import type { Blobs, SignedLinks } from './blobs.ts'
import { createDetail } from '../domain/i18n/problem-detail.ts'

/** Returns the signed links of S3. Throws for a local disk, because only the API can serve its files. */
export function requireSignedLinks({ links }: Blobs): SignedLinks {
  if (links) return links
  throw new AppError('DISABLED', createDetail('links_unsupported', {}))
}

export function expiryAfter(seconds: number): string {
  return new Date(Date.now() + seconds * 1000).toISOString()
}

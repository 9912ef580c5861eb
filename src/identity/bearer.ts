import type { Db } from '../db/db.ts'
import type { Identity } from '../domain/api/identity.ts'
import { identityOfKey, looksLikeKey } from './api-keys.ts'
import { type JwtSettings, jwtVerifier } from './jwt.ts'
import { hashOf, hasHash } from './secrets.ts'

export interface TokenSettings extends JwtSettings {
  adminKey?: string | undefined
}

/** The operator. Runs this Docket, and yet opens nobody's documents. */
const admin: Identity = {
  kind: 'admin',
  owner_id: 'admin',
  tier: 'standard',
  scopes: ['read', 'write'],
}

/** Says who sends a token, be it the admin's key, an API key or a JWT; refuses all others alike. */
export function bearerCheck(
  db: Db,
  { adminKey, ...jwt }: TokenSettings,
): (token: string) => Promise<Identity> {
  const verifyJwt = jwtVerifier(jwt)
  const adminHash = adminKey === undefined ? undefined : hashOf(adminKey)
  return async (token) => {
    if (adminHash !== undefined && hasHash(token, adminHash)) return admin
    return looksLikeKey(token) ? identityOfKey(db, token) : verifyJwt(token)
  }
}

import type { Db } from '../db/db.ts'
import { type Identity, toIdentity } from '../domain/api/identity.ts'
import { authenticateKey, isApiKey } from './api-keys.ts'
import { type JwtSettings, createJwtVerifier } from './jwt.ts'
import { hashSecret, matchesHash } from './secrets.ts'
import { openWorkspace } from './workspaces.ts'

export interface TokenSettings extends JwtSettings {
  adminKey?: string | undefined
}

/** The administrator manages Docket but cannot read anyone's documents. */
const admin = toIdentity({
  kind: 'admin',
  owner_id: 'admin',
  tier: 'standard',
  scopes: ['read', 'write'],
})

/** Authenticates an admin key, an API key or a JWT. Every failure gets the same response. */
export function createBearerAuthenticator(
  db: Db,
  { adminKey, ...jwt }: TokenSettings,
): (token: string) => Promise<Identity> {
  const verifyJwt = createJwtVerifier(jwt)
  const adminHash = adminKey === undefined ? undefined : hashSecret(adminKey)
  return async (token) => {
    if (adminHash !== undefined && matchesHash(token, adminHash)) return admin
    const principal = await (isApiKey(token) ? authenticateKey(db, token) : verifyJwt(token))
    return openWorkspace(db, principal)
  }
}

import { randomBytes } from 'node:crypto'
import {
  type ApiKeyRow,
  findApiKey,
  insertApiKey,
  listApiKeys,
  listOwnedApiKeys,
  type NewApiKey,
  recordApiKeyUse,
  revokeApiKey,
} from '../db/identity/api-keys.sql.ts'
import type { Db } from '../db/db.ts'
import { AppError } from '../domain/errors/app-error.ts'
import {
  type ApiKey,
  type Identity,
  type Principal,
  toUserOwnerId,
} from '../domain/api/identity.ts'
import { hashSecret, matchesHash, createSecret } from './secrets.ts'
import { createDetail } from '../domain/i18n/problem-detail.ts'

const keyPattern = /^dk_([0-9a-f]{12})_[A-Za-z0-9_-]{43}$/
const prefixPattern = /^(?:dk_)?([0-9a-f]{12})$/

export const isApiKey = (text: string): boolean => text.startsWith('dk_')

export interface KeyRequest extends Pick<NewApiKey, 'name' | 'scopes' | 'tier' | 'days'> {
  /** `sub` of the user whose jobs the key can access. If null, the key gets its own workspace. */
  user: string | null
}

/** Creates a key and returns it. The full key is never shown again. */
export async function createKey(db: Db, { user, ...rest }: KeyRequest): Promise<string> {
  const prefix = randomBytes(6).toString('hex')
  return insertKey(db, rest, { prefix, owner_id: user === null ? null : toUserOwnerId(user) })
}

async function insertKey(
  db: Db,
  request: Omit<KeyRequest, 'user'>,
  { prefix, owner_id }: Pick<NewApiKey, 'prefix'> & { owner_id: string | null },
): Promise<string> {
  const key = `dk_${prefix}_${createSecret()}`
  const owner = owner_id ?? `key:${prefix}`
  await insertApiKey(db, { ...request, prefix, owner_id: owner, hash: hashSecret(key) })
  return key
}

const maxKeys = 50
/** Lifetime of a session's keys, in days. A browser session may be lost, so its keys must expire. */
const sessionDays = { most: 365, usual: 90 }

/**
 * Creates a key for the caller's workspace, with at most the caller's scope. Returns undefined if a crashed request
 * already created the key, because the secret of that key is lost.
 */
export async function createOwnedKey(
  db: Db,
  caller: Identity,
  { name, scopes, days }: Pick<KeyRequest, 'name' | 'scopes' | 'days'>,
  claim: { id: string },
): Promise<(ApiKey & { key: string }) | undefined> {
  rejectApiKeys(caller)
  if (scopes.some((scope) => !caller.scopes.includes(scope))) throw new AppError('MISSING_SCOPE')
  const prefix = claim.id.slice(-12)
  const owned = await listOwnKeys(db, caller)
  if (owned.some(({ id }) => id === `dk_${prefix}`)) return undefined
  const live = owned.filter((one) => one.revoked_at === null)
  if (live.length >= maxKeys) {
    throw new AppError('INVALID_REQUEST', createDetail('keys_full', { most: maxKeys }))
  }
  const expiryDays =
    caller.kind === 'session' ? Math.min(days ?? sessionDays.usual, sessionDays.most) : days
  const request = { name, scopes, tier: caller.tier, days: expiryDays }
  const key = await insertKey(db, request, { prefix, owner_id: caller.id })
  const created = (await listOwnKeys(db, caller)).find(({ id }) => id === `dk_${prefix}`)
  if (!created) throw new Error('API key insert returned no row')
  return { ...created, key }
}

/** Lists the caller's own keys, but not those of other team members. */
export async function listOwnKeys(db: Db, { id }: Identity): Promise<ApiKey[]> {
  const rows = await listOwnedApiKeys(db, id)
  return rows.map(({ prefix, ...rest }) => ({ id: `dk_${prefix}`, ...rest }))
}

export async function revokeOwnedKey(db: Db, caller: Identity, id: string): Promise<void> {
  rejectApiKeys(caller)
  const owned = await listOwnKeys(db, caller)
  if (!owned.some((key) => key.id === id)) {
    throw new AppError('NOT_FOUND', createDetail('key_not_found', {}))
  }
  await revokeKey(db, id)
}

/** Rejects API keys, because a stolen key must not create or revoke keys. */
function rejectApiKeys({ kind }: Identity): void {
  if (kind !== 'key') return
  throw new AppError('MISSING_SCOPE', createDetail('key_may_not_manage_keys', {}))
}

export async function authenticateKey(
  db: Db,
  key: string,
): Promise<Principal & { prefix: string }> {
  const [, prefix = ''] = keyPattern.exec(key) ?? []
  const [found] = prefix ? await findApiKey(db, prefix) : []
  if (!found || !matchesHash(key, found.hash)) {
    throw new AppError('UNAUTHORIZED', undefined, { cause: 'no such key, or no longer' })
  }
  if (!found.is_noted) await recordApiKeyUse(db, prefix)
  return { ...toKeyPrincipal(found), prefix }
}

/** Returns the key's principal. A user's key has the user's name; any other key has its own name. */
export function toKeyPrincipal({
  owner_id,
  tier,
  scopes,
  name,
}: Pick<NewApiKey, 'owner_id' | 'tier' | 'scopes' | 'name'>): Principal {
  const isUser = owner_id.startsWith(toUserOwnerId(''))
  return { kind: 'key', owner_id, tier, scopes, ...(!isUser && { name }) }
}

export function listKeys(db: Db): Promise<ApiKeyRow[]> {
  return listApiKeys(db)
}

/** Revokes the key with this prefix, with or without `dk_`. Returns its name. */
export async function revokeKey(db: Db, keyOrPrefix: string): Promise<string> {
  const [, prefix = ''] = prefixPattern.exec(keyOrPrefix) ?? []
  const [revoked] = await revokeApiKey(db, prefix)
  if (revoked) return revoked.name
  throw new AppError('NOT_FOUND', createDetail('key_prefix_not_found', { key: keyOrPrefix }))
}

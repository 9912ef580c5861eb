import { randomBytes } from 'node:crypto'
import {
  type ApiKeyRow,
  findApiKey,
  insertApiKey,
  listApiKeys,
  listOwnedApiKeys,
  type NewApiKey,
  noteApiKeyUse,
  revokeApiKey,
} from '../db/identity/api-keys.sql.ts'
import type { Db } from '../db/db.ts'
import { AppError } from '../domain/errors/errors.ts'
import { type ApiKey, type Identity, ownerOfUser } from '../domain/api/identity.ts'
import { hashOf, hasHash, newSecret } from './secrets.ts'

const keyShape = /^dk_([0-9a-f]{12})_[A-Za-z0-9_-]{43}$/
const prefixShape = /^(?:dk_)?([0-9a-f]{12})$/

export const looksLikeKey = (text: string): boolean => text.startsWith('dk_')

export interface KeyRequest extends Pick<NewApiKey, 'name' | 'scopes' | 'tier' | 'days'> {
  /** Whose jobs it opens, as `sub` of their tokens; null for an owner of its own. */
  user: string | null
}

/** A new key: the one time that it is whole. */
export async function createKey(db: Db, { user, ...rest }: KeyRequest): Promise<string> {
  const prefix = randomBytes(6).toString('hex')
  return addKey(db, rest, { prefix, owner_id: user === null ? null : ownerOfUser(user) })
}

async function addKey(
  db: Db,
  request: Omit<KeyRequest, 'user'>,
  { prefix, owner_id }: Pick<NewApiKey, 'prefix'> & { owner_id: string | null },
): Promise<string> {
  const key = `dk_${prefix}_${newSecret()}`
  const owner = owner_id ?? `key:${prefix}`
  await insertApiKey(db, { ...request, prefix, owner_id: owner, hash: hashOf(key) })
  return key
}

const mostKeys = 50
/** A browser may be gone for good: what it leaves behind must end by itself. */
const sessionDays = { most: 365, usual: 90 }

/**
 * A key to what the asker owns, with no more rights than the asker has; nothing where it was made before a
 * crash, for then nobody knows it.
 */
export async function createOwnedKey(
  db: Db,
  asker: Identity,
  { name, scopes, days }: Pick<KeyRequest, 'name' | 'scopes' | 'days'>,
  making: { id: string },
): Promise<(ApiKey & { key: string }) | undefined> {
  refuseKeys(asker)
  if (scopes.some((scope) => !asker.scopes.includes(scope))) throw new AppError('MISSING_SCOPE')
  const prefix = making.id.slice(-12)
  const mine = await ownedKeys(db, asker.owner_id)
  if (mine.some(({ id }) => id === `dk_${prefix}`)) return undefined
  const live = mine.filter((one) => one.revoked_at === null)
  if (live.length >= mostKeys) {
    const sentence = `There are ${mostKeys} keys already. Revoke those that are no longer used.`
    throw new AppError('INVALID_REQUEST', sentence)
  }
  const until =
    asker.kind === 'session' ? Math.min(days ?? sessionDays.usual, sessionDays.most) : days
  const request = { name, scopes, tier: asker.tier, days: until }
  const key = await addKey(db, request, { prefix, owner_id: asker.owner_id })
  const made = (await ownedKeys(db, asker.owner_id)).find(({ id }) => id === `dk_${prefix}`)
  if (!made) throw new Error('A key that was just made is not there')
  return { ...made, key }
}

export async function ownedKeys(db: Db, ownerId: string): Promise<ApiKey[]> {
  const rows = await listOwnedApiKeys(db, ownerId)
  return rows.map(({ prefix, ...rest }) => ({ id: `dk_${prefix}`, ...rest }))
}

export async function revokeOwnedKey(db: Db, asker: Identity, id: string): Promise<void> {
  refuseKeys(asker)
  const mine = await ownedKeys(db, asker.owner_id)
  if (!mine.some((key) => key.id === id)) {
    throw new AppError('NOT_FOUND', 'You have no such key.')
  }
  await revokeKey(db, id)
}

/** A key that was stolen could make others for its thief, or end those of its owner. */
function refuseKeys({ kind }: Identity): void {
  if (kind !== 'key') return
  throw new AppError('MISSING_SCOPE', 'A key may not make or end keys. Sign in to do so.')
}

export async function identityOfKey(db: Db, key: string): Promise<Identity> {
  const [, prefix = ''] = keyShape.exec(key) ?? []
  const [found] = prefix ? await findApiKey(db, prefix) : []
  if (!found || !hasHash(key, found.hash)) {
    throw new AppError('UNAUTHORIZED', undefined, { cause: 'no such key, or no longer' })
  }
  const { owner_id, tier, scopes, is_noted } = found
  if (!is_noted) await noteApiKeyUse(db, prefix)
  return { kind: 'key', owner_id, tier, scopes }
}

export function listKeys(db: Db): Promise<ApiKeyRow[]> {
  return listApiKeys(db)
}

/** Ends a key, named by its prefix, with or without `dk_`. Returns its name. */
export async function revokeKey(db: Db, given: string): Promise<string> {
  const [, prefix = ''] = prefixShape.exec(given) ?? []
  const [revoked] = await revokeApiKey(db, prefix)
  if (revoked) return revoked.name
  throw new AppError(
    'NOT_FOUND',
    `There is no key ${given}. docket keys list names those there are.`,
  )
}

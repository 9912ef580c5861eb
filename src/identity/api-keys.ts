import { randomBytes } from 'node:crypto'
import {
  type ApiKeyRow,
  findApiKey,
  insertApiKey,
  listApiKeys,
  type NewApiKey,
  noteApiKeyUse,
  revokeApiKey,
} from '../db/api-keys.sql.ts'
import type { Db } from '../db/db.ts'
import { AppError } from '../domain/errors.ts'
import { type Identity, ownerOfUser } from '../domain/identity.ts'
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
  const key = `dk_${prefix}_${newSecret()}`
  const owner_id = user === null ? `key:${prefix}` : ownerOfUser(user)
  await insertApiKey(db, { ...rest, prefix, owner_id, hash: hashOf(key) })
  return key
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

import type { Scope } from '../../domain/values/permissions.ts'
import type { Tier } from '../../domain/values/priority.ts'
import type { Db } from '../db.ts'

export interface NewApiKey {
  prefix: string
  hash: string
  name: string
  owner_id: string
  scopes: Scope[]
  tier: Tier
  /** Null if the key never expires. */
  days: number | null
}

export interface ApiKeyRow extends Omit<NewApiKey, 'days' | 'hash'> {
  created_at: string
  expires_at: string | null
  last_used_at: string | null
  revoked_at: string | null
}

export function insertApiKey(db: Db, key: NewApiKey): Promise<unknown> {
  return db.query(
    `insert into api_keys (prefix, hash, name, owner_id, scopes, tier, expires_at)
    values ($1, $2, $3, $4, $5, $6, now() + make_interval(days => $7))`,
    [key.prefix, key.hash, key.name, key.owner_id, key.scopes, key.tier, key.days],
  )
}

/** Finds a key that is neither revoked nor expired. */
export function findApiKey(
  db: Db,
  prefix: string,
): Promise<
  (Pick<NewApiKey, 'hash' | 'name' | 'owner_id' | 'scopes' | 'tier'> & { is_noted: boolean })[]
> {
  return db.query(
    `select hash, name, owner_id, scopes, tier,
      coalesce(last_used_at > now() - interval '1 minute', false) as is_noted
    from api_keys
    where prefix = $1 and revoked_at is null and (expires_at is null or expires_at > now())`,
    [prefix],
  )
}

export function recordApiKeyUse(db: Db, prefix: string): Promise<unknown> {
  return db.query(`update api_keys set last_used_at = now() where prefix = $1`, [prefix])
}

export function listApiKeys(db: Db): Promise<ApiKeyRow[]> {
  return db.query(
    `select prefix, name, owner_id, scopes, tier, created_at, expires_at, last_used_at, revoked_at
    from api_keys order by created_at, prefix`,
  )
}

/** Lists an owner's keys, newest first. */
export function listOwnedApiKeys(db: Db, ownerId: string): Promise<Omit<ApiKeyRow, 'owner_id'>[]> {
  return db.query(
    `select prefix, name, scopes, tier, created_at, expires_at, last_used_at, revoked_at
    from api_keys where owner_id = $1 order by created_at desc, prefix limit 500`,
    [ownerId],
  )
}

/** Revokes a key, and returns a row if it exists. A key that was already revoked keeps its revocation date. */
export function revokeApiKey(db: Db, prefix: string): Promise<{ name: string }[]> {
  return db.query(
    `update api_keys set revoked_at = coalesce(revoked_at, now()) where prefix = $1 returning name`,
    [prefix],
  )
}

export function revokeOwnedApiKeys(db: Db, ownerId: string): Promise<unknown> {
  return db.query(
    `update api_keys set revoked_at = now() where owner_id = $1 and revoked_at is null`,
    [ownerId],
  )
}

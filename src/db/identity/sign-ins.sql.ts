import type { Scope } from '../../domain/values/permissions.ts'
import type { Tier } from '../../domain/values/priority.ts'
import { batched } from '../batched.ts'
import type { Db } from '../db.ts'

export interface NewSignIn {
  id: string
  user_id: string | null
  key_prefix: string | null
  id_token: string | null
  days: number
}

/** Inserts a sign-in and deletes a few expired ones. */
export function insertSignIn(db: Db, signIn: NewSignIn): Promise<unknown> {
  return db.query(
    `with expired as (
      delete from sign_ins where id in (
        select id from sign_ins where expires_at < now() order by expires_at limit 10
        for update skip locked
      )
    )
    insert into sign_ins (id, user_id, key_prefix, id_token, expires_at)
    values ($1, $2, $3, $4, now() + make_interval(days => $5))`,
    [signIn.id, signIn.user_id, signIn.key_prefix, signIn.id_token, signIn.days],
  )
}

/** A valid sign-in by a user or with an API key. */
export interface SignInRow {
  id: string
  owner_id: string
  tier: Tier
  /** Null unless an API key was used. */
  key_name: string | null
  key_scopes: Scope[] | null
}

/** Finds a sign-in that has not expired and whose API key, if any, is still valid. */
export const findSignIn = batched(async (db, ids: readonly string[]) => {
  const found = await db.query<SignInRow>(
    `select sign_ins.id, coalesce(users.id, api_keys.owner_id, '') as owner_id,
      coalesce(users.tier, api_keys.tier, 'standard') as tier,
      api_keys.name as key_name, api_keys.scopes as key_scopes
    from sign_ins
    left join users on users.id = user_id
    left join api_keys on prefix = key_prefix and revoked_at is null
      and (api_keys.expires_at is null or api_keys.expires_at > now())
    where sign_ins.id = any ($1) and sign_ins.expires_at > now()
      and (users.id is not null or prefix is not null)`,
    [ids],
  )
  const byId = new Map(found.map((one) => [one.id, one]))
  return ids.map((id) => byId.get(id))
})

export function deleteSignIn(db: Db, id: string): Promise<{ id_token: string | null }[]> {
  return db.query(`delete from sign_ins where id = $1 returning id_token`, [id])
}

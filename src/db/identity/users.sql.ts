import type { Tier } from '../../domain/values/priority.ts'
import type { Role } from '../../domain/values/permissions.ts'
import { batched } from '../batched.ts'
import type { Db } from '../db.ts'

export interface UserRow {
  id: string
  name: string
  owner_id: string
  role: Role
}

export const findUser = batched(async (db, ids: readonly string[]) => {
  const found = await db.query<UserRow>(
    `select id, name, owner_id, role from users where id = any ($1)`,
    [ids],
  )
  const byId = new Map(found.map((one) => [one.id, one]))
  return ids.map((id) => byId.get(id))
})

export interface NewUser {
  id: string
  name: string
  email: string | null
  tier: Tier
}

/** Inserts or updates a user. A new user gets a workspace; an existing user keeps their workspace and role. */
export function upsertUser(db: Db, { id, name, email, tier }: NewUser): Promise<unknown> {
  return db.query(
    `insert into users (id, name, email, tier, owner_id, own_workspace, role)
    values ($1, $2, $3, $4, $1, $1, 'owner')
    on conflict (id) do update set
      name = excluded.name, email = coalesce(excluded.email, users.email), tier = excluded.tier`,
    [id, name, email, tier],
  )
}

import type { Role } from '../../domain/values/permissions.ts'
import type { Db } from '../db.ts'

/** Locks the team, to serialise changes to its members. */
export function lockTeam(tx: Db, ownerId: string): Promise<{ name: string }[]> {
  return tx.query(`select name from teams where owner_id = $1 for update`, [ownerId])
}

export function findTeam(db: Db, ownerId: string): Promise<{ name: string }[]> {
  return db.query(`select name from teams where owner_id = $1`, [ownerId])
}

/** Turns a workspace into a team. Returns no row if it already is one. */
export function insertTeam(db: Db, ownerId: string, name: string): Promise<{ name: string }[]> {
  return db.query(
    `insert into teams (owner_id, name) values ($1, $2) on conflict do nothing returning name`,
    [ownerId, name],
  )
}

export function updateTeamName(db: Db, ownerId: string, name: string): Promise<unknown> {
  return db.query(`update teams set name = $2 where owner_id = $1`, [ownerId, name])
}

export function deleteTeam(tx: Db, ownerId: string): Promise<unknown> {
  return tx.query(`delete from teams where owner_id = $1`, [ownerId])
}

export interface MemberRow {
  id: string
  name: string
  email: string | null
  role: Role
  joined_at: string
}

export function listMembers(db: Db, ownerId: string): Promise<MemberRow[]> {
  return db.query(
    `select id, name, email, role, joined_at from users where owner_id = $1 order by joined_at, id`,
    [ownerId],
  )
}

export function updateRole(tx: Db, id: string, role: Role): Promise<unknown> {
  return tx.query(`update users set role = $2 where id = $1`, [id, role])
}

export function joinTeam(tx: Db, id: string, ownerId: string, role: Role): Promise<unknown> {
  return tx.query(
    `update users set owner_id = $2, role = $3, joined_at = clock_timestamp() where id = $1`,
    [id, ownerId, role],
  )
}

/** Moves a user back to their own workspace, or to a new one if that workspace now belongs to the team. */
export function leaveTeam(tx: Db, id: string, newWorkspace: string): Promise<unknown> {
  return tx.query(
    `update users set
      own_workspace = case when owner_id = own_workspace then $2 else own_workspace end,
      owner_id = case when owner_id = own_workspace then $2 else own_workspace end,
      role = 'owner', joined_at = clock_timestamp()
    where id = $1`,
    [id, newWorkspace],
  )
}

/** Ends all sign-ins by a user or with their API keys, and revokes the user's stream tickets. */
export function endUserSignIns(tx: Db, id: string): Promise<unknown> {
  return tx.query(
    `with tickets as (
      delete from stream_tickets where identity ->> 'id' = $1
    )
    delete from sign_ins
    where user_id = $1 or key_prefix in (select prefix from api_keys where owner_id = $1)`,
    [id],
  )
}

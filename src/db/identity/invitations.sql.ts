import type { Role } from '../../domain/values/permissions.ts'
import type { Db } from '../db.ts'

export interface NewInvitation {
  /** The invitation code's hash. */
  hash: string
  team_id: string
  role: Role
  invited_by: string
  hours: number
}

export function insertInvitation(
  db: Db,
  { hash, team_id, role, invited_by, hours }: NewInvitation,
): Promise<{ expires_at: string }[]> {
  return db.query(
    `insert into invitations (hash, team_id, role, invited_by, expires_at)
    values ($1, $2, $3, $4, now() + make_interval(hours => $5))
    returning expires_at`,
    [hash, team_id, role, invited_by, hours],
  )
}

export function countInvitations(db: Db, teamId: string): Promise<{ count: number }[]> {
  return db.query(
    `select count(*)::integer as count from invitations where team_id = $1 and expires_at > now()`,
    [teamId],
  )
}

export interface InvitationRow {
  team: string
  role: Role
  invited_by: string
  expires_at: string
}

export function findInvitation(db: Db, hash: string): Promise<InvitationRow[]> {
  return db.query(
    `select teams.name as team, role, invited_by, expires_at
    from invitations join teams on teams.owner_id = team_id
    where hash = $1 and expires_at > now()`,
    [hash],
  )
}

export function findTeamInvitation(db: Db, teamId: string, id: string): Promise<{ id: string }[]> {
  return db.query('select id from invitations where id = $2 and team_id = $1', [teamId, id])
}

/** Deletes and returns an invitation; only one of several concurrent calls gets a row. */
export function consumeInvitation(
  tx: Db,
  hash: string,
): Promise<{ team_id: string; role: Role }[]> {
  return tx.query(
    `delete from invitations where hash = $1 and expires_at > now() returning team_id, role`,
    [hash],
  )
}

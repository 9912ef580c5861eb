import { uuidv7 } from 'uuidv7'
import type { Database, Db } from '../db/db.ts'
import {
  consumeInvitation,
  countInvitations,
  findInvitation,
  insertInvitation,
} from '../db/identity/invitations.sql.ts'
import {
  deleteTeam,
  endUserSignIns,
  findTeam,
  insertTeam,
  joinTeam,
  leaveTeam,
  listMembers,
  lockTeam,
  type MemberRow,
  updateRole,
  updateTeamName,
} from '../db/identity/teams.sql.ts'
import { upsertUser } from '../db/identity/users.sql.ts'
import { getDisplayName, type Identity } from '../domain/api/identity.ts'
import type { Invitation, Team } from '../domain/api/routes/teams.ts'
import { AppError } from '../domain/errors/app-error.ts'
import { createDetail } from '../domain/i18n/problem-detail.ts'
import type { Role } from '../domain/values/permissions.ts'
import { createLinkCode, linkCodePattern, linkNotFound } from './links.ts'
import { hashSecret } from './secrets.ts'

const maxMembers = 100
const maxInvitations = 50

/** Loads the caller's team; null if the caller has none. */
export async function loadTeam(db: Db, caller: Identity): Promise<Team | null> {
  const [team] = await findTeam(db, caller.owner_id)
  if (!team) return null
  const members = await listMembers(db, caller.owner_id)
  return {
    ...team,
    members: members.map((member) => ({ ...member, is_you: member.id === caller.id })),
  }
}

async function requireTeam(db: Db, caller: Identity): Promise<Team> {
  const team = await loadTeam(db, caller)
  if (team) return team
  throw new AppError('NOT_FOUND', createDetail('no_team', {}))
}

/** Turns the caller's workspace into a team. The workspace keeps its ID, so its contents then belong to the team. */
export async function createTeam(db: Db, caller: Identity, name: string): Promise<Team> {
  requireUser(caller)
  await saveUser(db, caller)
  const [created] = await insertTeam(db, caller.owner_id, name)
  if (!created) throw new AppError('TEAM_CONFLICT', createDetail('already_in_team', {}))
  return requireTeam(db, caller)
}

export async function renameTeam(db: Db, caller: Identity, name: string): Promise<Team> {
  requireOwner(caller)
  await requireTeam(db, caller)
  await updateTeamName(db, caller.owner_id, name)
  return requireTeam(db, caller)
}

export async function closeTeam(db: Database, caller: Identity): Promise<void> {
  requireOwner(caller)
  await db.transaction(async (tx) => {
    const members = await lockMembers(tx, caller)
    requireStillOwner(members, caller)
    if (members.length > 1) throw new AppError('TEAM_CONFLICT', createDetail('team_not_empty', {}))
    await deleteTeam(tx, caller.owner_id)
  })
}

/** Creates an invitation. Its code is shown only once, because the database stores only a hash. */
export async function invite(
  db: Db,
  caller: Identity,
  { role, hours }: { role: Role; hours: number },
): Promise<{ code: string; path: string; role: Role; expires_at: string }> {
  requireOwner(caller)
  await requireTeam(db, caller)
  const [open] = await countInvitations(db, caller.owner_id)
  if (open && open.count >= maxInvitations) {
    throw new AppError('TEAM_CONFLICT', createDetail('invitations_full', { most: maxInvitations }))
  }
  const code = createLinkCode()
  const invited_by = getDisplayName(caller)
  const invitation = { hash: hashSecret(code), team_id: caller.owner_id, role, invited_by, hours }
  const [created] = await insertInvitation(db, invitation)
  if (!created) throw new Error('Invitation insert returned no row')
  return { code, path: `/join/${code}`, role, expires_at: created.expires_at }
}

export async function viewInvitation(db: Db, code: string): Promise<Invitation> {
  const [found] = linkCodePattern.test(code) ? await findInvitation(db, hashSecret(code)) : []
  if (!found) throw linkNotFound()
  return found
}

/**
 * Adds the caller to the team. A user has only one workspace at a time, so a member of another team must leave it
 * first.
 */
export async function acceptInvitation(
  db: Database,
  caller: Identity,
  code: string,
): Promise<Team> {
  requireUser(caller)
  await viewInvitation(db, code)
  await saveUser(db, caller)
  const owner_id = await db.transaction(async (tx) => {
    const [current] = await lockTeam(tx, caller.owner_id)
    if (current) throw new AppError('TEAM_CONFLICT', createDetail('already_in_team', {}))
    const [invitation] = await consumeInvitation(tx, hashSecret(code))
    if (!invitation) throw linkNotFound()
    const { team_id, role } = invitation
    const members = await lockMembers(tx, { owner_id: team_id })
    if (members.length >= maxMembers) {
      throw new AppError('TEAM_CONFLICT', createDetail('team_full', { most: maxMembers }))
    }
    await joinTeam(tx, caller.id, team_id, role)
    return team_id
  })
  return requireTeam(db, { ...caller, owner_id })
}

export async function changeRole(
  db: Database,
  caller: Identity,
  { id, role }: { id: string; role: Role },
): Promise<Team> {
  requireOwner(caller)
  await db.transaction(async (tx) => {
    const members = await lockMembers(tx, caller)
    requireStillOwner(members, caller)
    requireMember(members, id)
    if (role !== 'owner') requireOtherOwner(members, id)
    await updateRole(tx, id, role)
  })
  return requireTeam(db, caller)
}

/** Removes a member. The member's documents stay with the team. */
export async function removeMember(db: Database, caller: Identity, id: string): Promise<void> {
  if (id === caller.id) requireUser(caller)
  else requireOwner(caller)
  await db.transaction(async (tx) => {
    const members = await lockMembers(tx, caller)
    if (id !== caller.id) requireStillOwner(members, caller)
    requireMember(members, id)
    requireOtherOwner(members, id)
    await leaveTeam(tx, id, `workspace:${uuidv7()}`)
    await endUserSignIns(tx, id)
  })
}

async function lockMembers(tx: Db, { owner_id }: Pick<Identity, 'owner_id'>): Promise<MemberRow[]> {
  const [team] = await lockTeam(tx, owner_id)
  if (!team) throw new AppError('NOT_FOUND', createDetail('no_team', {}))
  return listMembers(tx, owner_id)
}

function requireMember(members: readonly MemberRow[], id: string): void {
  if (members.some((member) => member.id === id)) return
  throw new AppError('NOT_FOUND', createDetail('member_not_found', {}))
}

/** Throws unless there is another owner, because only owners can manage a team. */
function requireOtherOwner(members: readonly MemberRow[], id: string): void {
  if (members.some((member) => member.role === 'owner' && member.id !== id)) return
  throw new AppError('TEAM_CONFLICT', createDetail('last_owner', {}))
}

function requireOwner(caller: Identity): void {
  requireUser(caller)
  if (caller.role !== 'owner') throw new AppError('OWNER_ONLY')
}

/** Throws if the caller lost the owner role while the request waited for the lock. */
function requireStillOwner(members: readonly MemberRow[], { id }: Identity): void {
  if (members.some((member) => member.id === id && member.role === 'owner')) return
  throw new AppError('OWNER_ONLY')
}

/** Rejects API keys, because a stolen key must not add members, and browser sessions, because they may be lost. */
function requireUser({ kind }: Identity): void {
  if (kind !== 'user') throw new AppError('USERS_ONLY')
}

/** Saves the caller as a user, because users with bearer tokens have no row until they join a team. */
async function saveUser(db: Db, caller: Identity): Promise<void> {
  const { id, tier } = caller
  await upsertUser(db, { id, name: getDisplayName(caller), email: null, tier })
}

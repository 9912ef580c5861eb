import type { Db } from '../db/db.ts'
import { findUser } from '../db/identity/users.sql.ts'
import {
  enterWorkspace,
  type Identity,
  type Principal,
  toIdentity,
} from '../domain/api/identity.ts'

/**
 * True if the caller still belongs to the workspace in the identity. Anonymous browsers always do, because they cannot
 * join another one.
 */
export async function isInWorkspace(db: Db, { kind, id, owner_id }: Identity): Promise<boolean> {
  if (kind === 'session') return true
  const user = await findUser(db, id)
  return (user?.owner_id ?? id) === owner_id
}

/**
 * Finds the caller's workspace. A workspace is an owner ID that one or more users share: each user's row contains the
 * owner ID and the user's role. A caller without a row has no team.
 */
export async function openWorkspace(db: Db, principal: Principal): Promise<Identity> {
  const user = await findUser(db, principal.owner_id)
  return user ? enterWorkspace(principal, user) : toIdentity(principal)
}

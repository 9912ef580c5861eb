import { transferLearnedLayouts } from '../db/review/learned-layouts.sql.ts'
import { revokeOwnedApiKeys } from '../db/identity/api-keys.sql.ts'
import type { Db } from '../db/db.ts'
import { transferExports } from '../db/jobs/exports.sql.ts'
import { transferDirectory } from '../db/review/directory.sql.ts'
import {
  deleteSession,
  extendSession,
  findSession,
  insertSession,
  transferJobs,
} from '../db/identity/sessions.sql.ts'
import { transferWebhooks } from '../db/notify/webhooks.sql.ts'
import type { Identity } from '../domain/api/identity.ts'
import { hashSecret, createSecret, secretPattern } from './secrets.ts'

/** Creates a session for a browser without one; the secret goes into its cookie. */
export async function createSession(db: Db): Promise<{ secret: string; identity: Identity }> {
  const secret = createSecret()
  await insertSession(db, hashSecret(secret))
  return { secret, identity: toIdentity(secret) }
}

/** Undefined unless the session was created here and has not ended. */
export async function findSessionIdentity(db: Db, secret: string): Promise<Identity | undefined> {
  if (!secretPattern.test(secret)) return undefined
  const found = await findSession(db, hashSecret(secret))
  if (found?.is_extension_due) await extendSession(db, found.id)
  return found && toIdentity(secret)
}

/** Also revokes the session's API keys, because no other session can. */
export async function endSession(db: Db, secret: string): Promise<void> {
  await revokeOwnedApiKeys(db, toIdentity(secret).owner_id)
  await deleteSession(db, hashSecret(secret))
}

/**
 * Moves a session's jobs, directory, layouts, exports and webhooks to the user who signed in, and returns the number of
 * jobs. Its API keys are revoked and its webhooks disabled, because someone else using the same browser may have
 * created them. The session stays valid, so uploads in progress can be claimed by calling this again.
 */
export async function claimSession(db: Db, secret: string, owner_id: string): Promise<number> {
  const session = await findSessionIdentity(db, secret)
  if (!session) return 0
  await revokeOwnedApiKeys(db, session.owner_id)
  await transferDirectory(db, session.owner_id, owner_id)
  await transferLearnedLayouts(db, session.owner_id, owner_id)
  await transferWebhooks(db, session.owner_id, owner_id)
  await transferExports(db, session.owner_id, owner_id)
  const [response] = await transferJobs(db, session.owner_id, owner_id)
  return response?.moved ?? 0
}

function toIdentity(secret: string): Identity {
  const owner_id = `session:${hashSecret(secret)}`
  return { kind: 'session', owner_id, tier: 'standard', scopes: ['read', 'write'] }
}

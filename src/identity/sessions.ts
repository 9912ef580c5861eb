import { renameEditor } from '../db/review/readings.sql.ts'
import { transferQueueViews } from '../db/jobs/queue-views.sql.ts'
import { transferLearnedLayouts } from '../db/review/learned-layouts.sql.ts'
import { revokeOwnedApiKeys } from '../db/identity/api-keys.sql.ts'
import type { Db } from '../db/db.ts'
import { transferExports } from '../db/jobs/exports.sql.ts'
import { transferDirectory } from '../db/review/directory.sql.ts'
import {
  expireSession,
  extendSession,
  findSession,
  insertSession,
  transferJobs,
} from '../db/identity/sessions.sql.ts'
import { transferWebhooks } from '../db/notify/webhooks.sql.ts'
import { getDisplayName, type Identity, toIdentity } from '../domain/api/identity.ts'
import { anonymousName } from '../domain/values/anonymous-name.ts'
import { hashSecret, secretPattern } from './secrets.ts'
import { createSessionSecret, isRecentSessionSecret, loadSessionKey } from './session-secret.ts'

/** A browser's session. It is stored before its first write; until then, only its cookie exists. */
export interface Session {
  secret: string
  identity: Identity
  isStored: boolean
}

/** Creates a session for a browser that has none. The secret goes into the cookie. */
export async function createSession(db: Db): Promise<Session> {
  const secret = createSessionSecret(await loadSessionKey(db))
  return { secret, identity: toSessionIdentity(secret), isStored: false }
}

/** Stores a session before its first write. */
export async function storeSession(db: Db, { secret }: Session): Promise<void> {
  await insertSession(db, hashSecret(secret))
}

/** Returns the session; undefined if the session has ended or this deployment did not issue the secret. */
export async function openSession(db: Db, secret: string): Promise<Session | undefined> {
  if (!secretPattern.test(secret)) return undefined
  const found = await findSession(db, hashSecret(secret))
  if (!found) {
    const isIssued = isRecentSessionSecret(await loadSessionKey(db), secret)
    return isIssued ? { secret, identity: toSessionIdentity(secret), isStored: false } : undefined
  }
  if (!found.is_live) return undefined
  if (found.is_extension_due) await extendSession(db, found.id)
  return { secret, identity: toSessionIdentity(secret), isStored: true }
}

/** Ends the session and revokes its API keys, because no other session can revoke them. */
export async function endSession(db: Db, secret: string): Promise<void> {
  await revokeOwnedApiKeys(db, toSessionIdentity(secret).owner_id)
  await expireSession(db, hashSecret(secret))
}

/**
 * Moves a session's jobs, directory, layouts, views, exports and webhooks to the user who signed in, and returns the
 * number of jobs. The history of these documents then shows the user's name. API keys are revoked and webhooks are
 * disabled, because another user of the same browser may have created them. The session stays valid, so calling this
 * again also moves uploads that were still in progress.
 */
export async function claimSession(db: Db, secret: string, identity: Identity): Promise<number> {
  const found = await openSession(db, secret)
  if (!found?.isStored) return 0
  const session = found.identity
  const { owner_id } = identity
  await renameEditor(db, session.owner_id, { from: anonymousName, to: getDisplayName(identity) })
  await revokeOwnedApiKeys(db, session.owner_id)
  await transferDirectory(db, session.owner_id, owner_id)
  await transferLearnedLayouts(db, session.owner_id, owner_id)
  await transferQueueViews(db, session.owner_id, owner_id)
  await transferWebhooks(db, session.owner_id, owner_id)
  await transferExports(db, session.owner_id, owner_id)
  const [response] = await transferJobs(db, session.owner_id, owner_id)
  return response?.moved ?? 0
}

function toSessionIdentity(secret: string): Identity {
  const owner_id = `session:${hashSecret(secret)}`
  return toIdentity({ kind: 'session', owner_id, tier: 'standard', scopes: ['read', 'write'] })
}

import { revokeApiKeysOf } from '../db/identity/api-keys.sql.ts'
import type { Db } from '../db/db.ts'
import { moveDirectory } from '../db/review/directory.sql.ts'
import {
  deleteSession,
  extendSession,
  findSession,
  insertSession,
  moveJobs,
} from '../db/identity/sessions.sql.ts'
import { moveWebhooks } from '../db/notify/webhooks.sql.ts'
import type { Identity } from '../domain/api/identity.ts'
import { hashOf, newSecret, secretShape } from './secrets.ts'

/** A session for a browser that shows none. The secret is for its cookie. */
export async function beginSession(db: Db): Promise<{ secret: string; identity: Identity }> {
  const secret = newSecret()
  await insertSession(db, hashOf(secret))
  return { secret, identity: identityOf(secret) }
}

/** Whose cookie this is: only sessions that began here count, and only until they end. */
export async function sessionOf(db: Db, secret: string): Promise<Identity | undefined> {
  if (!secretShape.test(secret)) return undefined
  const found = await findSession(db, hashOf(secret))
  if (found?.is_extension_due) await extendSession(db, found.id)
  return found && identityOf(secret)
}

/** Its keys end with it: from then on nobody could. */
export async function endSession(db: Db, secret: string): Promise<void> {
  await revokeApiKeysOf(db, identityOf(secret).owner_id)
  await deleteSession(db, hashOf(secret))
}

/**
 * Hands the jobs of a browser's session, its directory and its webhooks to whoever signed in there, and says how many jobs. Its keys
 * end and its webhooks are off until the user switches them on: someone else may have made them at the same browser,
 * and would see all that is the user's. The session goes on: what it was still uploading meanwhile can be claimed by asking again.
 */
export async function claimSession(db: Db, secret: string, owner_id: string): Promise<number> {
  const session = await sessionOf(db, secret)
  if (!session) return 0
  await revokeApiKeysOf(db, session.owner_id)
  await moveDirectory(db, session.owner_id, owner_id)
  await moveWebhooks(db, session.owner_id, owner_id)
  const [answer] = await moveJobs(db, session.owner_id, owner_id)
  return answer?.moved ?? 0
}

function identityOf(secret: string): Identity {
  const owner_id = `session:${hashOf(secret)}`
  return { kind: 'session', owner_id, tier: 'standard', scopes: ['read', 'write'] }
}

import { withDatabase } from '../app/database.ts'
import type { KeyCommands } from '../cli/keys.ts'
import type { ApiKeyRow } from '../db/identity/api-keys.sql.ts'
import { createKey, listKeys, revokeKey } from '../identity/api-keys.ts'

export const keyCommands: KeyCommands = {
  create: (order) =>
    withDatabase(async (db) => {
      process.stdout.write(`${await createKey(db, order)}\n`)
      process.stderr.write('Store this key safely. It will not be shown again.\n')
    }),
  list: () =>
    withDatabase(async (db) => {
      const keys = await listKeys(db)
      if (keys.length === 0) process.stderr.write('No API keys.\n')
      process.stdout.write(keys.map((key) => `${describe(key)}\n`).join(''))
    }),
  revoke: (prefix) =>
    withDatabase(async (db) => {
      process.stdout.write(`Revoked: ${await revokeKey(db, prefix)}\n`)
    }),
}

/** One tab-separated line per key. */
function describe(key: ApiKeyRow): string {
  const formatDay = (moment: string | null) => moment?.slice(0, 10) ?? 'never'
  const end = key.revoked_at
    ? `revoked ${formatDay(key.revoked_at)}`
    : `expires ${formatDay(key.expires_at)}`
  return [
    `dk_${key.prefix}`,
    key.name,
    key.owner_id,
    key.scopes.join('+'),
    key.tier,
    `created ${formatDay(key.created_at)}`,
    `used ${formatDay(key.last_used_at)}`,
    end,
  ].join('\t')
}

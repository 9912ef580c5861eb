import { withDatabase } from '../app/database.ts'
import { note, printJson, printLine } from '../cli/io/print.ts'
import type { KeyCommands } from '../cli/keys.ts'
import type { ApiKeyRow } from '../db/identity/api-keys.sql.ts'
import { createKey, listKeys, revokeKey } from '../identity/api-keys.ts'

export const keyCommands: KeyCommands = {
  create: (order, options) =>
    withDatabase(async (db) => {
      const key = await createKey(db, order)
      if (options.json) printJson({ key, ...order })
      else printLine(key)
      note('Store this key safely. It will not be shown again.', options)
    }),
  list: (options) =>
    withDatabase(async (db) => {
      const keys = await listKeys(db)
      if (options.json) return printJson({ keys: keys.map(toJson) })
      if (keys.length === 0) note('No API keys.', options)
      for (const key of keys) printLine(describe(key))
    }),
  revoke: (prefix, options) =>
    withDatabase(async (db) => {
      const revoked = await revokeKey(db, prefix)
      if (options.json) printJson({ revoked })
      else if (!options.quiet) printLine(`Revoked: ${revoked}`)
    }),
}

function toJson({ prefix, ...key }: ApiKeyRow): object {
  return { prefix: `dk_${prefix}`, ...key }
}

/** Formats a key as one tab-separated line. */
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

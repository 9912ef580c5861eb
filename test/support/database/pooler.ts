import { existsSync } from 'node:fs'

export const pgbouncer = '/usr/sbin/pgbouncer'

/** Reason to skip the tests through a connection pooler, if any. `npm test` installs it if permitted. */
export const poolerSkipReason = existsSync(pgbouncer) ? undefined : `there is no ${pgbouncer}`

import { withTimeout } from '../clock/timeouts.ts'
import type { Db } from '../db/db.ts'
import { readServerVersion } from '../db/server.sql.ts'
import { AppError, type ErrorCode } from '../domain/errors/app-error.ts'

export interface Readiness {
  /** Rejects with UNAVAILABLE or STORAGE_DOWN if the database or the storage does not respond. */
  check(): Promise<void>
}

interface ReadinessDeps {
  db: Db
  /** Rejects if the file storage is unavailable. */
  probeStorage: () => Promise<void>
}

const timeoutMs = 3000
/** Requests within this time, in ms, share one check, so that the endpoint can be public. */
const sharedMs = 1000

export function createReadinessCheck(deps: ReadinessDeps): Readiness {
  let latest: { at: number; result: Promise<void> } | undefined
  return {
    check() {
      if (!latest || performance.now() - latest.at > sharedMs) {
        latest = { at: performance.now(), result: checkAll(deps) }
        // Prevents an unhandled rejection; every caller handles the rejection itself.
        latest.result.catch(() => undefined)
      }
      return latest.result
    },
  }
}

async function checkAll({ db, probeStorage }: ReadinessDeps): Promise<void> {
  await Promise.all([
    orThrow('UNAVAILABLE', withTimeout(readServerVersion(db), timeoutMs)),
    orThrow('STORAGE_DOWN', withTimeout(probeStorage(), timeoutMs)),
  ])
}

async function orThrow(code: ErrorCode, work: Promise<unknown>): Promise<void> {
  await work.catch((cause: unknown) => {
    throw new AppError(code, undefined, { cause })
  })
}

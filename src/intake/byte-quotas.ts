import type { CacheStore } from '../cache/store.ts'
import type { Db } from '../db/db.ts'
import {
  readSecondsUntilTomorrow,
  readUploadUsage,
  sumNetworkBytes,
  sumStoredBytes,
} from '../db/jobs/upload-usage.sql.ts'
import {
  type ByteLimits,
  type ByteUsage,
  listUsageSubjects,
  type Uploader,
} from '../domain/api/byte-usage.ts'
import { toCidr, toNetwork } from '../domain/api/network.ts'
import { AppError } from '../domain/errors/app-error.ts'
import { createDetail } from '../domain/i18n/problem-detail.ts'
import { createUploadCounter } from './count-uploads.ts'

export interface ByteQuotaDeps {
  db: Db
  store: CacheStore
  limits: ByteLimits
  /** Free bytes on the fullest disk that holds files. */
  freeBytes: () => Promise<number>
  /** Number of free bytes below which uploads are rejected, to leave space for workers. */
  minFreeBytes: number
}

/** Limits how many bytes an owner and a network may upload per day, and how many an owner may keep in storage. */
export interface ByteQuotas {
  /** Throws if the disk is nearly full. */
  checkDisk(): Promise<void>
  /** Rejects an upload before its body is read if a quota is used up or the disk is nearly full. */
  check(uploader: Uploader): Promise<void>
  /** Counts an upload. Rejects it if it exceeds a quota or the disk is nearly full. */
  take(uploader: Uploader, bytes: number): Promise<void>
  /**
   * Counts the bytes that a presigned URL allows. The daily limits are the same, but the count is separate from
   * uploads, because `take` counts the file when it is committed. Without this limit, uncommitted files could fill the
   * storage.
   */
  announce(uploader: Uploader, bytes: number): Promise<void>
  readUsage(ownerId: string): Promise<ByteUsage>
  readDisk(): Promise<{ free_bytes: number; min_free_bytes: number }>
}

/** Lifetime in seconds of the cached number of bytes that an owner has stored. */
const storedSeconds = 30

export function createByteQuotas(deps: ByteQuotaDeps): ByteQuotas {
  const { db, limits } = deps
  const sumStored = createStoredSums(deps)
  const { requireDaily, addDaily, readDaily } = createDailySums(deps)

  async function requireStored({ owner_id, client_ip }: Uploader, added: number): Promise<void> {
    const own = await sumStored(`owner ${owner_id}`, () => sumStoredBytes(db, owner_id))
    if (own + added > limits.stored) throw createStoredError(limits.stored)
    if (client_ip === null) return
    const network = toNetwork(client_ip)
    const all = await sumStored(network, () => sumNetworkBytes(db, toCidr(network)))
    if (all + added > limits.stored_and_address) throw createStoredError(limits.stored_and_address)
  }

  async function requireDisk(): Promise<void> {
    if ((await deps.freeBytes()) < deps.minFreeBytes) throw new AppError('STORAGE_FULL')
  }

  return {
    checkDisk: requireDisk,
    async check(uploader) {
      await requireDisk()
      await requireDaily(await Promise.all(listUsageSubjects(uploader).map(readDaily)), 1)
      await requireStored(uploader, 1)
    },
    async take(uploader, bytes) {
      if (bytes === 0) return
      await requireDisk()
      await requireStored(uploader, bytes)
      await addDaily(listUsageSubjects(uploader), bytes)
    },
    async announce(uploader, bytes) {
      await requireStored(uploader, bytes)
      const subjects = listUsageSubjects(uploader)
      await addDaily(
        subjects.map((subject) => `announced ${subject}`),
        bytes,
      )
    },
    async readDisk() {
      return { free_bytes: await deps.freeBytes(), min_free_bytes: deps.minFreeBytes }
    },
    async readUsage(ownerId) {
      const today = await readUploadUsage(db, `owner ${ownerId}`)
      const [stored] = await sumStoredBytes(db, ownerId)
      return {
        today,
        per_day: limits.per_day,
        stored: Number(stored?.bytes ?? 0),
        max_stored: limits.stored,
      }
    },
  }
}

/** Maximum age, in ms, of usage figures in the check before an upload. The check after the upload is always exact. */
const knownUsageMs = 1000
const maxKnownSubjects = 1000

/** Counts bytes per day and checks the limits. The first subject is the owner, and the second is the network. */
function createDailySums({ db, limits }: Pick<ByteQuotaDeps, 'db' | 'limits'>) {
  const count = createUploadCounter(db)
  const known = new Map<string, { bytes: number; read_at: number }>()
  const dailyLimits = [limits.per_day, limits.per_day_and_address]

  async function requireDaily(usage: readonly number[], next: number): Promise<void> {
    for (const [index, used] of usage.entries()) {
      const limit = dailyLimits[index] ?? Infinity
      if (used + next > limit) throw createDailyError(limit, await readSecondsUntilTomorrow(db))
    }
  }

  async function countUpload(subjects: string[], bytes: number): Promise<number[]> {
    const usage = await count(subjects, bytes)
    if (known.size > maxKnownSubjects) known.clear()
    for (const [index, subject] of subjects.entries())
      known.set(subject, { bytes: usage[index] ?? 0, read_at: performance.now() })
    return usage
  }

  async function readDaily(subject: string): Promise<number> {
    const last = known.get(subject)
    const isRecent = last !== undefined && performance.now() - last.read_at < knownUsageMs
    return isRecent ? last.bytes : readUploadUsage(db, subject)
  }

  async function addDaily(subjects: string[], bytes: number): Promise<void> {
    const usage = await countUpload(subjects, bytes)
    try {
      await requireDaily(usage, 0)
    } catch (error) {
      await countUpload(subjects, -bytes)
      throw error
    }
  }

  return { requireDaily, addDaily, readDaily }
}

/** Caches the sums. If the cache fails, each check runs a query. */
function createStoredSums({ store }: Pick<ByteQuotaDeps, 'store'>) {
  return async (name: string, query: () => Promise<{ bytes: string }[]>): Promise<number> => {
    const key = `stored bytes ${name}`
    const [known] = await store.get([key]).catch(() => [])
    if (known !== undefined) return Number(known)
    const [row] = await query()
    const bytes = row?.bytes ?? '0'
    await store.set(key, bytes, storedSeconds).catch(() => undefined)
    return Number(bytes)
  }
}

function createDailyError(limit: number, seconds: number): AppError {
  const detail = createDetail('daily_bytes_exceeded', {
    megabytes: toMegabytes(limit),
    hours: Math.ceil(seconds / 3600),
  })
  return new AppError('QUOTA_EXCEEDED', detail, { retryAfterSeconds: seconds })
}

function createStoredError(limit: number): AppError {
  const detail = createDetail('stored_bytes_exceeded', { megabytes: toMegabytes(limit) })
  return new AppError('QUOTA_EXCEEDED', detail)
}

function toMegabytes(bytes: number): number {
  return Math.floor(bytes / 1024 / 1024)
}

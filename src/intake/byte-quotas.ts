import type { CacheStore } from '../cache/store.ts'
import type { Db } from '../db/db.ts'
import {
  addUploadUsage,
  readUploadUsage,
  sumNetworkBytes,
  sumStoredBytes,
  type UploadUsage,
} from '../db/jobs/upload-usage.sql.ts'
import type { ByteLimits, ByteUsage } from '../domain/api/byte-quotas.ts'
import { toCidr, toNetwork } from '../domain/api/network.ts'
import { AppError } from '../domain/errors/errors.ts'
import { createDetail } from '../domain/i18n/problem-detail.ts'

export interface ByteQuotaDeps {
  db: Db
  store: CacheStore
  limits: ByteLimits
  /** Free bytes on the local disk. */
  freeBytes: () => Promise<number>
  /** Uploads are rejected below this; workers may use the rest. */
  minFreeBytes: number
}

export interface Uploader {
  owner_id: string
  client_ip: string | null
}

/** Limits how many bytes an owner and a network may upload per day and keep in storage. */
export interface ByteQuotas {
  /** Rejects an upload before its body is read, if a quota is used up or the disk is nearly full. */
  check(uploader: Uploader): Promise<void>
  /** Counts an upload; rejects it if it exceeds a quota. */
  take(uploader: Uploader, bytes: number): Promise<void>
  readUsage(ownerId: string): Promise<ByteUsage>
  readDisk(): Promise<{ free_bytes: number; min_free_bytes: number }>
}

/** A sum over all jobs of an owner is reused for this long. */
const storedSeconds = 30

export function createByteQuotas(deps: ByteQuotaDeps): ByteQuotas {
  const { db, limits } = deps
  const sumStored = createStoredSums(deps)

  function listSubjects({ owner_id, client_ip }: Uploader) {
    const owner = { subject: `owner ${owner_id}`, limit: limits.per_day }
    if (client_ip === null) return [owner]
    const subject = `network ${toNetwork(client_ip)}`
    return [owner, { subject, limit: limits.per_day_and_address }]
  }

  function requireDaily(uploader: Uploader, usage: UploadUsage[], next: number): void {
    const used = new Map(usage.map(({ subject, bytes }) => [subject, Number(bytes)]))
    for (const { subject, limit } of listSubjects(uploader)) {
      if ((used.get(subject) ?? 0) + next > limit) throw createDailyError(limit)
    }
  }

  async function requireStored({ owner_id, client_ip }: Uploader, added: number): Promise<void> {
    const own = await sumStored(`owner ${owner_id}`, () => sumStoredBytes(db, owner_id))
    if (own + added > limits.stored) throw createStoredError(limits.stored)
    if (client_ip === null) return
    const network = toNetwork(client_ip)
    const all = await sumStored(network, () => sumNetworkBytes(db, toCidr(network)))
    if (all + added > limits.stored_and_address) throw createStoredError(limits.stored_and_address)
  }

  return {
    async check(uploader) {
      if ((await deps.freeBytes()) < deps.minFreeBytes) throw new AppError('STORAGE_FULL')
      const subjects = listSubjects(uploader).map(({ subject }) => subject)
      requireDaily(uploader, await readUploadUsage(db, subjects), 1)
      await requireStored(uploader, 1)
    },
    async take(uploader, bytes) {
      if (bytes === 0) return
      await requireStored(uploader, bytes)
      const subjects = listSubjects(uploader).map(({ subject }) => subject)
      try {
        requireDaily(uploader, await addUploadUsage(db, subjects, bytes), 0)
      } catch (error) {
        await addUploadUsage(db, subjects, -bytes)
        throw error
      }
    },
    async readDisk() {
      return { free_bytes: await deps.freeBytes(), min_free_bytes: deps.minFreeBytes }
    },
    async readUsage(ownerId) {
      const [used] = await readUploadUsage(db, [`owner ${ownerId}`])
      const [stored] = await sumStoredBytes(db, ownerId)
      return {
        today: Number(used?.bytes ?? 0),
        per_day: limits.per_day,
        stored: Number(stored?.bytes ?? 0),
        max_stored: limits.stored,
      }
    },
  }
}

/** Remembers sums for a while; a failing cache only costs a query. */
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

function createDailyError(limit: number): AppError {
  const seconds = 86_400 - (Math.floor(Date.now() / 1000) % 86_400)
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

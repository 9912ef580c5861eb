import type { Db } from '../db/db.ts'
import { addUploadUsage } from '../db/jobs/upload-usage.sql.ts'

/** Adds bytes to each subject's usage for today. Returns each subject's new usage. */
export type CountUpload = (subjects: readonly string[], bytes: number) => Promise<number[]>

interface Pending {
  subjects: readonly string[]
  bytes: number
  resolve: (usage: number[]) => void
  reject: (reason: unknown) => void
}

/**
 * Creates a counter. Uploads that arrive during a write share the next statement, because they update the same few
 * rows.
 */
export function createUploadCounter(db: Db): CountUpload {
  const pending: Pending[] = []
  let isWriting = false

  async function writeAll(): Promise<void> {
    isWriting = true
    while (pending.length > 0) {
      const group = pending.splice(0)
      await write(group).catch((error: unknown) => {
        for (const { reject } of group) reject(error)
      })
    }
    isWriting = false
  }

  async function write(group: readonly Pending[]): Promise<void> {
    const added = sumBySubject(group)
    const rows = await addUploadUsage(db, added)
    // Starts with the usage before this group, so that each upload counts itself and the uploads before it.
    const usage = new Map(
      rows.map(({ subject, bytes }) => [subject, Number(bytes) - (added.get(subject) ?? 0)]),
    )
    for (const { subjects, bytes, resolve } of group) {
      for (const subject of subjects) usage.set(subject, (usage.get(subject) ?? 0) + bytes)
      resolve(subjects.map((subject) => usage.get(subject) ?? 0))
    }
  }

  return (subjects, bytes) =>
    new Promise((resolve, reject) => {
      pending.push({ subjects, bytes, resolve, reject })
      if (!isWriting) void writeAll()
    })
}

function sumBySubject(group: readonly Pending[]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { subjects, bytes } of group)
    for (const subject of subjects) sums.set(subject, (sums.get(subject) ?? 0) + bytes)
  return sums
}

import { constants, readFileSync } from 'node:fs'
import { open, readFile, rm, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { UsageError } from '../io/usage.ts'

const FileRecord = z.object({
  server: z.string(),
  sha256: z.string(),
  name: z.string(),
  job_id: z.string().nullable(),
  /** `sent`, or the name of the folder to which the PDF was moved. */
  status: z.enum(['sent', 'done', 'review', 'failed']),
})
export type FileRecord = z.infer<typeof FileRecord>

const SessionRecord = z.object({ server: z.string(), cookies: z.record(z.string(), z.string()) })

/** Records what happened to each file. The journal outlives the process, so that a restart does not repeat any step. */
export interface Journal {
  /** Returns a document's latest record, and how often the document has failed. */
  find(sha256: string): { latest: FileRecord | undefined; failures: number }
  record(file: Omit<FileRecord, 'server'>): Promise<void>
  /** Session cookies from the previous run. */
  cookies: Map<string, string>
  saveCookies(): Promise<void>
  close(): Promise<void>
}

/** File mode: the journal contains the cookie of an anonymous session, so only its owner may read it. */
const mode = 0o600

/** Opens a folder's journal. Only one process at a time may have it open. */
export async function openJournal(folder: string, server: string): Promise<Journal> {
  const lock = path.join(folder, '.docket-watch.pid')
  await takeLock(lock, folder)
  const file = path.join(folder, '.docket-watch.jsonl')
  const lines = await readLines(file)
  const handle = await open(file, 'a', mode)
  // Ends the last line with a line feed, because a crash may have truncated it.
  await append(handle, '')
  const files = new Map<string, { latest: FileRecord; failures: number }>()
  let cookies = new Map<string, string>()

  function add(record: FileRecord): void {
    const failures = files.get(record.sha256)?.failures ?? 0
    const failed = record.status === 'failed' ? 1 : 0
    files.set(record.sha256, { latest: record, failures: failures + failed })
  }

  for (const line of lines) {
    const record = FileRecord.safeParse(line).data
    const session = SessionRecord.safeParse(line).data
    if (record?.server === server) add(record)
    if (session?.server === server) cookies = new Map(Object.entries(session.cookies))
  }
  return {
    cookies,
    find: (sha256) => files.get(sha256) ?? { latest: undefined, failures: 0 },
    async record(entry) {
      const record = { server, ...entry }
      add(record)
      await append(handle, JSON.stringify(record))
    },
    saveCookies: () =>
      append(handle, JSON.stringify({ server, cookies: Object.fromEntries(cookies) })),
    async close() {
      await handle.close()
      await rm(lock, { force: true })
    },
  }
}

async function append(handle: FileHandle, line: string): Promise<void> {
  await handle.appendFile(`${line}\n`)
  await handle.datasync()
}

async function readLines(file: string): Promise<unknown[]> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  })
  return text.split('\n').flatMap((line): unknown[] => {
    try {
      return [JSON.parse(line)]
    } catch {
      return []
    }
  })
}

async function takeLock(lock: string, folder: string): Promise<void> {
  const holder = readLockHolder(lock)
  if (holder !== undefined && holder !== process.pid && isRunning(holder)) {
    throw new UsageError(
      `Process ${holder} is already watching ${folder}. Stop it first. If that process is not Docket, delete ${lock}.`,
    )
  }
  await rm(lock, { force: true })
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL
  const handle = await open(lock, flags, mode)
  await handle.writeFile(String(process.pid))
  await handle.close()
}

function readLockHolder(lock: string): number | undefined {
  try {
    return Number(readFileSync(lock, 'utf8')) || undefined
  } catch {
    return undefined
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

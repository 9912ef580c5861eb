import { copyFile, mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import { toStorageError, getSystemErrorCode } from '../domain/errors/system-error.ts'
import { type Blobs, type NewBlob, validateKey, type StoredBlob } from './blobs.ts'
import { withRetries } from './retries.ts'

/** Transient errors, which busy disks and network file systems return. */
const transientCodes = ['EIO', 'EAGAIN', 'EBUSY', 'ESTALE', 'ETIMEDOUT', 'EMFILE', 'ENFILE']
/** Excludes EIO: after a failed fsync, data is lost, and a second fsync would succeed regardless. */
const transientForSync = transientCodes.filter((code) => code !== 'EIO')

/** Stores blobs as files under `root`. */
export function fsBlobs(root: string): Blobs {
  const toPath = (key: string) => path.join(root, validateKey(key))
  const syncFolder = createSharedSync()
  const folders = durableFolders(root, syncFolder)

  async function put({ key, file, isSynced = false }: NewBlob): Promise<string> {
    const target = toPath(key)
    const folder = path.dirname(target)
    if (!(await isSynced)) await withStorageErrors(() => sync(file), transientForSync)
    await withStorageErrors(async () => {
      await folders.have(folder)
      await move(file, target).catch(folders.forgetIfMissing)
    }, [...transientForSync, 'ENOENT'])
    return folder
  }

  /** Moves several files, and syncs each changed folder only once. */
  async function putFiles(files: readonly NewBlob[]): Promise<void> {
    const changed = new Set(await all(files.map(put)))
    const syncing = [...changed].map((folder) =>
      withStorageErrors(() => syncFolder(folder), transientForSync),
    )
    await all(syncing)
  }

  return {
    isLocal: true,
    putFile: (key, file, state) => putFiles([{ key, file, ...state }]),
    putFiles,
    async open(key, range) {
      const name = toPath(key)
      return withStorageErrors(async () => {
        const file = await open(name)
        if (range) {
          const { first: start, last: end } = range
          return { stream: file.createReadStream({ start, end }), bytes: end - start + 1 }
        }
        const { size } = await file.stat()
        return { stream: file.createReadStream(), bytes: size }
      })
    },
    localCopy: async (key) => toPath(key),
    async delete(key) {
      const name = toPath(key)
      await withStorageErrors(() => rm(name, { force: true }))
    },
    list: (prefix) => walkFiles(root, prefix),
    async space() {
      await mkdir(root, { recursive: true })
      const { blocks, bavail, bsize } = await statfs(root)
      return { size_bytes: blocks * bsize, free_bytes: bavail * bsize }
    },
  }
}

/** Like `Promise.all`, but settles only once all promises have settled, so that nothing is written after a failure. */
async function all<Result>(works: Promise<Result>[]): Promise<Result[]> {
  await Promise.allSettled(works)
  return Promise.all(works)
}

async function withStorageErrors<Result>(
  work: () => Promise<Result>,
  retryCodes = transientCodes,
): Promise<Result> {
  try {
    return await withRetries(work, (thrown) =>
      retryCodes.includes(getSystemErrorCode(thrown) ?? ''),
    )
  } catch (cause) {
    throw toStorageError(cause)
  }
}

/** Moves a file. Across file systems, copies it next to its target first, so that no key ever holds a partial file. */
async function move(file: string, target: string): Promise<void> {
  try {
    await rename(file, target)
  } catch (error) {
    if (getSystemErrorCode(error) !== 'EXDEV') throw error
    const partial = `${target}.part`
    await copyFile(file, partial)
    await sync(partial)
    await rename(partial, target)
    await rm(file, { force: true })
  }
}

async function* walkFiles(root: string, prefix: string): AsyncGenerator<StoredBlob> {
  const folders = [path.join(root, prefix.slice(0, prefix.lastIndexOf('/') + 1))]
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const entries = await readdir(folder, { withFileTypes: true }).catch(ignoreMissing)
    for (const entry of entries ?? []) {
      const file = path.join(folder, entry.name)
      const key = path.relative(root, file).split(path.sep).join('/')
      if (entry.isDirectory()) folders.push(file)
      if (!entry.isFile() || !key.startsWith(prefix)) continue
      const facts = await stat(file).catch(ignoreMissing)
      if (facts) yield { key, stored_at: facts.mtime }
    }
  }
}

/** Returns undefined for a missing file, because files may disappear while they are listed. */
function ignoreMissing(error: unknown): undefined {
  if (getSystemErrorCode(error) !== 'ENOENT') throw toStorageError(error)
}

const maxKnownFolders = 1000

/** Creates folders durably: each parent is fsynced before a new entry in it is used, once per folder and process. */
function durableFolders(root: string, syncFolder: (folder: string) => Promise<void>) {
  const known = new Map<string, Promise<void>>()

  async function make(folder: string): Promise<void> {
    if (folder !== root) await ensure(path.dirname(folder))
    await mkdir(folder, { recursive: true })
    await syncFolder(path.dirname(folder))
  }

  function ensure(folder: string): Promise<void> {
    const existing = known.get(folder)
    if (existing) return existing
    const created = make(folder).catch((error: unknown) => {
      known.delete(folder)
      throw error
    })
    known.set(folder, created)
    const [oldest] = known.keys()
    if (known.size > maxKnownFolders && oldest !== undefined) known.delete(oldest)
    return created
  }

  /** Forgets a folder that another program removed, so that it is created again. */
  function forgetIfMissing(error: unknown): never {
    if (getSystemErrorCode(error) === 'ENOENT') known.clear()
    throw error
  }

  return { have: ensure, forgetIfMissing }
}

/** Shares fsyncs: all files that are renamed while a folder is being fsynced share the next fsync. */
function createSharedSync(): (folder: string) => Promise<void> {
  const running = new Map<string, Promise<void>>()
  const next = new Map<string, Promise<void>>()

  function start(folder: string): Promise<void> {
    const syncing = sync(folder).finally(() => running.delete(folder))
    running.set(folder, syncing)
    return syncing
  }

  return (folder) => {
    const current = running.get(folder)
    if (!current) return start(folder)
    const waiting = next.get(folder)
    if (waiting) return waiting
    const after = current
      .catch(() => undefined)
      .then(() => {
        next.delete(folder)
        return start(folder)
      })
    next.set(folder, after)
    return after
  }
}

async function sync(file: string): Promise<void> {
  const handle = await open(file)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

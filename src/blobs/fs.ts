import { copyFile, mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import { asStorageError, codeOf } from '../domain/errors/system-error.ts'
import { type Blobs, requireKey, type StoredBlob } from './blobs.ts'
import { tryThrice } from './tries.ts'

/** What a disk that is busy, or a folder on the network, says for a moment. */
const passing = ['EIO', 'EAGAIN', 'EBUSY', 'ESTALE', 'ETIMEDOUT', 'EMFILE', 'ENFILE']
/** A sync that has failed so has lost bytes, and the next one would say that all is well. */
const passingForSync = passing.filter((code) => code !== 'EIO')

/** Blobs as files below `root`. */
export function fsBlobs(root: string): Blobs {
  const pathOf = (key: string) => path.join(root, requireKey(key))
  const syncFolder = sharedSync()
  const folders = durableFolders(root, syncFolder)

  return {
    isLocal: true,
    async putFile(key, file, { isSynced = false } = {}) {
      const target = pathOf(key)
      const folder = path.dirname(target)
      if (!isSynced) await stored(() => sync(file), passingForSync)
      await stored(async () => {
        await folders.have(folder)
        await move(file, target).catch(folders.forgetIfMissing)
      }, [...passingForSync, 'ENOENT'])
      await stored(() => syncFolder(folder), passingForSync)
    },
    async open(key, range) {
      const name = pathOf(key)
      return stored(async () => {
        const file = await open(name)
        if (range) {
          const { first: start, last: end } = range
          return { stream: file.createReadStream({ start, end }), bytes: end - start + 1 }
        }
        const { size } = await file.stat()
        return { stream: file.createReadStream(), bytes: size }
      })
    },
    localCopy: async (key) => pathOf(key),
    async delete(key) {
      const name = pathOf(key)
      await stored(() => rm(name, { force: true }))
    },
    list: (prefix) => filesBelow(root, prefix),
    async space() {
      await mkdir(root, { recursive: true })
      const { blocks, bavail, bsize } = await statfs(root)
      return { size_bytes: blocks * bsize, free_bytes: bavail * bsize }
    },
  }
}

async function stored<Result>(work: () => Promise<Result>, passes = passing): Promise<Result> {
  try {
    return await tryThrice(work, (thrown) => passes.includes(codeOf(thrown) ?? ''))
  } catch (cause) {
    throw asStorageError(cause)
  }
}

/** From another disk it is copied beside its place first, so that half a file is never under a key. */
async function move(file: string, target: string): Promise<void> {
  try {
    await rename(file, target)
  } catch (error) {
    if (codeOf(error) !== 'EXDEV') throw error
    const half = `${target}.part`
    await copyFile(file, half)
    await sync(half)
    await rename(half, target)
    await rm(file, { force: true })
  }
}

async function* filesBelow(root: string, prefix: string): AsyncGenerator<StoredBlob> {
  const folders = [root]
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const entries = await readdir(folder, { withFileTypes: true }).catch(ifThere)
    for (const entry of entries ?? []) {
      const file = path.join(folder, entry.name)
      const key = path.relative(root, file).split(path.sep).join('/')
      if (entry.isDirectory()) folders.push(file)
      if (!entry.isFile() || !key.startsWith(prefix)) continue
      const facts = await stat(file).catch(ifThere)
      if (facts) yield { key, stored_at: facts.mtime }
    }
  }
}

/** What has gone since it was seen is no trouble. */
function ifThere(error: unknown): undefined {
  if (codeOf(error) !== 'ENOENT') throw asStorageError(error)
}

const mostFoldersKnown = 1000

/**
 * Folders below `root` that survive a crash: each is made where it is missing, and the folder that names it is
 * synced before anyone relies on it, once in the life of this process, whoever has made it.
 */
function durableFolders(root: string, syncFolder: (folder: string) => Promise<void>) {
  const known = new Map<string, Promise<void>>()

  async function make(folder: string): Promise<void> {
    if (folder !== root) await have(path.dirname(folder))
    await mkdir(folder, { recursive: true })
    await syncFolder(path.dirname(folder))
  }

  function have(folder: string): Promise<void> {
    const before = known.get(folder)
    if (before) return before
    const made = make(folder).catch((error: unknown) => {
      known.delete(folder)
      throw error
    })
    known.set(folder, made)
    const [oldest] = known.keys()
    if (known.size > mostFoldersKnown && oldest !== undefined) known.delete(oldest)
    return made
  }

  /** Someone has removed them: the next time they are made anew. */
  function forgetIfMissing(error: unknown): never {
    if (codeOf(error) === 'ENOENT') known.clear()
    throw error
  }

  return { have, forgetIfMissing }
}

/** Files that get their names while a folder is being synced share the next sync of it. */
function sharedSync(): (folder: string) => Promise<void> {
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

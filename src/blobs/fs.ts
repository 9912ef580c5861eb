import { copyFile, mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import { asStorageError, codeOf } from '../domain/system-errors.ts'
import { type Blobs, requireKey, type StoredBlob } from './blobs.ts'
import { tryThrice } from './tries.ts'

/** What a disk that is busy, or a folder on the network, says for a moment. */
const passing = new Set(['EIO', 'EAGAIN', 'EBUSY', 'ESTALE', 'ETIMEDOUT', 'EMFILE', 'ENFILE'])

/** Blobs as files below `root`. */
export function fsBlobs(root: string): Blobs {
  const pathOf = (key: string) => path.join(root, requireKey(key))
  const syncFolder = sharedSync()
  const moveIntoFolder = createMove()

  return {
    isLocal: true,
    async putFile(key, file, { isSynced = false } = {}) {
      const target = pathOf(key)
      await stored(async () => {
        if (!isSynced) await sync(file)
        await moveIntoFolder(file, target)
        await syncFolder(path.dirname(target))
      })
    },
    async open(key) {
      const name = pathOf(key)
      return stored(async () => {
        const file = await open(name)
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
      await makeFolder(root)
      const { blocks, bavail, bsize } = await statfs(root)
      return { size_bytes: blocks * bsize, free_bytes: bavail * bsize }
    },
  }
}

async function stored<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await tryThrice(work, (thrown) => passing.has(codeOf(thrown) ?? ''))
  } catch (cause) {
    throw asStorageError(cause)
  }
}

/** Nearly always the folder is there: it is made when it turns out to be missing. */
function createMove(): (file: string, target: string) => Promise<void> {
  const making = new Map<string, Promise<void>>()

  function make(folder: string): Promise<void> {
    const made = making.get(folder) ?? makeFolder(folder).finally(() => making.delete(folder))
    making.set(folder, made)
    return made
  }

  return async (file, target) => {
    const folder = path.dirname(target)
    try {
      await move(file, target)
      // Found while another file has it made: it is there, and may not have reached the disk yet.
      await making.get(folder)
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw error
      await make(folder)
      await move(file, target)
    }
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

/** A new folder is durable only when the folder that names it has reached the disk. */
async function makeFolder(folder: string): Promise<void> {
  const firstMade = await mkdir(folder, { recursive: true })
  if (firstMade === undefined) return
  for (let made = folder; made.length >= firstMade.length; made = path.dirname(made)) {
    await sync(path.dirname(made))
  }
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

import { mkdir, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { asStorageError } from '../domain/system-errors.ts'
import type { Blobs } from './blobs.ts'

const keyShape = /^[a-z0-9][a-z0-9_.-]*(\/[a-z0-9][a-z0-9_.-]*)*$/

/** Blobs as files below `root`, on the same disk as the files that `putFile` takes over. */
export function fsBlobs(root: string): Blobs {
  function pathOf(key: string): string {
    if (!keyShape.test(key)) throw new Error(`Not a blob key: ${key}`)
    return path.join(root, key)
  }

  return {
    async putFile(key, file) {
      const target = pathOf(key)
      try {
        await sync(file)
        await makeFolder(path.dirname(target))
        await rename(file, target)
        await sync(path.dirname(target))
      } catch (cause) {
        throw asStorageError(cause)
      }
    },
    async open(key) {
      try {
        const file = await open(pathOf(key))
        const { size } = await file.stat()
        return { stream: file.createReadStream(), bytes: size }
      } catch (cause) {
        throw asStorageError(cause)
      }
    },
    localCopy: async (key) => pathOf(key),
    delete: (key) => rm(pathOf(key), { force: true }),
  }
}

/** A new folder is durable only when the folder that names it has reached the disk. */
async function makeFolder(folder: string): Promise<void> {
  const firstMade = await mkdir(folder, { recursive: true })
  if (firstMade === undefined) return
  for (let made = folder; made.length >= firstMade.length; made = path.dirname(made)) {
    await sync(path.dirname(made))
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

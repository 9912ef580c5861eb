import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { Blobs } from '../blobs/blobs.ts'
import { fsBlobs } from '../blobs/fs.ts'
import { parseStorageUrl, type StorageAddress } from '../blobs/storage-url.ts'
import type { StorageCommands } from '../cli/storage.ts'
import { type Config, readConfig } from '../config.ts'

/** Where Docket stores its blobs. */
export function storageAddress({ STORAGE_URL, DATA_DIR }: Config): StorageAddress {
  if (STORAGE_URL !== undefined) return parseStorageUrl(STORAGE_URL)
  return { kind: 'file', folder: path.join(DATA_DIR, 'blobs') }
}

/** Loads the S3 client only if used, because it takes time and memory to start. */
export async function openBlobs(config: Config): Promise<Blobs> {
  const address = storageAddress(config)
  if (address.kind === 'file') return fsBlobs(address.folder)
  const { s3Blobs } = await import('../blobs/s3/s3.ts')
  return s3Blobs({ ...address, publicEndpoint: config.S3_PUBLIC_ENDPOINT })
}

/** Creates one level at a time, because Node's recursive mode never returns below /proc and similar folders. */
export async function makeFolder(folder: string): Promise<void> {
  if (existsSync(folder)) return
  await makeFolder(path.dirname(folder))
  await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
}

export const storageCommands: StorageCommands = {
  async init() {
    const config = readConfig()
    const address = storageAddress(config)
    if (address.kind === 'file') {
      await makeFolder(address.folder)
      process.stdout.write(`✓ the folder ${address.folder}\n`)
      return 0
    }
    const { initBucket } = await import('../blobs/s3/init-bucket.ts')
    const origin = config.BASE_URL && new URL(config.BASE_URL).origin
    const steps = await initBucket(address, origin)
    for (const { name, problem } of steps) {
      process.stdout.write(problem === undefined ? `✓ ${name}\n` : `✗ ${name}: ${problem}\n`)
    }
    return steps.some(({ problem }) => problem !== undefined) ? 1 : 0
  },
}

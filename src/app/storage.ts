import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { Blobs } from '../blobs/blobs.ts'
import { fsBlobs } from '../blobs/fs.ts'
import { parseStorageUrl, type StorageAddress } from '../blobs/storage-url.ts'
import { printJson, printLine } from '../cli/io/print.ts'
import type { StorageCommands } from '../cli/storage.ts'
import { type Config, readConfig } from '../config.ts'

/** Returns where Docket stores its blobs. */
export function storageAddress({ STORAGE_URL, DATA_DIR }: Config): StorageAddress {
  if (STORAGE_URL !== undefined) return parseStorageUrl(STORAGE_URL)
  return { kind: 'file', folder: path.join(DATA_DIR, 'blobs') }
}

/** Opens the blob storage. Loads the S3 client only if it is used, because loading takes time and memory. */
export async function openBlobs(config: Config): Promise<Blobs> {
  const address = storageAddress(config)
  if (address.kind === 'file') return fsBlobs(address.folder)
  const { s3Blobs } = await import('../blobs/s3/s3.ts')
  return s3Blobs({ ...address, publicEndpoint: config.S3_PUBLIC_ENDPOINT })
}

/**
 * Creates a folder, one level at a time. Node's recursive mode never returns for a folder below /proc or a similar file
 * system.
 */
export async function makeFolder(folder: string): Promise<void> {
  if (existsSync(folder)) return
  await makeFolder(path.dirname(folder))
  await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
}

export const storageCommands: StorageCommands = {
  async init(options) {
    const steps = await initStorage(readConfig())
    const ok = steps.every(({ problem }) => problem === undefined)
    if (options.json) printJson({ ok, steps })
    else
      for (const { name, problem } of steps) {
        if (problem !== undefined) printLine(`✗ ${name}: ${problem}`)
        else if (!options.quiet) printLine(`✓ ${name}`)
      }
    return ok ? 0 : 1
  },
}

async function initStorage(config: Config): Promise<{ name: string; problem?: string }[]> {
  const address = storageAddress(config)
  if (address.kind === 'file') {
    await makeFolder(address.folder)
    return [{ name: `the folder ${address.folder}` }]
  }
  const { initBucket } = await import('../blobs/s3/init-bucket.ts')
  return initBucket(address, config.BASE_URL && new URL(config.BASE_URL).origin)
}

import { randomUUID } from 'node:crypto'
import { closeSync, fsync, openSync, writeSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { Output } from '../outputs/write-outputs.ts'
import type { OutputFile, StorageForm } from './messages.ts'

/**
 * Writes outputs to new files, unchanged or in storage format. `onSync` is called with the fsync of each file, which
 * may finish after this call.
 */
export function writeOutputs(
  folder: string,
  outputs: Output[],
  form: StorageForm | undefined,
  onSync: (syncing: Promise<void>) => void,
): Promise<OutputFile[]> {
  const write = (output: Output) =>
    form ? writeForStorage(folder, output, form, onSync) : writeOutput(folder, output)
  return Promise.all(outputs.map(write))
}

export async function writeOutput(
  folder: string,
  { format, content_type, body }: Output,
): Promise<OutputFile> {
  const file = path.join(folder, `${randomUUID()}.${format}`)
  await writeFile(file, body)
  return { format, content_type, file, bytes: Buffer.byteLength(body) }
}

const sync = promisify(fsync)

/** Compresses and writes synchronously, because nothing else runs in this process. The fsyncs run in parallel. */
async function writeForStorage(
  folder: string,
  { format, content_type, body }: Output,
  { mustSync }: StorageForm,
  onSync: (syncing: Promise<void>) => void,
): Promise<OutputFile> {
  const file = path.join(folder, `${randomUUID()}.${format}.gz`)
  const compressed = gzipSync(body)
  const descriptor = openSync(file, 'wx')
  try {
    for (let done = 0; done < compressed.length; ) done += writeSync(descriptor, compressed, done)
  } catch (error) {
    closeSync(descriptor)
    throw error
  }
  if (mustSync) onSync(sync(descriptor).finally(() => closeSync(descriptor)))
  else closeSync(descriptor)
  const bytes = Buffer.byteLength(body)
  return { format, content_type, file, bytes, isCompressed: true }
}

/** Decompresses gzip. Returns other bytes unchanged. */
export function decompress(bytes: Buffer): Buffer {
  return bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes
}

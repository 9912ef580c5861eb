import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { type Readable, Transform } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { toStorageError } from '../domain/errors/system-error.ts'
import { checksumsName } from './manifest.ts'

export interface ArchiveWriter {
  /** Resolves once the entry is written. */
  add(name: string, source: Readable, options?: { isCompressed?: boolean }): Promise<void>
  /** Adds the checksums and syncs the file to disk. Returns its size in bytes. */
  finish(): Promise<number>
  /** Stops writing; the caller deletes the file. */
  abort(): Promise<void>
}

/**
 * Writes a zip file entry by entry, so that memory use does not depend on file sizes. Only the file's owner can read
 * it.
 */
export function createArchive(file: string, signal: AbortSignal): ArchiveWriter {
  const zip = new ZipFile()
  const checksums: string[] = []
  const target = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true })
  const written = pipeline(zip.outputStream, target).catch((cause: unknown) => {
    throw toStorageError(cause)
  })
  // `add` or `finish` reports the error.
  written.catch(() => undefined)

  return {
    async add(name, source, { isCompressed = false } = {}) {
      const hash = createHash('sha256')
      const measure = new Transform({
        transform(chunk: Buffer, _, done) {
          hash.update(chunk)
          done(null, chunk)
        },
      })
      zip.addReadStream(measure, name, { compress: !isCompressed, mode: 0o100600 })
      const read = Promise.all([pipeline(source, measure, { signal }), finished(measure)])
      await Promise.race([read, written])
      checksums.push(`${hash.digest('hex')}  ${name}\n`)
    },
    async finish() {
      zip.addBuffer(Buffer.from(checksums.join('')), checksumsName, { mode: 0o100600 })
      zip.end()
      await written
      return (await stat(file)).size
    },
    async abort() {
      target.destroy()
      await written.catch(() => undefined)
    },
  }
}
